// Paths in space, seen from the side and above.
#pragma once

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// The panel's box and paths projected on a plane; ticks and labels along three edges of the box.
Frame space_frame(const Panel& panel);

}  // namespace tycho::report
