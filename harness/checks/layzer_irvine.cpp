// By how much the Layzer-Irvine equation (harness/measure/layzer_irvine.hpp) fails at the end of an
// evolution in an expanding box, over the energies in it; the largest on the way as a detail. It
// has the forces, the steps and the expansion all in it: a kick or drift integral that is wrong
// shows here.
#include <algorithm>
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (observed.settings->contract().traits.conserves != Conserved::kLayzerIrvine)
    return lacking("expansion");
  if (observed.energy_error.empty()) return lacking("samples");
  double peak = 0;
  for (const auto& [time, error] : observed.energy_error) peak = std::max(peak, std::abs(error));
  return {std::abs(observed.energy_error.back().second), {{"peak", peak}}};
}

}  // namespace

const Kind& layzer_irvine() {
  static const Kind kind{"layzer_irvine",
                         "failure of the Layzer-Irvine equation at the end of an evolution, over K "
                         "/ a + |change of the potential energy|, comoving",
                         {},
                         Needs::kEvolution,
                         measure};
  return kind;
}

}  // namespace tycho::checks
