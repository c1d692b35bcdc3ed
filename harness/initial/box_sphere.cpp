#include "harness/initial/box_sphere.hpp"

#include <cmath>
#include <numbers>

#include "core/philox.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

Vec3<double> on_sphere(const std::array<double, 2>& uniform) {
  const double z = 1 - 2 * uniform[0], across = std::sqrt(1 - z * z);
  const double angle = 2 * std::numbers::pi * uniform[1];
  return {across * std::cos(angle), across * std::sin(angle), z};
}

/// Speed as a fraction q of the escape speed, distributed as q^2 (1 - q^2)^(7/2), by rejection.
double speed_fraction(const Random& random, std::uint64_t i) {
  for (std::uint32_t draw = 1;; ++draw) {
    const auto [q, height] = random.uniform2(i, draw);
    if (0.1 * height < q * q * std::pow(1 - q * q, 3.5)) return q;
  }
}

}  // namespace

PhasePoint BoxSphere::particle(std::uint64_t seed, std::uint64_t i) const {
  const Random positions(seed, kPositions), speeds(seed, kVelocities);
  const double inside = std::pow(1 + scale * scale / (cutoff * cutoff), -1.5);
  const double enclosed = inside * positions.uniform(i);
  const double r = scale / std::sqrt(std::pow(enclosed, -2.0 / 3) - 1);
  const double escape = std::sqrt(2 * mass / inside / std::sqrt(r * r + scale * scale));
  return {r * on_sphere(positions.uniform2(i, 1)),
          escape * speed_fraction(speeds, i) * on_sphere(speeds.uniform2(i, 0))};
}

}  // namespace tycho::initial
