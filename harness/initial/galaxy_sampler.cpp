#include "harness/initial/galaxy_sampler.hpp"

#include <cmath>
#include <numbers>

#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

Vec3<double> on_sphere(const std::array<double, 2>& uniform) {
  const double z = 1 - 2 * uniform[0];
  const double angle = 2 * std::numbers::pi * uniform[1];
  const double across = std::sqrt(1 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

}  // namespace

GalaxySampler::GalaxySampler(const GalaxyModel& model, std::uint64_t seed)
    : model_(model), places_(seed, kPositions), speeds_(seed, kVelocities) {}

PhasePoint GalaxySampler::in_sphere(GalaxySpecies species, std::uint64_t i) const {
  const double r = model_.radius_of(species, places_.uniform(i));
  const double psi = model_.potential(r), escape = std::sqrt(2 * psi);
  return {r * on_sphere(places_.uniform2(i, 1)),
          escape * speed_fraction(species, psi, i) * on_sphere(speeds_.uniform2(i, 0))};
}

PhasePoint GalaxySampler::in_disc(std::uint64_t i) const {
  const auto [fraction, turn] = places_.uniform2(i, 0);
  const double radius = model_.disc_radius_of(fraction), angle = 2 * std::numbers::pi * turn;
  const double z = model_.parameters().disc.thickness * std::atanh(2 * places_.uniform(i, 1) - 1);
  const double escape = std::sqrt(2 * model_.potential(std::hypot(radius, z)));
  const double rotation = model_.mean_rotation(radius, z);
  // Gaussian in each direction; what would leave the galaxy is drawn again.
  for (std::uint32_t draw = 0;; draw += 2) {
    const auto [along, around] = speeds_.normal2(i, draw);
    const double v_r = model_.radial_dispersion(radius) * along;
    const double v_phi = rotation + model_.azimuthal_dispersion(radius) * around;
    const double v_z = model_.vertical_dispersion(radius, z) * speeds_.normal2(i, draw + 1)[0];
    if (std::hypot(v_r, v_phi, v_z) > 0.95 * escape) continue;
    const double c = std::cos(angle), s = std::sin(angle);
    return {{radius * c, radius * s, z}, {v_r * c - v_phi * s, v_r * s + v_phi * c, v_z}};
  }
}

/// Over the escape speed, distributed as q^2 f(Psi (1 - q^2)), by rejection.
double GalaxySampler::speed_fraction(GalaxySpecies species, double psi, std::uint64_t i) const {
  const IsotropicSpeeds& speeds = model_.speeds(species);
  const double most = speeds.most(psi);
  for (std::uint32_t draw = 1;; ++draw) {
    const auto [q, height] = speeds_.uniform2(i, draw);
    if (most * height < q * q * speeds.distribution(psi * (1 - q * q))) return q;
  }
}

}  // namespace tycho::initial
