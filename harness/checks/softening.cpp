#include "harness/checks/softening.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/error.hpp"
#include "core/formulas/softened_kernel.hpp"
#include "harness/checks/places.hpp"

namespace tycho::checks {

namespace {

/// The spline's radius for a pair.
double radius(const Softening& softening, std::size_t i, std::size_t j) {
  if (softening.own.empty()) return tree::kSplineRadius * softening.length;
  return tree::kSplineRadius * std::max(softening.own[i], softening.own[j]);
}

Vec3<double> splined_acceleration(const Particles& p, const Softening& softening, std::size_t i) {
  Vec3<double> sum;
  for (std::size_t j = 0; j < p.size(); ++j) {
    if (j == i) continue;
    const Vec3<double> r = p.position(j) - p.position(i);
    sum += p.mass[j] * tree::spline_kernel(dot(r, r), radius(softening, i, j)).factor * r;
  }
  return sum;
}

/// The potential energy of body i with all that follow it: each pair is counted once.
double splined_energies(const Particles& p, const Softening& softening, std::size_t i) {
  double sum = 0;
  for (std::size_t j = i + 1; j < p.size(); ++j) {
    const Vec3<double> r = p.position(j) - p.position(i);
    sum += p.mass[j] * tree::spline_kernel(dot(r, r), radius(softening, i, j)).potential;
  }
  return p.mass[i] * sum;
}

}  // namespace

PairForce pair_force_of(const Settings& settings, const Particles& particles) {
  const Contract& contract = settings.contract();
  if (contract.traits.pair_force)
    return contract.traits.pair_force(settings, static_cast<std::int64_t>(particles.size()));
  throw UsageError("a sum over all pairs needs an algorithm whose forces are one; " +
                   std::string(contract.name) + " states no force of a pair");
}

Softening softening_of(const Settings& settings, const Particles& initial,
                       const Particles& particles) {
  const PairForce pair = pair_force_of(settings, particles);
  Softening softening{pair.softening, pair.kernel == SofteningKernel::kSpline, {}};
  if (initial.softening.empty()) return softening;
  const Places places(initial.id);
  softening.own.reserve(particles.size());
  for (const std::uint64_t id : particles.id) {
    const std::size_t at = places.of(id);
    softening.own.push_back(at == kNowhere ? 0 : initial.softening[at]);
  }
  return softening;
}

Energy total_energy(const Particles& particles, const Softening& softening) {
  if (!softening.spline) return total_energy(particles, softening.length);
  const std::size_t n = particles.size();
  std::vector<double> rows(n);
#pragma omp parallel for schedule(dynamic, 64) if (n > 512)
  for (std::size_t i = 0; i < n; ++i) rows[i] = splined_energies(particles, softening, i);
  return {kinetic_energy(particles), std::accumulate(rows.begin(), rows.end(), 0.0)};
}

std::vector<Vec3<double>> direct_accelerations(const Particles& particles,
                                               const Softening& softening,
                                               const std::vector<std::size_t>& targets) {
  // Plummer's is the same for all bodies of a run.
  if (!softening.spline) return direct_accelerations(particles, softening.length, targets);
  std::vector<Vec3<double>> out(targets.size());
#pragma omp parallel for schedule(static) if (particles.size() > 512)
  for (std::size_t t = 0; t < targets.size(); ++t)
    out[t] = splined_acceleration(particles, softening, targets[t]);
  return out;
}

}  // namespace tycho::checks
