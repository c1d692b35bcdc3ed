// The electric field against that of the plain double-precision reference from the same state: the
// largest difference over the largest value. The same of the charge is a detail.
#include <cmath>

#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field || !observed.reference_from) return lacking("field");
  const auto reference = observed.reference_from(*observed.final);
  const auto difference = [&](const char* name) {
    const std::vector<double> own = observed.field(name), expected = reference->field(name);
    if (own.empty() || own.size() != expected.size()) return std::nan("");
    return relative_difference(own, expected);
  };
  const double x = difference("ex"), y = difference("ey");
  return {larger(x, y), {{"ex", x}, {"ey", y}, {"charge_density", difference("charge_density")}}};
}

}  // namespace

const Kind& pic_fields() {
  static const Kind kind{"pic_fields",
                         "largest difference of the electric field from the reference's in the "
                         "same state, over its largest value",
                         {},
                         Needs::kNothing,
                         measure,
                         Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
