#include "harness/report/polyline.hpp"

#include <algorithm>
#include <cmath>

namespace tycho::report {

namespace {

/// To the stroke, not to its continuation: a loop that returns to its start keeps its far end.
double distance(const Spot& p, const Spot& from, const Spot& to, const Spot& size) {
  const double x = (to.x - from.x) * size.x, y = (to.y - from.y) * size.y;
  const double px = (p.x - from.x) * size.x, py = (p.y - from.y) * size.y;
  const double length_sq = x * x + y * y;
  const double along = length_sq > 0 ? std::clamp((px * x + py * y) / length_sq, 0.0, 1.0) : 0.0;
  return std::hypot(px - along * x, py - along * y);
}

/// One stroke, from the spot `first` to the spot `last`.
void simplify(const std::vector<Spot>& spots, std::size_t first, std::size_t last, const Spot& size,
              double tolerance, std::vector<bool>& kept) {
  kept[first] = kept[last] = true;
  std::vector<std::pair<std::size_t, std::size_t>> spans{{first, last}};
  while (!spans.empty()) {
    const auto [from, to] = spans.back();
    spans.pop_back();
    double most = 0;
    std::size_t farthest = from;
    for (std::size_t i = from + 1; i < to; ++i) {
      const double off = distance(spots[i], spots[from], spots[to], size);
      if (off > most) {
        most = off;
        farthest = i;
      }
    }
    if (most <= tolerance) continue;
    kept[farthest] = true;
    spans.push_back({from, farthest});
    spans.push_back({farthest, to});
  }
}

bool interrupts(const Spot& spot) { return !std::isfinite(spot.x) || !std::isfinite(spot.y); }

}  // namespace

std::vector<Spot> simplified(const std::vector<Spot>& spots, const Spot& size, double tolerance) {
  std::vector<bool> kept(spots.size(), false);
  for (std::size_t first = 0; first < spots.size();) {
    if (interrupts(spots[first])) {
      kept[first++] = true;
      continue;
    }
    std::size_t last = first;
    while (last + 1 < spots.size() && !interrupts(spots[last + 1])) ++last;
    simplify(spots, first, last, size, tolerance, kept);
    first = last + 1;
  }
  std::vector<Spot> light;
  for (std::size_t i = 0; i < spots.size(); ++i)
    if (kept[i]) light.push_back(spots[i]);
  return light;
}

}  // namespace tycho::report
