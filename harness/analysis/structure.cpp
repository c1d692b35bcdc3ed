#include "harness/analysis/structure.hpp"

#include <algorithm>
#include <cmath>

#include "core/formulas/virial_overdensity.hpp"
#include "harness/analysis/nearest_image.hpp"
#include "harness/analysis/universe.hpp"

namespace tycho::analysis {

namespace {

const Halo& nearest(const std::vector<Halo>& haloes, const Vec3<double>& position, double box) {
  const auto distance_sq = [&](const Halo& halo) {
    const Vec3<double> way = nearest_image(halo.centre - position, box);
    return dot(way, way);
  };
  return *std::min_element(haloes.begin(), haloes.end(), [&](const Halo& a, const Halo& b) {
    return distance_sq(a) < distance_sq(b);
  });
}

}  // namespace

bool finite(const Particles& p) {
  for (const auto* axis : {&p.x, &p.y, &p.z})
    for (const double coordinate : *axis)
      if (!std::isfinite(coordinate)) return false;
  return true;
}

std::optional<Structure> structure_of(const Particles& p, const Settings& settings,
                                      double scale_factor, const Structure* like) {
  if (!finite(p)) return std::nullopt;
  const Universe universe = require_universe(settings, "a search for haloes");
  const Cosmology& cosmology = universe.cosmology;
  const double box = universe.box;
  // The critical density at the time, in comoving volume, is the mean one over Omega_m(a).
  const double omega_m = omega_m_at(cosmology, scale_factor);
  const double mean = cosmology.omega_m * critical_density(cosmology);
  const double density = virial_overdensity(omega_m) * mean / omega_m;

  Structure found;
  found.power = power_spectrum(p, box, power_mesh(p.size()));
  const CellList cells(p, box);
  found.haloes = find_haloes(cells, density);
  found.mass_function = mass_function(found.haloes, box);
  if (found.haloes.empty()) return found;
  const bool matched = like && like->heaviest.mass > 0;
  found.heaviest =
      matched ? nearest(found.haloes, like->heaviest.centre, box) : found.haloes.front();
  const PairForce pair =
      settings.contract().traits.pair_force(settings, static_cast<std::int64_t>(p.size()));
  found.profile = radial_profile(cells, found.heaviest, pair.softening);
  for (double& velocity : found.profile.velocity) velocity /= scale_factor;  // u = a^2 dx/dt
  return found;
}

}  // namespace tycho::analysis
