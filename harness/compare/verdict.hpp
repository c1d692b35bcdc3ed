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
  /// What other processes' use of the cores explains of longer and of shorter times.
  std::string load_if_slower, load_if_faster;
  const StagePair* step = nullptr;
  bool on_cpu = false;
};

/// Measured in this number of processes on both sides, how far processes lie apart is known.
inline constexpr std::size_t kEnoughSessions = 3;

/// How far two measurements of one program lie apart because they are two processes, where these
/// samples cannot tell; 0 where they can. Infinite for replays. docs/compare.md has the evidence.
double process_noise(const StagePair& pair, bool on_cpu);

/// Whether its samples can give a verdict at all; if not, it is not among the tests.
inline bool judgeable(const StagePair& pair, bool on_cpu) {
  return pair.in_both && pair.base_method == pair.new_method && process_noise(pair, on_cpu) < 1;
}

/// Sets verdict, reason and `open`; `pair.timed` has been corrected for all tests.
Row judge(const std::string& run, const StagePair& pair, const Surroundings& around,
          const Options& options);

}  // namespace tycho::compare
