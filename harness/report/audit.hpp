// Whether the numbers of a paper follow from its other numbers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/report/published.hpp"

namespace tycho::report {

struct Judgement {
  enum class Verdict { kAddsUp, kDoesNot, kInformation };
  Verdict verdict = Verdict::kInformation;
  std::vector<double> gives, stated;  // a number for each row; nothing stated: bounds or neither
  std::vector<std::string> broken;    // the rows that do not add up, each with its numbers
};

Judgement judge(const Audit& audit, const std::map<std::string, double>& numbers);

}  // namespace tycho::report
