// By how much the Layzer-Irvine equation (harness/measure/layzer_irvine.hpp) fails on the way of an
// evolution in an expanding box, over the energies in it: the largest failure at any look, the end
// included; the failure at the end is a detail. It has the forces, the steps and the expansion all
// in it: a kick or drift integral that is wrong shows here.
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  if (observed.settings->contract().traits.conserves != Conserved::kLayzerIrvine)
    return lacking("expansion");
  // In an expanding box the energy error is that of this equation.
  Measured measured = energy_peak().measure(spec, observed);
  if (!observed.energy_error.empty())
    measured.details["end"] = std::abs(observed.energy_error.back().second);
  return measured;
}

}  // namespace

const Kind& layzer_irvine() {
  static const Kind kind{"layzer_irvine",
                         "largest failure of the Layzer-Irvine equation on the way of an "
                         "evolution, over K / a + |change of the potential energy|, comoving",
                         {},
                         Needs::kEvolution,
                         measure};
  return kind;
}

}  // namespace tycho::checks
