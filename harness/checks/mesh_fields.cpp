// Potential and accelerations against the double-precision reference from the same state: the
// largest difference over the largest value, of the potential or of an axis of the accelerations,
// whichever is larger; both are details. The reference starts where the run under test is, since
// under ngp one unit in the last place moves a particle to another cell; how many had got to other
// cells than in the reference's own run is a detail.
#include "core/formulas/cell_index.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

double flipped_cells(const Particles& a, const Particles& b, int n) {
  const auto cell = [n](const Particles& p, std::size_t i) {
    return flat_cell(cell_of(p.x[i], n), cell_of(p.y[i], n), cell_of(p.z[i], n), n);
  };
  double flipped = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) flipped += cell(a, i) != cell(b, i);
  return flipped;
}

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field || !observed.reference_from) return lacking("field");
  const std::vector<double> potential = observed.field("potential");
  const auto reference = observed.reference_from(*observed.final);
  const std::vector<double> expected = reference->field("potential");
  if (potential.empty() || potential.size() != expected.size()) return lacking("potential");
  Particles same(observed.final->size());
  reference->store(same);
  const double potentials = relative_difference(potential, expected);
  const double forces = larger(relative_difference(observed.final->ax, same.ax),
                               larger(relative_difference(observed.final->ay, same.ay),
                                      relative_difference(observed.final->az, same.az)));
  Measured measured{larger(potentials, forces),
                    {{"potential", potentials}, {"acceleration", forces}}};
  if (observed.reference && observed.verified_steps > 0)
    measured.details["flipped_cells_per_step"] =
        flipped_cells(*observed.final, *observed.reference, observed.settings->integer("grid")) /
        static_cast<double>(observed.verified_steps);
  return measured;
}

}  // namespace

const Kind& mesh_fields() {
  static const Kind kind{
      "mesh_fields",
      "potential and accelerations against the reference from the same state, relative",
      {},
      Needs::kReference,
      measure,
      Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
