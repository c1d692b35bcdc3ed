// From what the samples say to a verdict. docs/compare.md has the rules and their reasons.
#pragma once

#include <string>

#include "harness/compare/clocks.hpp"
#include "harness/compare/options.hpp"
#include "harness/compare/timing.hpp"

namespace tycho::compare {

/// What else of the run a stage's verdict depends on.
struct Surroundings {
  ClockShare clocks;
  const StagePair* step = nullptr;
};

/// Sets verdict, reason and `open`; `pair.timed` has been corrected for all tests.
Row judge(const std::string& run, const StagePair& pair, const Surroundings& around,
          const Options& options);

}  // namespace tycho::compare
