// The colours of pictures: from which density to which they run, and whether two pictures show the
// same.
#pragma once

#include <vector>

#include "harness/report/figure.hpp"

namespace tycho::report {

struct ColourRange {
  double least = 0, most = 0;  // of a logarithmic scale; equal: there is nothing to be seen
};

/// Of the stars of a galaxy: four decades below the brightest cell, which shows the outskirts of a
/// disc and no single stars.
ColourRange range_of_stars(const std::vector<const std::vector<double>*>& pictures);

/// Of a slice of the universe, whose voids are not empty: all but the darkest and the brightest few
/// cells, so that filaments and haloes are both seen.
ColourRange range_of_web(const std::vector<const std::vector<double>*>& pictures);

/// Whether an eye would find no difference between two square pictures in these colours: by the
/// means of blocks, since single cells hold few particles.
bool look_alike(const Image& a, const Image& b, const ColourRange& range);

}  // namespace tycho::report
