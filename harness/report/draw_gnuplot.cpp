// Draws a figure by writing a gnuplot script and running the program on it. What is drawn, and
// where, is in the drawing: a gnuplot graph of coordinates from 0 to 1 for every frame.
#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "core/joined.hpp"
#include "harness/report/draw.hpp"
#include "harness/report/drawing.hpp"
#include "harness/report/gnuplot.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace fs = std::filesystem;

namespace {

/// gnuplot's number of a marker.
int point_type(Marker marker) {
  constexpr std::array<int, 14> kTypes{0, 7, 5, 9, 11, 13, 4, 6, 3, 1, 2, 8, 12, 10};
  return kTypes[static_cast<std::size_t>(marker)];
}

const char* word(Anchor anchor) {
  constexpr std::array<const char*, 3> kWords{"left", "center", "right"};
  return kWords[static_cast<std::size_t>(anchor)];
}

void write_axis(std::ostream& script, const std::string& axis, const DrawnAxis& drawn) {
  script << "set " << axis << "label " << quoted(drawn.label) << " noenhanced\nunset " << axis
         << "tics\n";
  // Exponents are raised by the enhanced mode; words are drawn without it.
  const bool raised = std::any_of(drawn.ticks.begin(), drawn.ticks.end(),
                                  [](const Tick& tick) { return !tick.raised.empty(); });
  if (!drawn.ticks.empty())
    script << "set " << axis << "tics nomirror " << (raised ? "enhanced " : "noenhanced ")
           << (drawn.names ? "scale 0 (" : "scale default (");
  for (std::size_t i = 0; i < drawn.ticks.size(); ++i) {
    const Tick& tick = drawn.ticks[i];
    const std::string label = format_of_tick(tick.label);
    script << (i ? ", " : "")
           << quoted(tick.raised.empty() ? label : label + "^{" + tick.raised + "}") << " "
           << exact(tick.at) << (tick.label.empty() ? " 1" : "");
  }
  if (!drawn.ticks.empty()) script << ")\n";
  if (drawn.grid) script << "set grid " << axis << "tics lc rgb '" << kGrid << "' lw 1 lt 1\n";
}

void write_shades(std::ostream& script, const Shades& shades) {
  script << "$shades << END\n";
  for (std::size_t i = 0; i < shades.value.size(); ++i)
    script << shades.value[i]
           << ((i + 1) % static_cast<std::size_t>(shades.width) == 0 ? "\n" : " ");
  script << "END\nset palette defined (";
  for (std::size_t i = 0; i < kShades.size(); ++i)
    script << (i ? ", " : "") << i << " '" << kShades[i] << "'";
  script << ")\nset cbrange [0:" << kShadeSteps << "]\nunset colorbox\n";
}

/// The part of a plot command that draws a mark from the data of this name.
std::string plot_of(const Mark& mark, const std::string& data) {
  const std::string colour = " lc rgb '" + mark.colour + "'";
  if (mark.filled) return data + " with filledcurves closed fs solid 0.9 noborder" + colour;
  std::string with = " with ";
  if (mark.width > 0) with += "lines";
  if (mark.marker != Marker::kNone)
    with += "points pt " + std::to_string(point_type(mark.marker)) + " ps " + exact(mark.size);
  return data + with + colour + " lw " + exact(mark.width > 0 ? mark.width : 1.2) + " dt " +
         std::to_string(mark.dash + 1);
}

void write_frame(std::ostream& script, const Drawing& drawing, const Frame& frame,
                 double small_font) {
  for (const auto& [margin, at] : {std::pair{"lmargin", frame.left / drawing.width},
                                   {"rmargin", frame.right / drawing.width},
                                   {"bmargin", frame.bottom / drawing.height},
                                   {"tmargin", frame.top / drawing.height}})
    script << "set " << margin << " at screen " << at << "\n";
  script << "unset label\nunset grid\nset title " << quoted(frame.title)
         << " noenhanced offset 0, -0.4\n";
  write_axis(script, "x", frame.x);
  write_axis(script, "y", frame.y);
  constexpr std::array<int, 3> kSides{0, 3, 15};
  script << "set border " << kSides[static_cast<std::size_t>(frame.border)] << " lc rgb '" << kInk
         << "'\n";
  for (const Text& text : frame.texts)
    script << "set label " << quoted(text.text) << " at first " << exact(text.at.x) << ", first "
           << exact(text.at.y) << " " << word(text.anchor) << " noenhanced textcolor rgb '" << kInk
           << "' font '," << small_font << "'\n";
  std::string plots;
  if (frame.shades.width > 0) {
    write_shades(script, frame.shades);
    plots = "$shades matrix using (($1+0.5)/" + std::to_string(frame.shades.width) +
            "):(($2+0.5)/" + std::to_string(frame.shades.height) + "):3 with image";
  }
  for (std::size_t i = 0; i < frame.marks.size(); ++i) {
    const std::string data = "$m" + std::to_string(i);
    script << data << " << END\n";
    for (const Spot& spot : frame.marks[i].spots) {
      if (std::isfinite(spot.x) && std::isfinite(spot.y))
        script << exact(spot.x) << " " << exact(spot.y);
      script << "\n";  // an empty line interrupts a stroke
    }
    script << "END\n";
    join_to(plots, plot_of(frame.marks[i], data), ", \\\n  ");
  }
  script << "plot " << (plots.empty() ? "NaN" : plots) << "\n";
}

std::string script_of(const Drawing& drawing, const Format& format, const fs::path& output) {
  std::ostringstream script;
  script << script_head(drawing, format, output) << "unset key\nset tics textcolor rgb '" << kInk
         << "'\nset xrange [0:1]\nset yrange [0:1]\n";
  for (const char* text : {"title", "xlabel", "ylabel"})
    script << "set " << text << " textcolor rgb '" << kInk << "'\n";
  script << "set multiplot\n";
  for (const Frame& frame : drawing.frames) write_frame(script, drawing, frame, format.small);
  script << "unset multiplot\nset output\n";
  return script.str();
}

}  // namespace

std::string told_to_gnuplot(const Drawing& drawing) {
  std::string told;
  for (const Format& format : kFormats) told += script_of(drawing, format, "");
  return told;
}

void draw_with_gnuplot(const Drawing& drawing, const fs::path& folder) {
  for (const Format& format : kFormats) {
    const fs::path file = folder / (drawing.id + format.ending);
    run_gnuplot(script_of(drawing, format, file), format, file);
  }
}

}  // namespace tycho::report
