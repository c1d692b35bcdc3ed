// gnuplot repeats the whole style at every group and gives each point two decimals. A page holds
// dozens of drawings: the same picture in a fraction of the bytes.
#pragma once

#include <string>

namespace tycho::report {

/// The drawing of an SVG file, looking the same. Throws std::runtime_error where it is not well
/// formed.
std::string light_svg(const std::string& svg);

}  // namespace tycho::report
