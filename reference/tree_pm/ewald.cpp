// Ewald's sum (Ewald 1921; Hernquist, Bouchet & Suto 1991): the same split as that of mesh and
// tree, at a width where nearest images and some thousand modes of the box hold all but 1e-8 of it.
// Pairs are summed directly, modes are those of the bodies themselves: no mesh, no tree.
#include <cmath>
#include <complex>
#include <numbers>

#include "core/formulas/long_range.hpp"
#include "core/parallel_for.hpp"
#include "core/tree/short_range_terms.hpp"
#include "reference/tree_pm/bodies.hpp"

namespace tycho::reference::tree_pm {

namespace {

using Complex = std::complex<double>;
using tycho::tree_pm::Split;

/// r_s in boxes: at half a box the short range has fallen to 1e-10 of Newton's.
constexpr double kWidth = 0.05;
/// The longest wave vector, in 2 pi / box: exp(-k^2 r_s^2) is 3e-9 there.
constexpr int kMostWaves = 14, kMostWavesSq = 200;

struct Mode {
  int x, y, z;     // 2 pi / box; one of each pair of opposite ones
  double weight;   // 2 * 4 pi exp(-k^2 r_s^2) / (k^2 box^3)
  Complex masses;  // the sum of m exp(-i k x)
};

std::vector<Mode> modes(double box) {
  std::vector<Mode> all;
  for (int z = 0; z <= kMostWaves; ++z)
    for (int y = z ? -kMostWaves : 0; y <= kMostWaves; ++y)
      for (int x = z || y ? -kMostWaves : 1; x <= kMostWaves; ++x) {
        const int sq = x * x + y * y + z * z;
        if (sq > kMostWavesSq) continue;
        const double k_sq = 4 * std::numbers::pi * std::numbers::pi * sq;  // per box^2
        all.push_back(
            {x, y, z, 8 * std::numbers::pi * std::exp(-k_sq * kWidth * kWidth) / (k_sq * box), {}});
      }
  return all;
}

/// exp(i k x) of one body for all wave numbers along an axis.
struct Waves {
  Complex positive[kMostWaves + 1];
  explicit Waves(double phase) {
    for (int i = 0; i <= kMostWaves; ++i) positive[i] = std::polar(1.0, i * phase);
  }
  Complex operator[](int i) const { return i < 0 ? std::conj(positive[-i]) : positive[i]; }
};

struct BodyWaves {
  Waves x, y, z;
  BodyWaves(const Vec3<double>& at, double k) : x(k * at.x), y(k * at.y), z(k * at.z) {}
  Complex operator()(const Mode& m) const { return x[m.x] * y[m.y] * z[m.z]; }
};

}  // namespace

Interactions ewald(const tree::Tree<double>& tree, const Split& split,
                   std::span<const std::int32_t> places, int threads, Bodies& b) {
  const double box = split.box, k = 2 * std::numbers::pi / box, r_s = kWidth * box;
  const std::size_t n = b.size();
  std::vector<BodyWaves> waves;
  waves.reserve(n);
  double all_mass = 0;
  for (std::size_t j = 0; j < n; ++j) {
    waves.emplace_back(b.x[j], k);
    all_mass += b.mass[j];
  }
  std::vector<Mode> all = modes(box);
  parallel_for(all.size(), threads, [&](std::ptrdiff_t m) {
    for (std::size_t j = 0; j < n; ++j) all[m].masses += b.mass[j] * std::conj(waves[j](all[m]));
  });

  // All pairs are within this cut.
  const tree::ShortRangeRule<double, false, ErfcSplit<double>> rule{
      box, box * box, tree::kSplineRadius * split.softening, {1 / (2 * r_s)}};
  const double mean = short_range_mean(r_s) * all_mass / (box * box * box);
  parallel_for(places.size(), threads, [&](std::ptrdiff_t t) {
    const std::int32_t i = tree.order[places[t]];
    tree::Pull<double> sum{{}, -mean - long_range_self(r_s) * b.mass[i]};
    for (std::size_t j = 0; j < n; ++j) {
      if (static_cast<std::int32_t>(j) == i) continue;
      const Vec3<double> r = rule.separation(b.x[j], b.x[i]);
      sum += rule.pull(r, dot(r, r), b.mass[j]);
    }
    for (const Mode& m : all) {
      const Complex at = m.weight * m.masses * waves[i](m);
      sum.pot -= at.real();
      sum.acc -= (k * at.imag()) * Vec3<double>{double(m.x), double(m.y), double(m.z)};
    }
    b.short_g[i] = sum.acc;
    b.short_pot[i] = sum.pot;
  });
  return {0, static_cast<std::int64_t>(places.size() * (n - 1))};
}

}  // namespace tycho::reference::tree_pm
