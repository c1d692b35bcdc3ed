// How a step is watched while it runs. The step itself is written once, as a list of stages:
//
//   stage(timer, kKick,  [&] { kick(); });
//   stage(timer, kDrift, [&] { drift(); });
//
// and the timer that the step is given decides what is measured. docs/timing.md has the rules.
#pragma once

#include <chrono>
#include <exception>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/clock.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"

namespace tycho {

class StageTimer {
 public:
  explicit StageTimer(std::span<const Stage> stages) : stages_(stages) {}
  virtual ~StageTimer() = default;

  /// Called before a stage; returns how often its body is to run (more than once only in replays).
  virtual int begin(int stage) = 0;
  virtual void end(int stage) = 0;

  /// Whether the timer looks at stages at all: where not, a step may be enqueued as a whole.
  virtual bool watches() const { return true; }

  /// A step that is not watched may be of another algorithm: it has stages that are not known here.
  std::string name(int stage) const {
    const auto place = static_cast<std::size_t>(stage);
    return place < stages_.size() ? std::string(stages_[place].id) : std::to_string(stage);
  }
  std::span<const Stage> stages() const { return stages_; }

 private:
  std::span<const Stage> stages_;
};

/// Runs one stage under a timer. An error inside the stage comes out with the stage's name.
template <typename Body>
void stage(StageTimer& timer, int id, Body&& body) {
  try {
    for (int left = timer.begin(id); left > 0; --left) body();
    timer.end(id);
  } catch (const StageError&) {
    throw;
  } catch (const Unavailable& error) {
    throw Unavailable("stage '" + timer.name(id) + "': " + error.what());
  } catch (const std::exception& error) {
    throw StageError(timer.name(id), error.what());
  }
}

/// Measures nothing and marks nothing: the window whose total is the headline.
class SilentTimer final : public StageTimer {
 public:
  using StageTimer::StageTimer;
  int begin(int) override { return 1; }
  void end(int) override {}
  bool watches() const override { return false; }
};

/// Waits after every stage, so that a kernel that fails is named. For verification, not timing.
class GuardTimer final : public StageTimer {
 public:
  GuardTimer(std::span<const Stage> stages, Clock& clock) : StageTimer(stages), clock_(clock) {}
  int begin(int) override { return 1; }
  void end(int) override { clock_.wait(); }

 private:
  Clock& clock_;
};

/// Seconds spent in each stage, one sample per step, summed over a stage's calls in that step.
using StageSamples = std::vector<std::vector<double>>;

/// Two marks around every stage. Nothing waits until collect().
class SampleTimer final : public StageTimer {
 public:
  SampleTimer(std::span<const Stage> stages, Clock& clock) : StageTimer(stages), clock_(clock) {}
  int begin(int stage) override;
  void end(int stage) override;
  /// Call after every step.
  void end_step();
  /// Call where a step is interrupted, to be continued later. The measured part of the step is a
  /// sample of its own.
  void end_part();
  /// Waits once, and returns the samples of all steps since the last call.
  StageSamples collect();
  /// How often each stage was called, in the mean over all steps so far.
  std::vector<double> calls_per_step() const;
  /// The sums of all calls, including those of a step that was interrupted.
  const std::vector<std::int64_t>& calls() const { return calls_; }

 private:
  struct Interval {
    int stage, first, last;
  };
  Clock& clock_;
  std::vector<Interval> intervals_;     // of all steps since the last collect()
  std::vector<std::size_t> step_ends_;  // in intervals_, of each step or part of one
  std::vector<std::int64_t> calls_ = std::vector<std::int64_t>(stages().size());
  std::int64_t steps_done_ = 0;
  int started_ = -1;
};

/// Replays one stage in batches between two marks; all other stages run once, unwatched.
/// The state that comes out of such a step is not physics: reload before going on.
/// A batch is enqueued while the device waits, for twice the longest time that enqueueing an
/// earlier batch took. The first batch, for which no such time is known, is a rehearsal.
class ReplayTimer final : public StageTimer {
 public:
  ReplayTimer(std::span<const Stage> stages, Clock& clock, int stage, int batch)
      : StageTimer(stages), clock_(clock), stage_(stage), batch_(batch) {}
  int begin(int stage) override;
  void end(int stage) override;
  /// Waits once, and returns seconds per single run of the stage, one sample per batch.
  std::vector<double> collect();

 private:
  Clock& clock_;
  int stage_, batch_;
  int started_ = -1;
  std::chrono::steady_clock::time_point enqueued_from_;
  Seconds enqueueing_{0};  // of a batch, at most
  std::vector<std::pair<int, int>> batches_;
};

}  // namespace tycho
