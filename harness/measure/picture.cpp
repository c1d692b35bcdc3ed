#include "harness/measure/picture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/available_threads.hpp"
#include "core/formulas/cell_index.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/parallel_for.hpp"
#include "harness/result/picture_levels.hpp"

namespace tycho::measure {

namespace {

constexpr int kMostSide = 512;
constexpr int kLeastSideOnTheWay = 96;

int side_of(double wanted, int least, Detail detail) {
  const int side =
      static_cast<int>(std::lround(std::clamp(wanted, double(least), double(kMostSide))));
  return detail == Detail::kLast ? side : std::min(side, std::max(kLeastSideOnTheWay, side / 2));
}

int threads_for(std::size_t particles, int asked) {
  constexpr std::size_t kMany = 1'000'000;  // fewer are drawn before other threads have begun
  return asked > 0 ? asked : particles < kMany ? 1 : available_threads();
}

/// Mass in the cells of a square, drawn by several threads. Each has a sheet of its own, and masses
/// are whole numbers of a unit, so that sums are the same in any order.
class Exposure {
 public:
  Exposure(int side, const Particles& particles, int threads)
      : cells_(static_cast<std::size_t>(side) * side),
        particles_(particles),
        threads_(threads),
        sheets_(static_cast<std::size_t>(threads)),
        drawn_(sheets_.size()) {
    // All particles in one cell must fit into a whole number of 63 bits.
    int exponent = 0;
    std::frexp(heaviest(), &exponent);
    constexpr int kSmallest = -900;  // far from where 1 / unit is no number
    exponent = std::max(exponent, kSmallest) + static_cast<int>(std::bit_width(particles.size()));
    units_ = std::ldexp(1.0, 62 - exponent);
    unit_ = std::ldexp(1.0, exponent - 62);
  }

  /// Calls draw(i, add) for every particle with a mass; add(cell, share) puts a share of its mass
  /// into a cell.
  template <typename Draw>
  void expose(const Draw& draw) {
    parallel_for(sheets_.size(), threads_, [&](std::ptrdiff_t sheet) {
      std::vector<std::int64_t> own(cells_);
      std::int64_t all = 0;
      const auto [first, last] = part(static_cast<std::size_t>(sheet));
      for (std::size_t i = first; i < last; ++i) {
        const double units = particles_.mass[i] * units_;
        if (!std::isfinite(units)) continue;
        all += std::llround(units);
        draw(i, [&](std::size_t cell, double share) { own[cell] += std::llround(units * share); });
      }
      sheets_[sheet] = std::move(own);
      drawn_[sheet] = all;
    });
  }

  /// The mass of all particles, wherever they are.
  double mass() const {
    std::int64_t all = 0;
    for (const std::int64_t part : drawn_) all += part;
    return unit_ * static_cast<double>(all);
  }
  /// The masses in the cells, times a factor.
  std::vector<double> developed(double factor) const {
    std::vector<double> value(cells_);
    for (std::size_t cell = 0; cell < cells_; ++cell) {
      std::int64_t sum = 0;
      for (const std::vector<std::int64_t>& sheet : sheets_) sum += sheet[cell];
      value[cell] = factor * (unit_ * static_cast<double>(sum));
    }
    return value;
  }

 private:
  std::pair<std::size_t, std::size_t> part(std::size_t sheet) const {
    const std::size_t n = particles_.size(), parts = sheets_.size();
    return {n * sheet / parts, n * (sheet + 1) / parts};
  }
  double heaviest() const {
    std::vector<double> most(sheets_.size());
    parallel_for(most.size(), threads_, [&](std::ptrdiff_t sheet) {
      const auto [first, last] = part(static_cast<std::size_t>(sheet));
      double own = 0;
      for (std::size_t i = first; i < last; ++i) {
        const double mass = std::abs(particles_.mass[i]);
        if (std::isfinite(mass)) own = std::max(own, mass);
      }
      most[sheet] = own;
    });
    return *std::max_element(most.begin(), most.end());
  }

  std::size_t cells_;
  const Particles& particles_;
  int threads_;
  std::vector<std::vector<std::int64_t>> sheets_;
  std::vector<std::int64_t> drawn_;
  double unit_ = 1, units_ = 1;  // mass of a unit; units of a mass
};

/// The part of a triangle over [-1, 1] that lies below x.
double below(double x) {
  if (x <= -1) return 0;
  if (x >= 1) return 1;
  return x < 0 ? 0.5 * (1 + x) * (1 + x) : 1 - 0.5 * (1 - x) * (1 - x);
}

/// Calls visit(cell, share) for the cells of width 1 that a triangle around x reaches, whose foot
/// is `width` either side.
template <typename Visit>
void for_cells(double x, double width, const Visit& visit) {
  int cell = static_cast<int>(std::floor(x - width));
  for (double before = 0; before < 1; ++cell) {
    const double now = below((cell + 1 - x) / width);
    visit(cell, now - before);
    before = now;
  }
}

}  // namespace

result::PictureRecord recorded(const Picture& picture) {
  result::PictureRecord record;
  record.t = picture.t;
  record.side = picture.side;
  if (picture.scale_factor > 0) record.redshift = 1 / picture.scale_factor - 1;
  record.levels = result::levels_of(picture.value);
  return record;
}

Picture seen_along_z(Algorithm& algorithm, double t) {
  const std::vector<double> density = algorithm.field("density");
  const int side = static_cast<int>(std::lround(std::cbrt(static_cast<double>(density.size()))));
  Picture picture{t, side, std::vector<double>(static_cast<std::size_t>(side) * side)};
  for (std::size_t c = 0; c < density.size(); ++c)
    picture.value[c % picture.value.size()] += density[c] / side;
  return picture;
}

Picture slice_along_z(const Particles& p, double box, double scale_factor, double t, Detail detail,
                      int threads) {
  constexpr double kDepth = 0.25;  // of the box: through all of it filaments cover each other
  const double across = std::cbrt(static_cast<double>(p.size()));
  const int side = side_of(2 * across, 8, detail);
  // A particle is a cloud that thins out to nothing at a distance of a whole number of particles'
  // shares of the box, so that a lattice of them is even; and no less than a cell away.
  const double own = side / across;
  const double width = own * std::max(1.0, std::ceil(1 / own - 1e-9));
  Exposure exposure(side, p, threads_for(p.size(), threads));
  exposure.expose([&](std::size_t i, const auto& add) {
    if (!(wrap_unit(p.z[i] / box) < kDepth)) return;
    const double x = side * wrap_unit(p.x[i] / box), y = side * wrap_unit(p.y[i] / box);
    if (!(x < side && y < side)) return;  // NaN is nowhere
    for_cells(y, width, [&](int j, double share_y) {
      for_cells(x, width, [&](int k, double share_x) {
        add(static_cast<std::size_t>(flat_cell(wrap_cell(k, side), wrap_cell(j, side), 0, side)),
            share_x * share_y);
      });
    });
  });
  const double mass = exposure.mass();
  const double over_the_mean = mass > 0 ? side * side / (kDepth * mass) : 0;
  return {t, side, exposure.developed(over_the_mean), scale_factor};
}

Picture stars_along_z(const Particles& particles, const std::vector<std::uint8_t>& species,
                      const Vec3<double>& middle, double half_width, double t, Detail detail,
                      int threads) {
  const auto stars = static_cast<double>(species.size()) -
                     static_cast<double>(std::count(species.begin(), species.end(), 0));
  // A cell holds two stars in the mean: enough to tell an arm from a gap.
  const int side = side_of(0.75 * std::sqrt(stars), 64, detail);
  const double cell = 2 * half_width / side;
  Exposure exposure(side, particles, threads_for(particles.size(), threads));
  exposure.expose([&](std::size_t i, const auto& add) {
    if (species[i] == 0) return;
    const double x = std::floor((particles.x[i] - middle.x + half_width) / cell);
    const double y = std::floor((particles.y[i] - middle.y + half_width) / cell);
    if (!(x >= 0 && x < side && y >= 0 && y < side)) return;
    add(static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x),
        1);
  });
  return {t, side, exposure.developed(1 / (cell * cell))};
}

}  // namespace tycho::measure
