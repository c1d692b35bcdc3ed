#include "core/clock.hpp"

#include <algorithm>

namespace tycho {

int HostClock::mark() {
  marks_.push_back(std::chrono::steady_clock::now());
  return static_cast<int>(marks_.size()) - 1;
}

Seconds HostClock::between(int a, int b) const { return marks_.at(b) - marks_.at(a); }

Seconds HostClock::cost() {
  constexpr int kTrials = 101;
  HostClock trial;
  std::vector<Seconds> readings;
  for (int i = 0; i < kTrials; ++i) {
    const int a = trial.mark();
    readings.push_back(trial.between(a, trial.mark()));
  }
  std::nth_element(readings.begin(), readings.begin() + kTrials / 2, readings.end());
  return readings[kTrials / 2];
}

}  // namespace tycho
