// The legend of a panel as a frame without axes: a sample of each series and its label.
#pragma once

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// In as many columns as the longest label allows.
double legend_height(const Panel& panel);
Frame legend_below(const Panel& panel, int figure_width);

/// One below the other, at the right edge.
Frame legend_beside(const Panel& panel, int figure_width, int figure_height);

}  // namespace tycho::report
