#include "harness/checks/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/formulas/pair_force.hpp"
#include "harness/checks/places.hpp"

namespace tycho::checks {

namespace {

// The inner loops run on plain pointers and numbers, and the compiler may reorder their sums: that
// is what lets it use vector units (with -fno-math-errno, see harness/CMakeLists.txt).

/// The potential energy of body i with all that follow it: each pair is counted once.
double pair_energies(const Particles& p, std::size_t i, double softening_squared) {
  const std::size_t n = p.size();
  const double *x = p.x.data(), *y = p.y.data(), *z = p.z.data(), *mass = p.mass.data();
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (std::size_t j = i + 1; j < n; ++j) {
    const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    sum -= mass[j] / std::sqrt(dx * dx + dy * dy + dz * dz + softening_squared);
  }
  return mass[i] * sum;
}

Vec3<double> direct_acceleration(const Particles& p, std::size_t i, double softening_squared) {
  const std::size_t n = p.size();
  const double *x = p.x.data(), *y = p.y.data(), *z = p.z.data(), *mass = p.mass.data();
  double ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
  for (std::size_t j = 0; j < n; ++j) {
    const double dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    const double factor = pair_factor(dx * dx + dy * dy + dz * dz + softening_squared, mass[j]);
    ax += factor * dx;
    ay += factor * dy;
    az += factor * dz;
  }
  return {ax, ay, az};
}

}  // namespace

double kinetic_energy(const Particles& particles) {
  double sum = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3<double> v = particles.velocity(i);
    sum += 0.5 * particles.mass[i] * dot(v, v);
  }
  return sum;
}

Energy total_energy(const Particles& particles, double softening) {
  const std::size_t n = particles.size();
  const double softening_squared = softening_sq(softening);
  std::vector<double> rows(n);
  // Rows get shorter: small chunks, handed out as threads come free. A handful of bodies, whose
  // energy an evolution asks for often, is not worth waking threads for.
#pragma omp parallel for schedule(dynamic, 64) if (n > 512)
  for (std::size_t i = 0; i < n; ++i) rows[i] = pair_energies(particles, i, softening_squared);
  return {kinetic_energy(particles), std::accumulate(rows.begin(), rows.end(), 0.0)};
}

Energy total_energy(const Particles& particles, std::span<const double> potential) {
  double sum = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) sum += 0.5 * particles.mass[i] * potential[i];
  return {kinetic_energy(particles), sum};
}

double sum(std::span<const double> values) {
  constexpr std::size_t kFew = 64;
  if (values.size() <= kFew) return std::accumulate(values.begin(), values.end(), 0.0);
  const std::size_t half = values.size() / 2;
  return sum(values.first(half)) + sum(values.subspan(half));
}

double total_mass(const Particles& particles) { return sum(particles.mass); }

Vec3<double> centre_of_mass(const Particles& particles) {
  Vec3<double> sum;
  for (std::size_t i = 0; i < particles.size(); ++i)
    sum += particles.mass[i] * particles.position(i);
  return (1 / total_mass(particles)) * sum;
}

Vec3<double> momentum(const Particles& particles) {
  Vec3<double> sum;
  for (std::size_t i = 0; i < particles.size(); ++i)
    sum += particles.mass[i] * particles.velocity(i);
  return sum;
}

Vec3<double> angular_momentum(const Particles& particles) {
  Vec3<double> sum;
  for (std::size_t i = 0; i < particles.size(); ++i)
    sum += particles.mass[i] * cross(particles.position(i), particles.velocity(i));
  return sum;
}

std::vector<Vec3<double>> direct_accelerations(const Particles& particles, double softening,
                                               std::span<const std::size_t> targets) {
  const double softening_squared = softening_sq(softening);
  std::vector<Vec3<double>> out(targets.size());
#pragma omp parallel for schedule(static) if (particles.size() > 512)
  for (std::size_t t = 0; t < targets.size(); ++t)
    out[t] = direct_acceleration(particles, targets[t], softening_squared);
  return out;
}

double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

std::vector<std::size_t> order_of_ids(const Particles& particles) {
  std::vector<std::size_t> order = Places(particles.id).in_order();
  if (order.size() == particles.size()) return order;
  order.resize(particles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return particles.id[a] < particles.id[b]; });
  return order;
}

}  // namespace tycho::checks
