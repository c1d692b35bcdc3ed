// A Plummer sphere in equilibrium (Aarseth, Henon & Wielen 1974, A&A 37, 183), in N-body units:
// G = 1, total mass 1, total energy -1/4. The energy of a sphere of scale b is -3 pi / (64 b), so
// b = 3 pi / 16. Truncation and the finite sample leave the energy of one realisation within a few
// hundredths of that; nothing is rescaled.
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/available_threads.hpp"
#include "core/parallel_for.hpp"
#include "core/philox.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

constexpr double kScale = 3 * std::numbers::pi / 16;

struct Plummer {
  std::uint64_t seed = 0;
  double low = 1, high = 1;  // masses, before their sum is made 1
  double cutoff = 20;        // scale radii; 99.6% of the mass of an endless sphere lies inside
};

Plummer read(const strict::JsonView& spec) {
  Plummer sphere;
  sphere.seed = read_seed(spec);
  if (const auto masses = spec.find("masses"))
    std::tie(sphere.low, sphere.high) = masses->range(1e-6, 1e6);
  if (const auto cutoff = spec.find("cutoff")) sphere.cutoff = cutoff->number(1, 1e6);
  return sphere;
}

Vec3<double> on_sphere(const std::array<double, 2>& uniform) {
  const double z = 1 - 2 * uniform[0];
  const double angle = 2 * std::numbers::pi * uniform[1];
  const double across = std::sqrt(1 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

/// Speed as a fraction q of the escape speed, distributed as q^2 (1 - q^2)^(7/2), by rejection.
double speed_fraction(const Random& random, std::uint64_t i) {
  for (std::uint32_t draw = 1;; ++draw) {
    const auto [q, height] = random.uniform2(i, draw);
    // 0.1 lies above the maximum of the distribution, 0.092.
    if (0.1 * height < q * q * std::pow(1 - q * q, 3.5)) return q;
  }
}

Particles make(const strict::JsonView& spec, std::int64_t n) {
  const Plummer sphere = read(spec);
  const Random positions(sphere.seed, kPositions), velocities(sphere.seed, kVelocities),
      masses(sphere.seed, kMasses);
  // The mass inside the cutoff; drawing the enclosed mass below it leaves no particle outside.
  const double inside = std::pow(1 + 1 / (sphere.cutoff * sphere.cutoff), -1.5);

  Particles particles(static_cast<std::size_t>(n));
  parallel_for(particles.size(), available_threads(), [&](std::ptrdiff_t place) {
    const auto i = static_cast<std::size_t>(place);
    const double enclosed = inside * positions.uniform(i);
    const double r = 1 / std::sqrt(std::pow(enclosed, -2.0 / 3) - 1);
    const double escape = std::sqrt(2.0) * std::pow(1 + r * r, -0.25);
    const double speed = escape * speed_fraction(velocities, i);
    particles.set_position(i, kScale * r * on_sphere(positions.uniform2(i, 1)));
    particles.set_velocity(i, speed / std::sqrt(kScale) * on_sphere(velocities.uniform2(i, 0)));
    particles.mass[i] = masses.uniform(i, sphere.low, sphere.high);
  });
  const double total = std::accumulate(particles.mass.begin(), particles.mass.end(), 0.0);
  for (double& mass : particles.mass) mass /= total;
  centre(particles);
  return particles;
}

}  // namespace

const Kind& plummer() {
  static constexpr Key kKeys[] = {{"seed", "of the random numbers"},
                                  {"masses", "[low, high]: drawn between these; else equal"},
                                  {"cutoff", "scale radii at which the sphere ends (20)"}};
  static const Kind kind{"plummer",
                         "an equilibrium sphere in N-body units: G = M = 1, E = -1/4",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         make};
  return kind;
}

}  // namespace tycho::initial
