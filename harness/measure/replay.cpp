#include "harness/measure/replay.hpp"

#include <algorithm>
#include <utility>

#include "harness/measure/agreed.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

constexpr int kReplayBatches = 21;

std::vector<double> replay(Algorithm& algorithm, ReplayTimer& timer, int steps) {
  algorithm.clock().clear();
  for (int i = 0; i < steps; ++i) algorithm.advance(timer);
  return timer.collect();
}

}  // namespace

int replay_batch(double call_s, double mark_cost_s) {
  if (call_s >= kReplayBelowCosts * mark_cost_s) return 1;
  return static_cast<int>(std::clamp(100 * mark_cost_s / std::max(call_s, 1e-9), 2.0, 2000.0));
}

void replay_short_stages(const Subject& subject, const std::vector<State>& states, Timing& timing) {
  Algorithm& algorithm = subject.algorithm;
  const Contract& contract = subject.contract;
  const int steps = kReplayBatches / static_cast<int>(states.size());
  bool spoilt = false;
  for (std::size_t s = 0; s < timing.stages.size(); ++s) {
    StageTiming& stage = timing.stages[s];
    if (stage.calls == 0 || stage.calls > kMostReplayedCalls || !contract.stages[s].replayable)
      continue;
    const double call_s = summarize(stage.step_s).median / stage.calls;
    const int batch = replay_batch(call_s, timing.mark_cost_s);
    if (batch == 1) continue;
    subject.progress("replaying " + std::string(contract.stages[s].id), 0.9);
    stage.method = "replay";
    stage.step_s.clear();
    ReplayTimer timer(contract.stages, algorithm.clock(), static_cast<int>(s), batch);
    bool rehearsed = false;
    for (const State& enter : states) {
      if (spoilt || states.size() > 1) enter();
      if (!std::exchange(rehearsed, true)) replay(algorithm, timer, 1);
      std::vector<double> calls = replay(algorithm, timer, steps);
      agree(*timing.ranks, calls);
      for (const double call : calls) stage.step_s.push_back(call * stage.calls);
      spoilt = !contract.stages[s].pure;
    }
    // In states that differ, the mean over them stands for the way between.
    if (states.size() > 1) stage.step_s = {mean(stage.step_s)};
  }
}

}  // namespace tycho::measure
