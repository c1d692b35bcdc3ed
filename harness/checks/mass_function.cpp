// How the numbers of haloes differ from the reference's, in units of their Poisson error
// (cudagadget2013, Figure 6): the largest over the bins of mass. Two universes of the same kind
// differ by sqrt(2) in the mean; two runs of one universe share their haloes and must differ by
// less.
#include <cmath>

#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.structure || !observed.reference_structure) return lacking("structure");
  const analysis::Structure &mine = *observed.structure, &other = *observed.reference_structure;
  if (mine.haloes.empty() && other.haloes.empty()) return not_reached("haloes");
  if (other.haloes.empty()) return lacking("haloes");
  const analysis::MassResidual residual =
      analysis::mass_residual(mine.mass_function, other.mass_function);
  double most = 0, squares = 0;
  for (const double value : residual.value) {
    most = larger(most, std::abs(value));
    squares += value * value;
  }
  const auto bins = static_cast<double>(residual.value.size());
  return {most,
          {{"rms", std::sqrt(squares / bins)},
           {"bins", bins},
           {"haloes", static_cast<double>(mine.haloes.size())},
           {"reference_haloes", static_cast<double>(other.haloes.size())}}};
}

}  // namespace

const Kind& mass_function() {
  static const Kind kind{"mass_function",
                         "largest difference of the numbers of haloes from the reference's, over "
                         "their Poisson error, in an expanding box",
                         {},
                         Needs::kComparison,
                         measure,
                         Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
