// The relative change of the total energy between the start and the end: |E - E0| / |E0|, with the
// softened potential, whose gradient is the softened force. A force with a wrong sign, factor or
// softening does work that the potential does not know of, and shows here.
//
// It costs two sums over all pairs, so cases ask for it with a "largest_n"; a sampled energy would
// have an error far above what a good integrator loses.
#include <cmath>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const CheckSpec&, const Observed& observed) {
  const double softening = observed.settings->number("softening");
  const double before = total_energy(*observed.initial, softening).total();
  const Energy after = total_energy(*observed.final, softening);
  return {std::abs(after.total() - before) / std::abs(before),
          {{"initial", before},
           {"final", after.total()},
           {"virial_ratio", -2 * after.kinetic / after.potential}}};
}

}  // namespace

const Kind& energy_drift() {
  static const Kind kind{"energy_drift",
                         "relative change of the total energy, start to end",
                         {},
                         Needs::kNothing,
                         measure};
  return kind;
}

}  // namespace tycho::checks
