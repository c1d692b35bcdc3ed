// Where an evolution or a comparison ended because its time was over, and whose limit that was.
#pragma once

#include <cstdint>
#include <string>

namespace tycho::result {

struct CutRecord {
  std::int64_t step = 0, of = 0;  // steps taken, of how many
  std::string by;                 // "--budget", "the suite's 120 s"
};

/// "cut at step 40 of 96 by the suite's 120 s"
inline std::string in_words(const CutRecord& cut) {
  return "cut at step " + std::to_string(cut.step) + " of " + std::to_string(cut.of) + " by " +
         cut.by;
}

}  // namespace tycho::result
