// Paths of straight strokes with no more points and digits than can be seen.
#pragma once

#include <string>
#include <vector>

namespace tycho::report {

struct Place {
  double x = 0, y = 0;
};

/// The points without those that lie closer than `tolerance` to the line through the others
/// (Douglas and Peucker 1973); both ends stay.
std::vector<Place> simplified(const std::vector<Place>& points, double tolerance);

/// An SVG path of M and L in relative coordinates, simplified and rounded to 0.1 px. A path with
/// any other command is given back as it is.
std::string light_path(const std::string& data);

/// A number rounded to 0.1, in the fewest characters: "-.3", "12".
std::string tenths(double value);

}  // namespace tycho::report
