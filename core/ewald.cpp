// Ewald (1921); Hernquist, Bouchet & Suto (1991). The same split as Gadget's of mesh and tree, at a
// width where nearest images and some thousand waves of the box hold all but 1e-8 of it.
#include "core/ewald.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/formulas/long_range.hpp"
#include "core/parallel_for.hpp"
#include "core/tree/short_range_terms.hpp"

namespace tycho {

namespace {

/// Where the sum is split. kWidth is r_s in boxes; the longest wave vector, in 2 pi / box, is where
/// exp(-k^2 r_s^2) is 3e-9; beyond kCut, in boxes, the short range has fallen to 1e-10 of Newton's.
struct ForFew {  // half a box is the end; all pairs are summed
  static constexpr double kWidth = 0.05, kCut = 1;
  static constexpr int kMostWaves = 14, kMostWavesSq = 200;
};
struct ForMany {  // eight times the waves, and one pair of fifteen
  static constexpr double kWidth = 0.025, kCut = 0.25;
  static constexpr int kMostWaves = 28, kMostWavesSq = 800;
};
/// From here on ForMany takes less time.
constexpr std::size_t kMany = 8192;

// Not std::complex, whose product looks for infinities.
struct Wave {
  double re = 0, im = 0;
};
Wave product(const Wave& a, const Wave& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
Wave conjugate(const Wave& a) { return {a.re, -a.im}; }

/// exp(i k x) of one body for the wave numbers from -kMostWaves to kMostWaves along each axis.
template <typename Reach>
struct BodyWaves {
  static constexpr int kMostWaves = Reach::kMostWaves;
  std::array<Wave, 2 * kMostWaves + 1> x, y, z;

  BodyWaves(const Vec3<double>& at, double k) {
    for (int i = -kMostWaves; i <= kMostWaves; ++i) {
      x[i + kMostWaves] = {std::cos(i * k * at.x), std::sin(i * k * at.x)};
      y[i + kMostWaves] = {std::cos(i * k * at.y), std::sin(i * k * at.y)};
      z[i + kMostWaves] = {std::cos(i * k * at.z), std::sin(i * k * at.z)};
    }
  }
};

/// The waves (x, y, z) of one y and z: of each pair of opposite ones one, and not the mean.
template <typename Reach>
struct Row {
  static constexpr int kMostWaves = Reach::kMostWaves;
  int y, z;
  std::array<double, 2 * kMostWaves + 1> weight{};  // 8 pi exp(-k^2 r_s^2) / (k^2 box^3); 0: none
  std::array<Wave, 2 * kMostWaves + 1> masses{};    // sums of m exp(-i k x)
};

template <typename Reach>
std::vector<Row<Reach>> rows(double box) {
  constexpr int kMostWaves = Reach::kMostWaves;
  constexpr double kWidth = Reach::kWidth;
  std::vector<Row<Reach>> all;
  for (int z = 0; z <= kMostWaves; ++z)
    for (int y = z ? -kMostWaves : 0; y <= kMostWaves; ++y) {
      Row<Reach> row{y, z};
      for (int x = y || z ? -kMostWaves : 1; x <= kMostWaves; ++x) {
        const int sq = x * x + y * y + z * z;
        if (sq > Reach::kMostWavesSq) continue;
        const double k_sq = 4 * std::numbers::pi * std::numbers::pi * sq;  // per box^2
        row.weight[x + kMostWaves] =
            8 * std::numbers::pi * std::exp(-k_sq * kWidth * kWidth) / (k_sq * box);
      }
      if (*std::max_element(row.weight.begin(), row.weight.end()) > 0) all.push_back(row);
    }
  return all;
}

template <typename Reach>
void add_masses(std::span<const double> mass, const std::vector<BodyWaves<Reach>>& waves,
                Row<Reach>& row) {
  constexpr int kMostWaves = Reach::kMostWaves;
  for (std::size_t j = 0; j < mass.size(); ++j) {
    const Wave yz =
        conjugate(product(waves[j].y[row.y + kMostWaves], waves[j].z[row.z + kMostWaves]));
    const Wave m_yz{mass[j] * yz.re, mass[j] * yz.im};
    for (std::size_t i = 0; i < row.masses.size(); ++i) {
      const Wave term = product(m_yz, conjugate(waves[j].x[i]));
      row.masses[i].re += term.re;
      row.masses[i].im += term.im;
    }
  }
}

/// The long range of a row of waves on one body: phi = -sum of w Re(S exp(i k x)).
template <typename Reach>
tree::Pull<double> of_row(const Row<Reach>& row, const BodyWaves<Reach>& body, double k) {
  constexpr int kMostWaves = Reach::kMostWaves;
  const Wave yz = product(body.y[row.y + kMostWaves], body.z[row.z + kMostWaves]);
  double re = 0, im = 0, im_x = 0;
  for (std::size_t i = 0; i < row.masses.size(); ++i) {
    const Wave at = product(row.masses[i], product(yz, body.x[i]));
    re += row.weight[i] * at.re;
    im += row.weight[i] * at.im;
    im_x += row.weight[i] * at.im * (static_cast<int>(i) - kMostWaves);
  }
  return {-k * Vec3<double>{im_x, im * row.y, im * row.z}, -re};
}

template <typename Reach>
std::vector<tree::Pull<double>> sum(std::span<const Vec3<double>> x, std::span<const double> mass,
                                    double box, double softening,
                                    std::span<const std::int32_t> targets, int threads) {
  const double k = 2 * std::numbers::pi / box, r_s = Reach::kWidth * box;
  std::vector<BodyWaves<Reach>> waves;
  waves.reserve(x.size());
  double all_mass = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    waves.emplace_back(x[j], k);
    all_mass += mass[j];
  }
  std::vector<Row<Reach>> all = rows<Reach>(box);
  parallel_for(all.size(), threads, [&](std::ptrdiff_t r) { add_masses(mass, waves, all[r]); });

  // The rule's pull is nothing beyond its cut.
  const tree::ShortRangeRule<double, false, ErfcSplit<double>> rule{
      box, Reach::kCut * box * (Reach::kCut * box), softening, {1 / (2 * r_s)}};
  const double mean = short_range_mean(r_s) * all_mass / (box * box * box);
  std::vector<tree::Pull<double>> pulls(targets.size());
  parallel_for(targets.size(), threads, [&](std::ptrdiff_t t) {
    const std::size_t i = static_cast<std::size_t>(targets[t]);
    tree::Pull<double> pull{{}, -mean - long_range_self(r_s) * mass[i]};
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (j == i) continue;
      const Vec3<double> r = rule.separation(x[j], x[i]);
      pull += rule.pull(r, dot(r, r), mass[j]);
    }
    for (const Row<Reach>& row : all) pull += of_row(row, waves[i], k);
    pulls[t] = pull;
  });
  return pulls;
}
}  // namespace

std::vector<tree::Pull<double>> ewald(std::span<const Vec3<double>> x, std::span<const double> mass,
                                      double box, double softening,
                                      std::span<const std::int32_t> targets, int threads) {
  return x.size() < kMany ? sum<ForFew>(x, mass, box, softening, targets, threads)
                          : sum<ForMany>(x, mass, box, softening, targets, threads);
}

}  // namespace tycho
