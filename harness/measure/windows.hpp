// Steps taken between two marks, and steps with marks around every stage: docs/timing.md has the
// rules.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/algorithm.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// Algorithm::work_share() of every stage, since the algorithm was loaded.
std::vector<double> work_shares(Algorithm& algorithm, const Contract& contract);

/// Adds the waits of the host during its own lifetime to a count. The count stays absent where the
/// work is the host's own: nothing is waited for.
class CountWaits {
 public:
  CountWaits(const Clock& clock, std::optional<std::int64_t>& count)
      : clock_(clock), count_(count), before_(clock.waits()) {}
  ~CountWaits() {
    if (!of_host(clock_)) count_ = count_.value_or(0) + so_far();
  }
  std::int64_t so_far() const { return clock_.waits() - before_; }
  CountWaits(const CountWaits&) = delete;
  CountWaits& operator=(const CountWaits&) = delete;

 private:
  const Clock& clock_;
  std::optional<std::int64_t>& count_;
  std::int64_t before_;
};

/// Called wherever the algorithm could give a checkpoint: whether to interrupt the steps there.
using Due = std::function<bool()>;

/// Called after each step, with the number of steps taken, where steps are long: a passage of hours
/// must show progress, or its run is taken for one that hangs.
using Told = std::function<void(std::int64_t steps)>;
/// Seconds from which on a step is long: after shorter ones the call might lengthen them.
inline constexpr double kSlowStep = 1;

/// The part of a window that was taken without an interruption.
struct Piece {
  std::int64_t steps = 0;    // that have ended
  double seconds = 0;        // of several ranks the longest
  bool within_step = false;  // whether it ends within a step
};

/// Takes steps back to back between two marks, with one wait at the end: as many as asked for, or
/// up to the place where `due` interrupts them. Waits are added to the timing's, except the one at
/// the end of a piece that ends within a step.
Piece piece(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, Timing& timing,
            const Due& due = {});

/// As piece(), and returns the seconds. The time at which the steps were taken joins the timing's
/// windows.
double window(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, Timing& timing);

/// The times of steps with marks around every stage.
struct MarkedSteps {
  std::int64_t steps = 0;
  double seconds = 0;           // of all steps
  std::vector<double> stage_s;  // of all steps, by stage
  StageSamples blocks;          // by stage: means over kMarkedBlock steps each
  std::vector<double> mean_s;   // as stage_s, in the mean over the ranks
  bool within_step = false;     // as in Piece

  void add(const MarkedSteps& more);
};

/// A stage of every 16th or 32nd step occurs equally often in every block of this length.
inline constexpr std::int64_t kMarkedBlock = 32;
/// Marks are stored until a piece ends, so a piece with marks has at most this many steps.
inline constexpr std::int64_t kMostMarkedSteps = 1000;

/// Takes steps with marks around every stage; waits are counted in the timing's. `due` as in
/// piece(). `told` hears of steps whose first is long.
MarkedSteps mark_steps(Algorithm& algorithm, SampleTimer& timer, std::int64_t steps, Timing& timing,
                       const Due& due = {}, const Told& told = {});

/// The stages of a timing from marked steps: samples are the blocks or, where the steps need not be
/// alike, the one mean over all steps.
enum class StageSampling { kBlocks, kOneMean };
void set_stages(const MarkedSteps& marked, const SampleTimer& timer, const Clock& clock,
                StageSampling sampling, Timing& timing);

}  // namespace tycho::measure
