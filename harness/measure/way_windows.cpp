#include "harness/measure/way_windows.hpp"

namespace tycho::measure {

bool WayWindows::take(std::int64_t steps, const Due& due, const Told& told) {
  const bool goes_on = timing_.open.has_value();
  OpenWindow window = timing_.open.value_or(OpenWindow{});
  if (goes_on) steps = 1;
  const auto begin = HostTime::now();
  const Piece taken =
      marked_ ? marked_->piece(steps, due, told) : piece(algorithm_, silent_, steps, timing_, due);
  window.steps += taken.steps;
  window.seconds += taken.seconds;
  if (taken.within_step) {
    timing_.open = window;
    return false;
  }
  timing_.open.reset();
  timing_.windows.push_back({begin, HostTime::now(), window.steps, !goes_on});
  if (marked_) marked_->end_window(window.steps);
  timing_.step_s.push_back(window.seconds / static_cast<double>(window.steps));
  timing_.passed_s += window.seconds;
  timing_.evolved += window.steps;
  return true;
}

}  // namespace tycho::measure
