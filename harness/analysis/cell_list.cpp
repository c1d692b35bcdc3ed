#include "harness/analysis/cell_list.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/available_threads.hpp"
#include "core/formulas/cell_index.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/large_array.hpp"
#include "core/parallel_for.hpp"
#include "harness/analysis/nearest_image.hpp"

namespace tycho::analysis {

CellList::CellList(const Particles& p, double box)
    : particles_(p),
      box_(box),
      side_(std::max(1, static_cast<int>(std::cbrt(static_cast<double>(p.size()))))),
      first_(large_array<std::uint32_t>(static_cast<std::size_t>(side_) * side_ * side_ + 1)),
      order_(large_array<std::uint32_t>(p.size())) {
  const int threads = available_threads();
  std::vector<std::int32_t> at = large_array<std::int32_t>(p.size());
  parallel_for(p.size(), threads, [&](std::ptrdiff_t i) {
    at[i] = flat_cell(cell(p.x[i]), cell(p.y[i]), cell(p.z[i]), side_);
  });
  // A thread counts, and then fills, cells of its own, so that particles stand in the order of
  // their indices in every cell whatever the number of threads.
  const std::size_t cells = first_.size() - 1, parts = static_cast<std::size_t>(threads);
  const auto for_own = [&](const auto& body) {
    parallel_for(parts, threads, [&](std::ptrdiff_t part) {
      const auto low = static_cast<std::int32_t>(cells * part / parts);
      const auto high = static_cast<std::int32_t>(cells * (part + 1) / parts);
      for (std::size_t i = 0; i < at.size(); ++i)
        if (at[i] >= low && at[i] < high) body(i);
    });
  };
  for_own([&](std::size_t i) { ++first_[at[i] + 1]; });
  for (std::size_t c = 1; c < first_.size(); ++c) first_[c] += first_[c - 1];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for_own([&](std::size_t i) { order_[next[at[i]]++] = static_cast<std::uint32_t>(i); });
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
