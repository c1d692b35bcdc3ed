// Where the time of a run goes beside its timed steps: what it tells of its progress, timed.
#pragma once

#include <map>
#include <string>

#include "harness/measure/progress.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// Passes progress on and counts the seconds of each phase, from when it is first told to when
/// another one is.
class PhaseTimes {
 public:
  explicit PhaseTimes(const Progress& told) : told_(told) {}
  PhaseTimes(const PhaseTimes&) = delete;
  PhaseTimes& operator=(const PhaseTimes&) = delete;

  void tell(const std::string& phase, double fraction);
  /// Seconds by phase until now, to the millisecond. Phases of less than a hundredth of the whole
  /// are left out: a result has a thousand runs.
  std::map<std::string, double> spent();

 private:
  void end_phase();

  const Progress& told_;
  std::string phase_;
  HostTime::time_point since_ = HostTime::now();
  std::map<std::string, double> seconds_;
};

}  // namespace tycho::measure
