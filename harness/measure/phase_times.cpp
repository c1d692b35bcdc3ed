#include "harness/measure/phase_times.hpp"

#include <cmath>
#include <string_view>
#include <utility>

namespace tycho::measure {

namespace {

constexpr double kWorthTelling = 0.01;

// Phases that end with a name, of a stage or a check, or a number of threads: each is one phase.
constexpr std::string_view kWithName[] = {"replaying", "trying", "checking"};

std::string without_name(const std::string& phase) {
  for (const std::string_view word : kWithName)
    if (phase.starts_with(word)) return std::string(word);
  return phase;
}

}  // namespace

void PhaseTimes::end_phase() {
  const auto now = HostTime::now();
  if (!phase_.empty()) seconds_[phase_] += Seconds(now - since_).count();
  since_ = now;
}

void PhaseTimes::tell(const std::string& phase, double fraction) {
  if (std::string next = without_name(phase); next != phase_) {
    end_phase();
    phase_ = std::move(next);
  }
  told_(phase, fraction);
}

std::map<std::string, double> PhaseTimes::spent() {
  end_phase();
  double all = 0;
  for (const auto& [phase, seconds] : seconds_) all += seconds;
  std::map<std::string, double> told;
  for (const auto& [phase, seconds] : seconds_)
    if (seconds >= kWorthTelling * all) told[phase] = std::round(1000 * seconds) / 1000;
  return told;
}

}  // namespace tycho::measure
