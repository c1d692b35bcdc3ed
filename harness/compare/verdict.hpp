// From what the processes say to a verdict. docs/compare.md has the rules and their reasons.
#pragma once

#include <optional>
#include <string>

#include "harness/compare/clocks.hpp"
#include "harness/compare/options.hpp"
#include "harness/compare/timing.hpp"

namespace tycho::compare {

/// What else of the run a stage's verdict depends on.
struct Surroundings {
  ClockShare clocks;
  /// What load_explains() says of longer and of shorter times.
  std::string load_if_slower, load_if_faster;
  const StagePair* step = nullptr;
};

/// With this number of processes on both sides they show what samples of one do not.
inline constexpr std::size_t kEnoughProcesses = 3;
/// Of a comparison with fewer processes, no verdict on fewer samples than this.
inline constexpr int kFewestSamples = 5;
/// What is taken for a GPU's spread where nothing is known of it: ten times what processes on an
/// H200 differ by. What the samples scatter by is added to it. For the CPU, which other programs
/// use too, there is no such number.
inline constexpr double kAssumedProcessSpread = 0.03;

/// The spread to judge a row by; nothing where it is not known and cannot be assumed.
std::optional<statistics::Spread> usable(const statistics::Spread& learned, const StagePair& pair,
                                         bool on_gpu);

/// Sets verdict, reason and `open`; the rows of the run have been tested and corrected.
Row judge(const std::string& run, const StagePair& pair, const Surroundings& around,
          const Options& options);

}  // namespace tycho::compare
