#include "harness/analysis/cell_list.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "harness/analysis/nearest_image.hpp"

namespace tycho::analysis {

CellList::CellList(const Particles& p, double box)
    : particles_(p),
      box_(box),
      side_(std::max(1, static_cast<int>(std::cbrt(static_cast<double>(p.size()))))),
      first_(static_cast<std::size_t>(side_) * side_ * side_ + 1),
      order_(p.size()) {
  std::vector<std::int32_t> at(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    at[i] = flat_cell(cell(p.x[i]), cell(p.y[i]), cell(p.z[i]), side_);
    ++first_[at[i] + 1];
  }
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < p.size(); ++i) order_[next[at[i]]++] = static_cast<std::uint32_t>(i);
}

int CellList::cell(double x) const { return cell_of(wrap_unit(x / box_), side_); }

std::vector<Neighbour> CellList::within(const Vec3<double>& point, double radius) const {
  // The cells along one axis that the sphere reaches, each once.
  const auto reached = [&](double centre) {
    std::set<int> cells;
    const double width = box_ / side_;
    const int span = static_cast<int>(std::ceil(radius / width));
    for (int d = -std::min(span, side_ / 2); d <= std::min(span, side_ / 2); ++d)
      cells.insert((cell(centre) + d + side_) % side_);
    return std::vector<int>(cells.begin(), cells.end());
  };
  std::vector<Neighbour> found;
  const std::vector<int> along_x = reached(point.x), along_y = reached(point.y);
  for (const int k : reached(point.z))
    for (const int j : along_y)
      for (const int i : along_x) {
        const std::int32_t c = flat_cell(i, j, k, side_);
        for (std::uint32_t slot = first_[c]; slot < first_[c + 1]; ++slot) {
          const std::uint32_t particle = order_[slot];
          const Vec3<double> way = nearest_image(particles_.position(particle) - point, box_);
          if (dot(way, way) <= radius * radius) found.push_back({particle, way});
        }
      }
  return found;
}

}  // namespace tycho::analysis
