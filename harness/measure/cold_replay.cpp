#include "harness/measure/cold_replay.hpp"

#include <algorithm>

#include "core/host_cache.hpp"
#include "harness/measure/replay.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

constexpr int kColdSteps = 31;

/// Puts a flush before every run of one stage, and marks around both or around the run alone.
class ColdTimer final : public StageTimer {
 public:
  ColdTimer(std::span<const Stage> stages, Clock& clock, CacheFlush& cache, int stage,
            bool flush_between_marks)
      : StageTimer(stages),
        clock_(clock),
        cache_(cache),
        stage_(stage),
        flush_between_marks_(flush_between_marks) {}

  int begin(int stage) override {
    if (stage != stage_) return 1;
    if (flush_between_marks_) started_ = clock_.mark();
    cache_.flush_cache();
    if (!flush_between_marks_) started_ = clock_.mark();
    return 1;
  }
  void end(int stage) override {
    if (stage == stage_) spans_.emplace_back(started_, clock_.mark());
  }
  /// Seconds between the marks, one for each run of the stage.
  std::vector<double> collect() {
    clock_.wait();
    std::vector<double> seconds;
    for (const auto& [first, last] : spans_) seconds.push_back(clock_.between(first, last).count());
    clock_.clear();
    return seconds;
  }

 private:
  Clock& clock_;
  CacheFlush& cache_;
  int stage_;
  bool flush_between_marks_;
  int started_ = -1;
  std::vector<std::pair<int, int>> spans_;
};

/// The median reading of two marks around a flush.
double flush_s(Clock& clock, CacheFlush& cache) {
  cache.flush_cache();  // the first one makes its buffer
  clock.clear();
  std::vector<std::pair<int, int>> spans;
  for (int i = 0; i < kColdSteps; ++i) {
    const int first = clock.mark();
    cache.flush_cache();
    spans.emplace_back(first, clock.mark());
  }
  clock.wait();
  std::vector<double> samples;
  for (const auto& [first, last] : spans) samples.push_back(clock.between(first, last).count());
  clock.clear();
  return summarize(samples).median;
}

// A flush on a device takes as long as the one before to about this part of it.
constexpr double kFlushNoise = 0.01;

}  // namespace

void replay_cold(const Subject& subject, const std::vector<double>& bytes, Timing& timing) {
  Algorithm& algorithm = subject.algorithm;
  const Contract& contract = subject.contract;
  Clock& clock = algorithm.clock();
  HostCache on_host;
  CacheFlush* cache = dynamic_cast<CacheFlush*>(&clock);
  if (!cache && of_host(clock)) cache = &on_host;
  if (!cache || cache->cache_bytes() == 0) return;
  const double fitting = static_cast<double>(cache->cache_bytes());
  const double flush = flush_s(clock, *cache);
  // Marks around the stage alone, unless they cost more than flushes differ by: then marks around
  // both, and the reading of a flush with its marks is taken off.
  const bool between = kFlushNoise * flush < timing.mark_cost_s;
  bool spoilt = true;
  for (std::size_t s = 0; s < timing.stages.size(); ++s) {
    StageTiming& stage = timing.stages[s];
    const bool fits = bytes[s] > 0 && stage.calls > 0 && bytes[s] / stage.calls <= fitting;
    if (!fits || stage.calls > kMostReplayedCalls || !contract.stages[s].replayable) continue;
    subject.progress("replaying " + std::string(contract.stages[s].id) + " cold", 0.95);
    if (spoilt) algorithm.load(subject.initial);
    spoilt = !contract.stages[s].pure;
    ColdTimer timer(contract.stages, clock, *cache, static_cast<int>(s), between);
    clock.clear();
    for (int i = 0; i < kColdSteps; ++i) algorithm.advance(timer);
    for (const double reading : timer.collect())
      stage.cold_s.push_back(std::max(0.0, between ? reading - flush : reading) * stage.calls);
    // Lost in what flushes differ by.
    if (!(summarize(stage.cold_s).median > 0)) stage.cold_s.clear();
  }
}

}  // namespace tycho::measure
