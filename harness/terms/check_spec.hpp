// A check as a case asks for it; harness/checks says what each name measures.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tycho::terms {

struct CheckSpec {
  std::string name;    // "energy_drift"
  double limit = 0;    // passes when value <= limit
  std::string reason;  // why this limit
  std::map<std::string, double> parameters;
  std::vector<std::string> variants;  // names of the variants it applies to; empty: all
  std::int64_t largest_n = 0;         // applies up to this many particles; 0: to all
  std::int64_t smallest_n = 0;        // applies from this many on
};

}  // namespace tycho::terms
