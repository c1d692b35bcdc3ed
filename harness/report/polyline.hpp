// Strokes with no more spots than can be seen.
#pragma once

#include <vector>

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// The spots without those that lie closer than `tolerance` pixels to the stroke through the others
/// (Douglas and Peucker 1973), in a frame of this size in pixels. Both ends of every stroke stay,
/// and so do the interruptions between strokes.
std::vector<Spot> simplified(const std::vector<Spot>& spots, const Spot& size, double tolerance);

}  // namespace tycho::report
