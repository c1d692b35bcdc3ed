#include "core/stage_timer.hpp"

#include <algorithm>

namespace tycho {

// On the host whatever begin() to end_part() do makes the step longer. So nothing is allocated for
// a step, but where the arrays grow.
int SampleTimer::begin(int stage) {
  clock_.open_range(stages()[stage].id);
  started_ = clock_.mark();
  return 1;
}

void SampleTimer::end(int stage) {
  intervals_.push_back({stage, started_, clock_.mark()});
  ++calls_[stage];
  clock_.close_range();
}

void SampleTimer::end_step() {
  ++steps_done_;
  end_part();
}

void SampleTimer::end_part() { step_ends_.push_back(intervals_.size()); }

std::vector<double> SampleTimer::calls_per_step() const {
  std::vector<double> mean(calls_.begin(), calls_.end());
  for (double& calls : mean) calls /= static_cast<double>(steps_done_);
  return mean;
}

StageSamples SampleTimer::collect() {
  clock_.wait();
  StageSamples samples(stages().size());
  auto next = intervals_.begin();
  for (const std::size_t end : step_ends_) {
    std::vector<double> spent(stages().size(), 0.0);
    for (; next != intervals_.begin() + static_cast<std::ptrdiff_t>(end); ++next)
      spent[next->stage] += clock_.between(next->first, next->last).count();
    for (std::size_t s = 0; s < spent.size(); ++s) samples[s].push_back(spent[s]);
  }
  intervals_.clear();
  step_ends_.clear();
  clock_.clear();
  return samples;
}

int ReplayTimer::begin(int stage) {
  if (stage != stage_) return 1;
  clock_.head_start(2 * enqueueing_);
  started_ = clock_.mark();
  enqueued_from_ = std::chrono::steady_clock::now();
  return batch_;
}

void ReplayTimer::end(int stage) {
  if (stage != stage_) return;
  batches_.emplace_back(started_, clock_.mark());
  enqueueing_ = std::max<Seconds>(enqueueing_, std::chrono::steady_clock::now() - enqueued_from_);
}

std::vector<double> ReplayTimer::collect() {
  clock_.wait();
  std::vector<double> samples;
  for (const auto& [first, last] : batches_)
    samples.push_back(clock_.between(first, last).count() / batch_);
  batches_.clear();
  clock_.clear();
  return samples;
}

}  // namespace tycho
