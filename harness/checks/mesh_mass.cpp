// The mass on the mesh against the mass of the particles: what a deposit loses at a cell's face or
// the box's edge shows here. The histogram's sum is a whole number of particles with ngp.
#include <cmath>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field) return lacking("field");
  const std::vector<double> density = observed.field("density");
  const std::vector<double> counts = observed.field("histogram");
  if (density.empty() || counts.empty()) return lacking("density");
  double on_mesh = 0, counted = 0;
  for (const double rho : density) on_mesh += rho / static_cast<double>(density.size());
  for (const double count : counts) counted += count;
  const double mass = total_mass(*observed.final);
  const double particles = static_cast<double>(observed.final->size());
  // NaN in either makes the sum NaN, which fails.
  const double off = std::abs(on_mesh - mass) / mass;
  const double lost = std::abs(counted - particles) / particles;
  return {off + lost, {{"on_mesh", on_mesh}, {"mass", mass}, {"particles_on_mesh", counted}}};
}

}  // namespace

const Kind& mesh_mass() {
  static const Kind kind{
      "mesh_mass", "mass and particles on the mesh against those there are, relative",
      {},          Needs::kNothing,
      measure,     Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
