#include "core/stage_timer.hpp"

namespace tycho {

int SampleTimer::begin(int stage) {
  clock_.open_range(name(stage));
  started_ = clock_.mark();
  return 1;
}

void SampleTimer::end(int stage) {
  open_.push_back({stage, started_, clock_.mark()});
  clock_.close_range();
}

void SampleTimer::end_step() {
  ++steps_done_;
  end_part();
}

void SampleTimer::end_part() {
  for (const Interval& interval : open_) ++calls_[interval.stage];
  steps_.push_back(std::move(open_));
  open_.clear();
}

std::vector<double> SampleTimer::calls_per_step() const {
  std::vector<double> mean(calls_.begin(), calls_.end());
  for (double& calls : mean) calls /= static_cast<double>(steps_done_);
  return mean;
}

StageSamples SampleTimer::collect() {
  clock_.wait();
  StageSamples samples(stages().size());
  for (const auto& step : steps_) {
    std::vector<double> spent(stages().size(), 0.0);
    for (const Interval& i : step) spent[i.stage] += clock_.between(i.first, i.last).count();
    for (std::size_t s = 0; s < spent.size(); ++s) samples[s].push_back(spent[s]);
  }
  steps_.clear();
  clock_.clear();
  return samples;
}

int ReplayTimer::begin(int stage) {
  if (stage != stage_) return 1;
  started_ = clock_.mark();
  return batch_;
}

void ReplayTimer::end(int stage) {
  if (stage == stage_) batches_.emplace_back(started_, clock_.mark());
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
