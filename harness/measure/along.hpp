// A run that is timed at epochs of another variant's run: docs/timing.md, rule 16, says why and
// how, harness/result/along_record.hpp what follows for the whole.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/vec3.hpp"
#include "harness/measure/sittings.hpp"
#include "harness/measure/subject.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

struct AlongPlan {
  std::string carrier;       // its variant's name
  std::int64_t lead_in = 0;  // steps before the run that is timed
  std::int64_t steps = 0;    // of the run that is timed
  int epochs = 0;
  std::int64_t timed = 1;  // steps at each epoch
  Vec3<double> box{};      // periodic along a side that is not 0
  double long_s = 20;      // epochs that take longer than this together are passed once, with marks
  Sittings sittings{};
};

/// The algorithm that is timed, made to begin after a number of steps: the time is not in the
/// particles.
using BegunAfter = std::function<std::unique_ptr<Algorithm>(std::int64_t steps)>;

struct TimedAlong {
  Timing timing;
  std::map<std::string, double> carrier_counters;
  std::unique_ptr<Algorithm> algorithm;  // as it is after the steps of the last epoch
  Particles final;                       // then
  std::int64_t steps = 0;                // that lie before this state
};

/// `contract` is that of the algorithm that is timed. The carrier takes all steps, from its initial
/// state or from where an earlier sitting was kept. In the middle of each stretch its particles are
/// loaded into the algorithm that is timed, which takes the same steps. Where the whole stretch
/// lies behind the carrier the epoch is timed, so that the carrier's own times have no pause within
/// a stretch.
TimedAlong time_along(const Subject& carrier, const Contract& contract,
                      const BegunAfter& begun_after, const AlongPlan& plan);

}  // namespace tycho::measure
