// The legend of a panel as a frame without axes: a sample of each series and its label.
#pragma once

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// In as many columns as the longest label allows.
double legend_height(const Panel& panel);
Frame legend_below(const Panel& panel, int figure_width);

/// One below the other, at the right edge.
Frame legend_beside(const Panel& panel, int figure_width, int figure_height);

/// Whether the labels may stand at the ends of the lines: lines alone, and few of them.
bool labels_at_ends(const Panel& panel);

/// Each label right of its line's end, none above another. `plot` is the panel's frame in its
/// place; the labels have `width` pixels.
double width_at_ends(const Panel& panel, double most);
Frame legend_at_ends(const Panel& panel, const Frame& plot, double width);

}  // namespace tycho::report
