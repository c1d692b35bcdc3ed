// The stages of a run whose steps need not be alike: a second passage over the steps that made the
// headline, this time with marks.
#pragma once

#include <vector>

#include "core/algorithm.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// The state before a window of the first passage.
struct KeptState {
  std::size_t window = 0;
  std::vector<double> checkpoint;
};

/// States along a passage of `windows` windows, from which stretches of it can be passed again.
/// Empty for an algorithm without checkpoints.
class KeptStates {
 public:
  /// Of so many particles, whose states are not kept where one would be too large.
  explicit KeptStates(std::size_t windows, std::size_t particles = 0);
  /// Call before each window, in their order.
  void before(std::size_t window, Algorithm& algorithm);
  const std::vector<KeptState>& all() const { return kept_; }

 private:
  std::size_t windows_;
  std::vector<KeptState> kept_;
  bool any_;  // whether there may be more
};

/// Times the stages in the steps of `timing`'s windows, which have been taken from `initial`
/// without marks: in all of them where they took less than `seconds`; else in stretches of about
/// that long together, which begin at `initial` and the kept states. A stage's time is its mean
/// over these steps. Short stages are replayed in the states that the stretches begin with. The
/// algorithm's state afterwards is not physics.
void mark_second_passage(Algorithm& algorithm, const Contract& contract, const Particles& initial,
                         const KeptStates& kept, double seconds, Timing& timing,
                         const Progress& progress);

}  // namespace tycho::measure
