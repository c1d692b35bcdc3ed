// One stage of one run on both sides: what the samples say, before anything is decided.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/noise.hpp"
#include "harness/compare/row.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::compare {

/// Of the whole step, beside the names of stages.
inline constexpr const char* kStep = "step";

struct StagePair {
  std::string what;                     // kStep or a stage
  std::string base_method, new_method;  // empty for the step
  Sessions base, fresh;
  Timed timed;
  double shift_s = 0;     // of the samples, seconds
  double confidence = 0;  // of the interval of the change
  bool in_both = true;    // the new side has this stage
};

/// The step and every stage of the base's run, longest first, each tested. Both lists hold one run
/// as it was measured one or more times.
std::vector<StagePair> pair_stages(const std::vector<const result::RunRecord*>& base,
                                   const std::vector<const result::RunRecord*>& fresh);

}  // namespace tycho::compare
