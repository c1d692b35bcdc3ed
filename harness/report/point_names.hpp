// Words beside the points of a panel.
#pragma once

#include "harness/report/drawing.hpp"
#include "harness/report/scaled_axis.hpp"

namespace tycho::report {

/// Writes its name beside every point that has one, where it covers no other point and no other
/// name. Points that cover one another share one text: "2, 5-7".
void name_points(const Panel& panel, const ScaledAxis& x, const ScaledAxis& y, Frame& frame);

}  // namespace tycho::report
