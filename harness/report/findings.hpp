// What went wrong, told by cause: however many checks fail for one reason, it is one finding.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

struct FoundOut {
  std::string paper, anchor;
  std::string sentence;            // without its end
  std::string known;               // what is known of it; empty: nothing yet
  std::vector<std::string> cases;  // each run with its value and limit
};

/// Failed runs and failed checks of `runs`. Those that cases/published knows are told in its words;
/// the others are one finding for each case and check, or reason of failure.
std::vector<FoundOut> findings_of(const std::vector<Run>& runs,
                                  const std::map<std::string, Paper>& papers);

std::vector<Block> findings_section(const std::string& paper,
                                    const std::vector<FoundOut>& findings);

}  // namespace tycho::report
