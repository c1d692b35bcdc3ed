// A picture as a PNG file of its palette: a byte a cell before it is compressed. gnuplot writes
// three bytes a cell, and a page of its pictures would weigh three times as much.
#pragma once

#include <string>

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// Whether the build has zlib, which compresses the cells.
bool have_png();

/// The bytes of the file; needs have_png().
std::string png_of(const Shades& shades);

/// The SVG with its images, in their order those of the frames that have shades, as PNG files of
/// ours. Left as it is without zlib, or where frames and images are not as many.
std::string with_own_images(std::string svg, const Drawing& drawing);

}  // namespace tycho::report
