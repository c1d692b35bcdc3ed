// A uniform plasma in thermal equilibrium, with the run's thermal velocity along each axis: the
// benchmark of decyk2009. `start` is random, or quiet: positions and velocities from sequences that
// fill phase space evenly (Hammersley's points; Birdsall & Langdon, section 16-3), so that the
// density hardly fluctuates at first.
#include <cmath>
#include <numbers>

#include "core/philox.hpp"
#include "harness/initial/kinds.hpp"
#include "harness/initial/plasma.hpp"

namespace tycho::initial {

namespace {

struct Maxwellian {
  std::uint64_t seed = 0;
  bool quiet = false;
};

Maxwellian read(const strict::JsonView& spec) {
  Maxwellian plasma;
  plasma.seed = read_seed(spec);
  if (const auto start = spec.find("start"))
    plasma.quiet = start->one_of({"random", "quiet"}) == "quiet";
  return plasma;
}

/// The digits of i in this base, mirrored about the point: in (0, 1) for i > 0.
double radical_inverse(std::uint64_t i, std::uint64_t base) {
  double value = 0, digit = 1;
  for (; i > 0; i /= base) {
    digit /= static_cast<double>(base);
    value += digit * static_cast<double>(i % base);
  }
  return value;
}

Particles make(const strict::JsonView& spec, std::int64_t n, const Settings& settings) {
  const Maxwellian plasma = read(spec);
  const Random positions(plasma.seed, kPositions), velocities(plasma.seed, kVelocities);
  const Plasma box = require_plasma(settings);
  const double nx = box.nx, ny = box.ny;
  const double thermal = box.thermal_velocity;
  Particles particles = electrons(n, settings);
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < particles.size(); ++i) {
    std::array<double, 2> at, velocity;
    if (plasma.quiet) {
      at = {(static_cast<double>(i) + 0.5) / static_cast<double>(n), radical_inverse(i + 1, 2)};
      const double radius = std::sqrt(-2 * std::log(radical_inverse(i + 1, 3)));
      const double angle = 2 * std::numbers::pi * radical_inverse(i + 1, 5);
      velocity = {radius * std::cos(angle), radius * std::sin(angle)};
    } else {
      at = positions.uniform2(i);
      velocity = velocities.normal2(i);
    }
    particles.set_position(i, {in_box(nx * at[0], nx), in_box(ny * at[1], ny), 0});
    particles.set_velocity(i, {thermal * velocity[0], thermal * velocity[1], 0});
  }
  return particles;
}

}  // namespace

const Kind& maxwellian() {
  static constexpr Key kKeys[] = {
      {"seed", "of the random numbers"},
      {"start", "`random`, or `quiet`: evenly filled phase space (`random`)"}};
  static const Kind kind{"maxwellian",
                         "a uniform plasma of the run's `thermal_velocity` in the run's own grid",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         nullptr,
                         make};
  return kind;
}

}  // namespace tycho::initial
