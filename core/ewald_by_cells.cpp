// Ewald's sum for some thousand bodies: pairs as far as a cut, found by cells, and waves as long as
// theirs are worth anything. No mesh and no interpolation between places.
//
// The split ends where u = alpha r_cut = pi n_cut / (alpha box) = kReach in both parts. What is
// left out of the pull on a body (Kolafa & Perram 1992), for N equal masses m at random places, is
// in the root mean square
//
//   pairs: 2 m sqrt(N / (r_cut box^3)) exp(-kReach^2)
//   waves: 2 m (alpha / box) sqrt(N / (pi n_cut)) exp(-kReach^2)
//
// with kReach = 4.1 1.1e-5 m / box^2 each for 16^3 bodies, and 3.7e-5 for 32^3. The pulls of a
// universe at z = 126, where they nearly cancel, are 55 and 220 m / box^2: 3e-7 of them is left
// out. 1e-7 to 2e-7 were seen at such a start, and 1e-9 today.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/ewald.hpp"
#include "core/ewald_pairs.hpp"
#include "core/ewald_waves.hpp"
#include "core/formulas/short_range.hpp"
#include "core/parallel_for.hpp"

namespace tycho {

namespace {

constexpr double kReach = 4.1;

/// What a pair takes over what an octant of waves takes for a body that pulls and for one that is
/// pulled, measured; it moves where the sum is split, not what it is.
constexpr double kPairTime = 9, kPullingTime = 1, kPulledTime = 1.7;

/// The sum is split as for all bodies unless less than one of kFew is pulled: a sample of them is
/// pulled, to the bit, as all are.
constexpr std::size_t kFew = 64;

/// A cut of 1.6 boxes.
constexpr double kLeastAlpha = 2.5;

/// Where pairs and waves take as long: the number of waves goes as alpha^3, that of pairs as its
/// inverse. For a few bodies the cut is longer than the box, which images of cells allow for.
double quickest_alpha(double bodies, double targets) {
  const double waves = std::numbers::pi / 6 * std::pow(kReach / std::numbers::pi, 3) *
                       (kPullingTime * bodies + kPulledTime * targets);
  const double pairs =
      4 * std::numbers::pi / 3 * std::pow(kReach, 3) * kPairTime * bodies * targets;
  return std::max(kLeastAlpha, std::pow(pairs / waves, 1.0 / 6));
}

/// Bodies in a cell in the mean.
constexpr double kInCell = 8;

/// The cell of each body, x the fastest. A place that is no number is in the first.
struct Cells {
  int side;
  std::vector<std::int32_t> first, bodies;  // of each cell; the bodies by cell
  EwaldNeighbours all;                      // the same bodies

  Cells(std::span<const Vec3<double>> x, std::span<const double> mass, double box)
      : side(std::max(1, static_cast<int>(std::cbrt(static_cast<double>(x.size()) / kInCell)))),
        first(side * side * side + 1) {
    const auto along = [&](double place) {
      const double cell = place / box * side;
      return cell >= 0 && cell < side ? static_cast<int>(cell) : 0;
    };
    std::vector<std::int32_t> cell(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      cell[i] = along(x[i].x) + side * (along(x[i].y) + side * along(x[i].z));
      ++first[cell[i] + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    bodies.resize(x.size());
    std::vector<std::int32_t> next(first.begin(), first.end() - 1);
    for (std::size_t i = 0; i < x.size(); ++i)
      bodies[next[cell[i]]++] = static_cast<std::int32_t>(i);
    for (const std::int32_t body : bodies) {
      all.x.push_back(x[body].x);
      all.y.push_back(x[body].y);
      all.z.push_back(x[body].z);
      all.mass.push_back(mass[body]);
    }
  }
};

struct Offset {
  int x, y, z;
  double nearest_sq;  // between places in the two cells, in cells
};

/// All cells of which a place is within `reach` cells of one in a given cell, images too; the
/// nearest first.
std::vector<Offset> offsets(double reach) {
  std::vector<Offset> all;
  const int most = static_cast<int>(std::ceil(reach));
  const auto gap = [](int cells) { return std::max(0, std::abs(cells) - 1); };
  for (int z = -most; z <= most; ++z)
    for (int y = -most; y <= most; ++y)
      for (int x = -most; x <= most; ++x) {
        const double sq = gap(x) * gap(x) + gap(y) * gap(y) + gap(z) * gap(z);
        if (sq <= reach * reach) all.push_back({x, y, z, sq});
      }
  std::stable_sort(all.begin(), all.end(),
                   [](const Offset& a, const Offset& b) { return a.nearest_sq < b.nearest_sq; });
  return all;
}

/// The bodies and images in the cells `around` a cell, moved to where they pull from.
void gather(const Cells& cells, double box, const std::vector<Offset>& around, double near_sq,
            int cell, EwaldNeighbours& out) {
  out.clear();
  const int n = cells.side;
  const int cx = cell % n, cy = cell / n % n, cz = cell / (n * n);
  const auto wrapped = [n, box](int i, double& shift) {
    const int turns = i >= 0 ? i / n : -((n - 1 - i) / n);
    shift = turns * box;
    return i - turns * n;
  };
  for (const Offset& offset : around) {
    Vec3<double> shift;
    const int x = wrapped(cx + offset.x, shift.x);
    const int y = wrapped(cy + offset.y, shift.y);
    const int z = wrapped(cz + offset.z, shift.z);
    const int other = x + n * (y + n * z);
    out.add(cells.all, cells.first[other], cells.first[other + 1], shift);
    if (offset.nearest_sq <= near_sq) out.near = out.x.size();
  }
}

}  // namespace

std::vector<tree::Pull<double>> ewald_by_cells(const EwaldBodies& bodies, int threads,
                                               double alpha) {
  const double box = bodies.box;
  const std::size_t count = bodies.targets.size();
  if (alpha == 0)
    alpha = quickest_alpha(
        static_cast<double>(bodies.x.size()),
        static_cast<double>(kFew * count < bodies.x.size() ? count : bodies.x.size()));
  const Cells cells(bodies.x, bodies.mass, box);

  // The targets by cell, so that those of a cell share what is around it.
  std::vector<std::int32_t> slot_of(bodies.x.size(), -1);
  for (std::size_t t = 0; t < count; ++t) slot_of[bodies.targets[t]] = static_cast<std::int32_t>(t);
  std::vector<Vec3<double>> at;
  std::vector<std::int32_t> slots, cell_of, first_of;
  for (std::size_t cell = 0; cell + 1 < cells.first.size(); ++cell)
    for (std::int32_t k = cells.first[cell]; k < cells.first[cell + 1]; ++k) {
      const std::int32_t body = cells.bodies[k];
      if (slot_of[body] < 0) continue;
      if (cell_of.empty() || cell_of.back() != static_cast<std::int32_t>(cell)) {
        cell_of.push_back(static_cast<std::int32_t>(cell));
        first_of.push_back(static_cast<std::int32_t>(at.size()));
      }
      at.push_back(bodies.x[body]);
      slots.push_back(slot_of[body]);
    }
  first_of.push_back(static_cast<std::int32_t>(at.size()));

  EwaldWaves waves(box, alpha, kReach * alpha / std::numbers::pi);
  waves.add(bodies.x, bodies.mass, threads);
  std::vector<tree::Pull<double>> sums = waves.pulls(at, threads);

  const EwaldPairs pairs(alpha / box, kReach, bodies.softening);
  const double per_cell = cells.side / box, cells_of_h = bodies.softening * per_cell;
  const std::vector<Offset> around = offsets(kReach / alpha * box * per_cell);
  parallel_for_uneven(cell_of.size(), threads, 1, [&](std::ptrdiff_t c) {
    thread_local EwaldNeighbours neighbours;
    gather(cells, box, around, cells_of_h * cells_of_h, cell_of[c], neighbours);
    for (std::int32_t t = first_of[c]; t < first_of[c + 1]; ++t)
      sums[t] += pairs.pull(at[t], bodies.mass[bodies.targets[slots[t]]], neighbours);
  });

  const double all_mass = std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
  const double mean = short_range_mean(box / (2 * alpha)) * all_mass / (box * box * box);
  std::vector<tree::Pull<double>> out(count);
  for (std::size_t t = 0; t < slots.size(); ++t) out[slots[t]] = {sums[t].acc, sums[t].pot - mean};
  return out;
}

}  // namespace tycho
