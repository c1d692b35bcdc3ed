// From a figure's description to <folder>/<id>.svg and <id>.png. Two drawers, one result.
#pragma once

#include <filesystem>
#include <string>

#include "harness/report/figure.hpp"

namespace tycho::report {

/// Why no figure can be drawn here; empty where they can. Matplot++ draws through gnuplot too.
std::string drawing_unavailable();

/// Draws with Matplot++ where the build has it, else with gnuplot, and lightens. Throws
/// std::runtime_error with the drawer's own words when it fails.
void draw(const Figure& figure, const std::filesystem::path& folder);

void draw_with_gnuplot(const Figure& figure, const std::filesystem::path& folder);
bool have_matplot();
void draw_with_matplot(const Figure& figure, const std::filesystem::path& folder);

/// Rewrites an SVG file as the same picture in fewer bytes.
void lighten(const std::filesystem::path& file);

/// A lightened file's drawing as a page can hold it: ids of its own, and ink that follows the
/// page's light or dark.
std::string inline_svg(const std::filesystem::path& file, const Figure& figure);

}  // namespace tycho::report
