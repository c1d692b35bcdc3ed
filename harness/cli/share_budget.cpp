#include "harness/cli/share_budget.hpp"

#include "harness/campaign/duration.hpp"
#include "harness/campaign/estimate.hpp"

namespace tycho::cli {

void share_budget(std::vector<cases::RunSpec>& runs, const std::string& budget,
                  const Missing& missing, const std::function<bool(const cases::RunSpec&)>& left) {
  if (budget.empty()) return;
  std::vector<cases::RunSpec*> shared;
  for (cases::RunSpec& run : runs)
    if (missing.of(run).empty() && left(run)) shared.push_back(&run);
  campaign::fit_budget(shared, campaign::parse_duration(budget));
}

}  // namespace tycho::cli
