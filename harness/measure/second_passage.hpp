// The stages of a run whose steps need not be alike: a second passage over the steps that made the
// headline, this time with marks.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "harness/measure/subject.hpp"
#include "harness/measure/timing.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

/// The state before a window of the first passage.
struct KeptState {
  std::size_t window = 0;
  std::vector<double> checkpoint;
};

/// States along a passage of `steps` steps, from which stretches of it can be passed again. They
/// stand at even distances in steps: windows need not be alike. Empty for an algorithm without
/// checkpoints.
class KeptStates {
 public:
  explicit KeptStates(std::int64_t steps) : steps_(steps) {}
  /// Whether the states of so many particles fit into the memory that kept states may take: a
  /// second passage then covers all epochs of the first.
  static bool fit(std::size_t particles);
  /// Call before each window, in their order. `taken`: the steps taken before it.
  void before(std::size_t window, std::int64_t taken, Algorithm& algorithm);
  const std::vector<KeptState>& all() const { return kept_; }

 private:
  std::int64_t steps_;
  std::vector<KeptState> kept_;
  bool any_ = true;  // whether there may be more
  /// The stretch whose first state is due next. The first of all begins with the initial state,
  /// which need not be kept.
  std::int64_t next_ = 1;
};

/// Whether steps with marks may serve as headline: where marks are readings of the host's own
/// clock, and the marks of a step cost at most a hundredth of it. (Marks on a GPU also keep the
/// host from enqueueing ahead, whatever they cost.) A second passage would meet another speed of
/// the processor.
bool marks_unfelt(Algorithm& algorithm, const Contract& contract, double step_s, Ranks& ranks);

/// Marks within the headline's own windows: where their cost does not matter, or where no second
/// passage is possible. In the latter case the steps are so long that the cost does not matter.
class MarkedWay {
 public:
  MarkedWay(Algorithm& algorithm, const Contract& contract, Timing& timing)
      : algorithm_(algorithm), marking_(contract.stages, algorithm.clock()), timing_(timing) {}

  /// The next steps of the way, as piece(); `told` as in mark_steps().
  Piece piece(std::int64_t steps, const Due& due, const Told& told);
  /// A window of `steps` steps has ended, behind the windows that the timing has.
  void end_window(std::int64_t steps);
  /// The stages are those of all windows since this object was made, and of earlier sittings.
  void end();

  /// What a later sitting needs of this one.
  nlohmann::json kept() const;
  void go_on_from(const nlohmann::json& kept);

 private:
  std::vector<double> calls() const;  // of each stage, in all marked steps

  Algorithm& algorithm_;
  SampleTimer marking_;
  Timing& timing_;
  MarkedSteps marked_;
  std::vector<double> earlier_calls_;  // of each stage, in earlier sittings
  HostTime::time_point begin_ = HostTime::now();
};

/// Times the stages in the steps of `timing`'s windows, which have been taken from the initial
/// state without marks: in all of them where they took less than `seconds`; else in stretches of
/// about that long together, which begin at the initial state and the kept ones. A stage's time is
/// its mean over these steps. Short stages are replayed in the states that the stretches begin
/// with. The algorithm's state afterwards is not physics.
void mark_second_passage(const Subject& subject, const KeptStates& kept, double seconds,
                         Timing& timing);

}  // namespace tycho::measure
