#include "harness/strict/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tycho::strict {

double edit_distance(std::string_view a, std::string_view b) {
  // One row of the table of distances between all prefixes; `diagonal` is the cell up and left.
  std::vector<double> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<double>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    double diagonal = row[0];
    row[0] = static_cast<double>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const double substitute =
          a[i - 1] == b[j - 1] ? 0 : 1 + std::abs(a[i - 1] - b[j - 1]) / 1024.0;
      const double best = std::min({row[j] + 1, row[j - 1] + 1, diagonal + substitute});
      diagonal = row[j];
      row[j] = best;
    }
  }
  return row[b.size()];
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string_view> names) {
  std::string_view nearest;
  // More than half of the word changed is no slip of the pen.
  double least = std::max(1.5, 0.5 * static_cast<double>(wanted.size()));
  for (const std::string_view name : names) {
    const double distance = edit_distance(wanted, name);
    if (distance < least) {
      least = distance;
      nearest = name;
    }
  }
  return nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace tycho::strict
