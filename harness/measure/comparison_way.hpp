// A comparison on its way, in a checkpoint: the states of the run, of its reference and of the
// reference's twin, one behind the other, and beside them what was seen up to there.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "harness/measure/checkpoint.hpp"
#include "harness/measure/comparison.hpp"

namespace tycho::measure {

/// One of the algorithms that a comparison takes along, and the steps that it has taken.
struct Member {
  Algorithm* algorithm;
  std::int64_t taken = 0;
};

/// The state of all members; empty where one of them has none. `spent_s` is what steps and looks
/// have taken so far, in all sittings.
Checkpoint kept_comparison(std::span<const Member> members, const Comparison& seen, double spent_s);

/// Puts the members and what was seen back to where they were kept. All begin with `initial`, but
/// for a twin, whose positions come from its state.
void take_comparison(const Checkpoint& kept, const Particles& initial, std::span<Member> members,
                     Comparison& seen);

}  // namespace tycho::measure
