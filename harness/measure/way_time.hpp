// The time that the steps and looks of an evolution or a comparison may take, in all its sittings
// together. It is kept to between two looks as well: a look may be planned behind hours of steps.
#pragma once

#include <cstdint>
#include <limits>

#include "harness/measure/agreed.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/sittings.hpp"

namespace tycho::measure {

class WayTime {
 public:
  /// A limit of 0 is none.
  WayTime(Ranks& ranks, double limit_s) : ranks_(ranks), limit_(limit_s) {}

  /// Now, behind this many seconds of earlier sittings.
  void begin(double before_s) {
    before_ = before_s;
    start_ = HostTime::now();
  }

  bool is_limited() const { return limit_ > 0; }
  /// Seconds of this sitting; of several ranks the slowest one's, so that all must ask.
  double here_s() const { return agreed_since(ranks_, start_); }
  double spent_s() const { return before_ + here_s(); }
  bool is_over() const { return is_limited() && spent_s() > limit_; }
  /// What is left of a limit; below 0: it is over.
  double left_s() const { return limit_ - spent_s(); }
  /// How many steps of this length fit into what is left: at least one, which tells how long a step
  /// takes where nobody knows (0).
  std::int64_t steps_that_fit(double step_s) const {
    if (!is_limited()) return std::numeric_limits<std::int64_t>::max();
    return step_s > 0 ? steps_in(left_s(), step_s) : 1;
  }
  /// For people, and by this rank alone.
  double part(double of_steps) const {
    return part_done(of_steps, before_ + seconds_since(start_), limit_);
  }

 private:
  Ranks& ranks_;
  double limit_, before_ = 0;
  HostTime::time_point start_ = HostTime::now();
};

}  // namespace tycho::measure
