// From a figure's description to <folder>/<id>.svg and <id>.png. Two drawers, one result; both may
// be called from several threads.
#pragma once

#include <filesystem>
#include <string>

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// Why no figure can be drawn here; empty where they can. Matplot++ draws through gnuplot too.
std::string drawing_unavailable();

/// Lays the figure out and draws it, with Matplot++ where the build has it, else with gnuplot. What
/// stands in the folder and is this very drawing is left: a report that is written anew after every
/// paper draws what the paper changed. A file has its name when it is whole, whatever ends the
/// program before. Throws std::runtime_error with the drawer's own words when it fails.
void draw(const Figure& figure, const std::filesystem::path& folder);

void draw_with_gnuplot(const Drawing& drawing, const std::filesystem::path& folder);
/// All that gnuplot is told of a drawing but where to write it: two that agree in it are the same.
std::string told_to_gnuplot(const Drawing& drawing);
bool have_matplot();
void draw_with_matplot(const Drawing& drawing, const std::filesystem::path& folder);

/// The drawing of an SVG file as a page can hold it: ids of its own, and ink that follows the
/// page's light or dark. Throws std::runtime_error where the file holds no drawing.
std::string inline_svg(const std::filesystem::path& file, const Figure& figure);

}  // namespace tycho::report
