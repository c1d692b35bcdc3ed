// The part of `--budget` that each run is thought to get.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/cli/missing.hpp"

namespace tycho::cli {

/// For the estimates that people are told: what each run gets when its turn comes depends on how
/// long the others took. What will be skipped, or is no longer `left` to be made, takes no time
/// from the others. Does nothing where there is no budget.
void share_budget(std::vector<cases::RunSpec>& runs, const std::string& budget,
                  const Missing& missing, const std::function<bool(const cases::RunSpec&)>& left);

}  // namespace tycho::cli
