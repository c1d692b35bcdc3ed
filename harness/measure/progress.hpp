// How far a run is, for people.
#pragma once

#include <algorithm>
#include <functional>
#include <string>

namespace tycho::measure {

/// What a run is doing and the fraction of it done.
using Progress = std::function<void(const std::string& phase, double fraction)>;

/// Seconds of steps that go together, with one wait at their end, before progress is told again.
inline constexpr double kUntold = 20;

/// The fraction done where steps end when all are taken or when their time is over, whichever comes
/// first. A limit of 0 is none.
inline double part_done(double of_steps, double spent_s, double limit_s) {
  return limit_s > 0 ? std::max(of_steps, spent_s / limit_s) : of_steps;
}

}  // namespace tycho::measure
