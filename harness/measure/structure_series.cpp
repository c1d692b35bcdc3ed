#include "harness/measure/structure_series.hpp"

#include <algorithm>

namespace tycho::measure {

namespace {

constexpr double kSuns = 1e10;  // to a unit of mass
constexpr std::size_t kHaloesKept = 10;

std::vector<double> in_suns(std::vector<double> values) {
  for (double& value : values) value *= kSuns;
  return values;
}

}  // namespace

void add_series(result::SeriesRecord& series, const analysis::Structure& structure,
                const std::string& prefix) {
  const auto add = [&](const char* name, const std::vector<double>& t,
                       const std::vector<double>& value) {
    if (!t.empty()) series.curves[prefix + name] = {t, value};
  };
  const analysis::MassFunction& counted = structure.mass_function;
  const analysis::Profile& profile = structure.profile;
  add("power_spectrum", structure.power.k, structure.power.power);
  add("mass_function", in_suns(counted.mass), counted.number);
  add("density_profile", profile.radius, in_suns(profile.density));
  add("velocity_profile", profile.radius, profile.velocity);

  std::vector<double> place, mass, radius, x, y, z;
  for (std::size_t i = 0; i < std::min(kHaloesKept, structure.haloes.size()); ++i) {
    const analysis::Halo& halo = structure.haloes[i];
    place.push_back(static_cast<double>(i + 1));
    mass.push_back(halo.mass);
    radius.push_back(halo.radius);
    x.push_back(halo.centre.x);
    y.push_back(halo.centre.y);
    z.push_back(halo.centre.z);
  }
  add("halo_mass", place, in_suns(mass));
  add("halo_radius", place, radius);
  add("halo_x", place, x);
  add("halo_y", place, y);
  add("halo_z", place, z);
}

void add_residual(result::SeriesRecord& series, const analysis::Structure& structure,
                  const analysis::Structure& reference, const std::string& prefix) {
  const analysis::MassResidual residual =
      analysis::mass_residual(structure.mass_function, reference.mass_function);
  if (!residual.mass.empty())
    series.curves[prefix + "mass_residual"] = {in_suns(residual.mass), residual.value};
}

}  // namespace tycho::measure
