#include "harness/bench/stage_benchmark.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/error.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/replay.hpp"

namespace tycho::bench {

std::string StageBenchmark::name() const {
  return run_->id + "/" + std::string(run_->settings.contract().stages[stage_].id);
}

Algorithm& StageBenchmark::loaded() const {
  if (cache_->run != run_->id) {
    const bool cuda = run_->settings.backend() == Backend::kCuda;
    if (cuda && !backends_->cuda_unavailable.empty())
      throw Unavailable(backends_->cuda_unavailable);
    cache_->algorithm.reset();  // before the next one asks for memory
    cache_->run.clear();
    for (const Implementation& entry : cuda ? backends_->cuda : backends_->reference)
      if (entry.contract == &run_->settings.contract())
        cache_->algorithm = entry.make(run_->settings);
    if (!cache_->algorithm) throw Unavailable("the algorithm does not exist on this backend");
    cache_->algorithm->load(
        initial::make_initial(run_->origin->initial, run_->particles, run_->settings));
    cache_->run = run_->id;
  }
  return *cache_->algorithm;
}

void StageBenchmark::operator()(benchmark::State& state) const try {
  const Contract& contract = run_->settings.contract();
  Algorithm& algorithm = loaded();
  const double mark_cost = algorithm.clock().cost().count();

  double calls_per_step = 1;
  const auto call_s = [&](ReplayTimer& timer) {
    algorithm.clock().clear();
    algorithm.advance(timer);
    const std::vector<double> calls = timer.collect();
    if (calls.empty()) throw Unavailable("this variant has no such stage");
    calls_per_step = static_cast<double>(calls.size());
    return std::accumulate(calls.begin(), calls.end(), 0.0) / calls_per_step;
  };
  ReplayTimer single(contract.stages, algorithm.clock(), stage_, 1);
  const double once = call_s(single);
  const bool replayed =
      contract.stages[stage_].replayable && calls_per_step <= measure::kMostReplayedCalls;
  const int batch = replayed ? measure::replay_batch(once, mark_cost) : 1;
  ReplayTimer batches(contract.stages, algorithm.clock(), stage_, batch);
  call_s(batches);  // a rehearsal
  double seconds = 0;
  for (auto unused : state) {
    (void)unused;
    const double call = call_s(batches);
    state.SetIterationTime(call);
    seconds += call;
  }
  const Work work = contract.work(stage_, run_->settings, run_->particles);
  const double steps = static_cast<double>(state.iterations()) / calls_per_step;
  state.counters["flops"] = work.flops * steps / seconds;
  state.counters["bytes"] = work.bytes * steps / seconds;
  state.counters["batch"] = batch;
} catch (const std::exception& error) {
  state.SkipWithError(error.what());
}

}  // namespace tycho::bench
