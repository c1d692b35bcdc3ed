// Horizontal bars made of parts: the time line of a step.
#pragma once

#include "harness/report/drawing.hpp"

namespace tycho::report {

bool is_stack(const Panel& panel);

/// A bar for each tick of the y axis, the first at the top, its parts in the order of the series.
Frame stack_frame(const Panel& panel);

}  // namespace tycho::report
