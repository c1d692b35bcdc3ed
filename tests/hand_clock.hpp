// A clock that only a test moves, by its `now`.
#pragma once

#include <string_view>
#include <vector>

#include "core/clock.hpp"

namespace tycho {

class HandClock : public Clock {
 public:
  double now = 0;
  std::vector<Seconds> head_starts;

  /// A mark takes `cost` seconds, half of them before it is put down.
  explicit HandClock(std::string_view method = "hand", double cost = 0)
      : method_(method), cost_(cost) {}

  std::string_view method() const override { return method_; }
  int mark() override {
    now += cost_ / 2;
    marks_.push_back(now);
    now += cost_ / 2;
    return static_cast<int>(marks_.size()) - 1;
  }
  void wait() override { ++waits_; }
  Seconds between(int a, int b) const override { return Seconds(marks_.at(b) - marks_.at(a)); }
  void clear() override { marks_.clear(); }
  Seconds cost() override { return Seconds(cost_); }
  void head_start(Seconds lead) override { head_starts.push_back(lead); }
  std::int64_t waits() const override { return waits_; }

 private:
  std::string_view method_;
  double cost_;
  std::vector<double> marks_;
  std::int64_t waits_ = 0;
};

}  // namespace tycho
