// The figures of a report, drawn at once.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/figure.hpp"

namespace tycho::report {

/// Draws into `folder`, as many figures at a time as there are cores, and returns the pictures in
/// the order of the figures. One that cannot be drawn has a note instead: the tables hold every
/// number it would have shown.
std::vector<Picture> draw_all(const std::vector<Figure>& figures,
                              const std::filesystem::path& folder);

}  // namespace tycho::report
