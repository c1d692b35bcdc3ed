#include "gpu/pic/cell_lists.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/formulas/pic_crossing.hpp"
#include "core/large_array.hpp"
#include "core/parallel_for.hpp"

namespace tycho::gpu::pic {

namespace {

/// A coordinate as a cell and an offset in [0, 1): what rounds to the upper edge is the lower edge
/// of the next cell.
template <typename Real>
std::pair<int, Real> split(double x, int n) {
  const double below = std::floor(x);
  const auto offset = static_cast<Real>(x - below);
  const int cell = static_cast<int>(below);
  if (offset < Real(1)) return {cell, offset};
  return {tycho::pic::wrapped_cell(cell + 1, n), Real(0)};
}

}  // namespace

template <typename Real>
CellLists<Real> cell_lists(const Particles& p, int nx, int ny) {
  if (p.size() > 0x7fffffff)
    throw Unavailable("pic numbers particles in 31 bits; " + std::to_string(p.size()) +
                      " are too many");
  const std::size_t cells = static_cast<std::size_t>(nx) * ny;
  // Counts by part and cell should not outnumber the particles.
  const int parts = static_cast<int>(
      std::clamp<std::size_t>(p.size() / cells, 1, static_cast<std::size_t>(available_threads())));
  const auto of_part = [&](auto&& each) {
    parallel_for(parts, parts, [&](std::ptrdiff_t part) {
      const std::size_t end = p.size() * (part + 1) / parts;
      for (std::size_t i = p.size() * part / parts; i < end; ++i) each(part * cells, i);
    });
  };
  std::vector<std::int32_t> cell_of = large_array<std::int32_t>(p.size());
  std::vector<std::int64_t> next(parts * cells);  // at first the counts
  of_part([&](std::size_t part, std::size_t i) {
    cell_of[i] = split<Real>(p.x[i], nx).first + nx * split<Real>(p.y[i], ny).first;
    ++next[part + cell_of[i]];
  });
  CellLists<Real> lists;
  lists.nx = nx;
  lists.ny = ny;
  lists.first.reserve(cells + 1);
  std::int64_t place = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    lists.first.push_back(place);
    for (int part = 0; part < parts; ++part)
      place += std::exchange(next[part * cells + cell], place);
  }
  lists.first.push_back(place);
  lists.id = large_array<std::uint32_t>(p.size());
  for (auto* values : {&lists.dx, &lists.dy, &lists.vx, &lists.vy})
    *values = large_array<Real>(p.size());
  of_part([&](std::size_t part, std::size_t i) {
    const std::int64_t to = next[part + cell_of[i]]++;
    lists.id[to] = static_cast<std::uint32_t>(i);
    lists.dx[to] = split<Real>(p.x[i], nx).second;
    lists.dy[to] = split<Real>(p.y[i], ny).second;
    lists.vx[to] = static_cast<Real>(p.vx[i]);
    lists.vy[to] = static_cast<Real>(p.vy[i]);
  });
  return lists;
}

template CellLists<float> cell_lists(const Particles&, int, int);
template CellLists<double> cell_lists(const Particles&, int, int);

}  // namespace tycho::gpu::pic
