// The change of the total energy that a Hermite run would have with accuracy = 0.2, by the fourth
// order of the scheme: |E - E0| / |E0| times (0.2 / accuracy)^4. Where the accuracy is swept, one
// limit so holds for all of its values; a limit on the change itself is that of the coarsest, and
// the finest could lose its order below it unseen.
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

constexpr double kUsual = 0.2;

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const auto& numbers = observed.settings->numbers();
  const auto accuracy = numbers.find("accuracy");
  if (accuracy == numbers.end()) return lacking("accuracy");
  Measured measured = energy_drift().measure(spec, observed);
  measured.details["change"] = measured.value;
  measured.value *= std::pow(kUsual / accuracy->second, 4);
  return measured;
}

}  // namespace

const Kind& energy_by_accuracy() {
  static const Kind kind{"energy_by_accuracy",
                         "relative change of the total energy of a Hermite run, by the fourth "
                         "order taken to accuracy = 0.2",
                         {},
                         Needs::kNothing,
                         measure,
                         Looks::kAtStates,
                         true};
  return kind;
}

}  // namespace tycho::checks
