// Where an evolution or a comparison is kept while it runs, so that a run of hours may be done in
// several sittings, and one that is killed loses minutes.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "harness/measure/timing.hpp"

namespace tycho::measure {

struct Sittings {
  std::filesystem::path file;  // one state, the last; empty: none is kept
  nlohmann::json key;          // all that the state depends on
  /// Seconds from one state that is kept to the next, at least.
  double every_s = 60;
  /// And at least this multiple of the time that the last state took to be written: writing states
  /// takes at most a tenth of the time, however large they are.
  double times_as_long = 10;
};

/// How many steps fit into a time: at least one, and without end where steps take no time.
std::int64_t steps_in(double seconds, double step_s);

/// When a state is due to be kept.
class KeepingTime {
 public:
  explicit KeepingTime(const Sittings& sittings) : sittings_(sittings) {}

  /// Seconds that steps may still take before the next state is due; 0: it is.
  double left() const;
  /// Steps to take before the next state is due, by the last window of the timing; one where there
  /// is none.
  std::int64_t steps_left(const Timing& timing) const;
  /// `began` is when the state was asked of the algorithm.
  void keep(std::span<const double> state, const nlohmann::json& way, HostTime::time_point began);
  explicit operator bool() const { return !sittings_.file.empty(); }

 private:
  const Sittings& sittings_;
  HostTime::time_point last_ = HostTime::now();
  double took_s_ = 0;
};

}  // namespace tycho::measure
