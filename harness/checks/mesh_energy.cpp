// The largest relative change of the energy, in units of (dx/b)^2 with b the length on which the
// density varies (the scale radius of a Plummer sphere): the error of a mesh is spatial, and a
// smaller step does not help. Velocities and positions are of one time.
#include <array>
#include <cmath>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

constexpr std::array<CheckParameter, 1> kParameters{
    {{"scale", 0.05, 1e-4, 1, "length on which the density varies, in boxes"}}};

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  if (observed.initial_potential.size() != observed.initial->size() ||
      observed.final_potential.size() != observed.final->size())
    return lacking("potential");
  const double before = total_energy(*observed.initial, observed.initial_potential).total();
  const double after = total_energy(*observed.final, observed.final_potential).total();
  double change = std::abs(after - before) / std::abs(before);
  for (const auto& [time, error] : observed.energy_error) change = larger(change, std::abs(error));
  const double cell = 1 / observed.settings->number("grid");
  const double in_scales = cell / parameter(spec, mesh_energy(), "scale");
  return {change / (in_scales * in_scales), {{"change", change}, {"cell_over_scale", in_scales}}};
}

}  // namespace

const Kind& mesh_energy() {
  static const Kind kind{
      "mesh_energy", "largest relative change of the energy, in units of (cell / scale)^2",
      kParameters,   Needs::kNothing,
      measure,       Looks::kInside,
      true};
  return kind;
}

}  // namespace tycho::checks
