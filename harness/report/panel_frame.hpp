// A panel as a frame: its axes with ranges and ticks, its series as marks.
#pragma once

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// Everything but where it stands.
Frame panel_frame(const Panel& panel);

/// How a series is drawn: a mark without spots.
Mark looks_of(const Panel& panel, const Series& series);

/// The scale of a picture's colours.
Frame shade_scale(const Panel& panel);

/// Takes out the spots of a frame without which every stroke looks the same at the frame's size.
void drop_unseen(Frame& frame);

}  // namespace tycho::report
