#include "harness/checks/softening.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/formulas/softened_kernel.hpp"
#include "harness/checks/diagnostics.hpp"

namespace tycho::checks {

namespace {

bool has_spline(const Settings& settings) {
  const auto found = settings.choices().find("softening");
  return found != settings.choices().end() && found->second == "spline";
}

Vec3<double> splined_acceleration(const Particles& p, const Softening& softening, std::size_t i) {
  const auto length_of = [&](std::size_t j) {
    return softening.own.empty() ? softening.length : softening.own[j];
  };
  Vec3<double> sum;
  for (std::size_t j = 0; j < p.size(); ++j) {
    if (j == i) continue;
    const Vec3<double> r = p.position(j) - p.position(i);
    const double h = tree::kSplineRadius * std::max(length_of(i), length_of(j));
    sum += p.mass[j] * tree::spline_kernel(dot(r, r), h).factor * r;
  }
  return sum;
}

}  // namespace

double softening_length(const Settings& settings) {
  const auto eps = settings.numbers().find("eps");
  return eps != settings.numbers().end() ? eps->second : settings.number("softening");
}

Softening softening_of(const Settings& settings, const Particles& initial,
                       const Particles& particles) {
  Softening softening{softening_length(settings), has_spline(settings), {}};
  if (initial.softening.empty()) return softening;
  std::unordered_map<std::uint64_t, double> by_id;
  for (std::size_t i = 0; i < initial.size(); ++i) by_id[initial.id[i]] = initial.softening[i];
  for (const std::uint64_t id : particles.id) softening.own.push_back(by_id[id]);
  return softening;
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
