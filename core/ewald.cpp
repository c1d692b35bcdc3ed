// Ewald (1921); Hernquist, Bouchet & Suto (1991). The same split as Gadget's of mesh and tree, at a
// width where nearest images and some thousand waves of the box hold all but 1e-8 of it.
#include "core/ewald.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/formulas/long_range.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/formulas/short_range.hpp"
#include "core/parallel_for.hpp"

namespace tycho {

namespace {

/// Where the sum is split: r_s in boxes. Half a box is the end of the short range; the longest wave
/// vector, in 2 pi / box, is where exp(-k^2 r_s^2) is 3e-9.
constexpr double kWidth = 0.05;
constexpr int kMostWaves = 14, kMostWavesSq = 200;

/// From here on cells take less time than all pairs.
constexpr std::size_t kMany = 2048;

// Not std::complex, whose product looks for infinities.
struct Wave {
  double re = 0, im = 0;
};
Wave product(const Wave& a, const Wave& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
Wave conjugate(const Wave& a) { return {a.re, -a.im}; }

/// exp(i k x) of one body for the wave numbers from -kMostWaves to kMostWaves along each axis.
struct BodyWaves {
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
struct Row {
  int y, z;
  std::array<double, 2 * kMostWaves + 1> weight{};  // 8 pi exp(-k^2 r_s^2) / (k^2 box^3); 0: none
  std::array<Wave, 2 * kMostWaves + 1> masses{};    // sums of m exp(-i k x)
};

std::vector<Row> rows(double box) {
  std::vector<Row> all;
  for (int z = 0; z <= kMostWaves; ++z)
    for (int y = z ? -kMostWaves : 0; y <= kMostWaves; ++y) {
      Row row{y, z};
      for (int x = y || z ? -kMostWaves : 1; x <= kMostWaves; ++x) {
        const int sq = x * x + y * y + z * z;
        if (sq > kMostWavesSq) continue;
        const double k_sq = 4 * std::numbers::pi * std::numbers::pi * sq;  // per box^2
        row.weight[x + kMostWaves] =
            8 * std::numbers::pi * std::exp(-k_sq * kWidth * kWidth) / (k_sq * box);
      }
      if (*std::max_element(row.weight.begin(), row.weight.end()) > 0) all.push_back(row);
    }
  return all;
}

void add_masses(std::span<const double> mass, const std::vector<BodyWaves>& waves, Row& row) {
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
tree::Pull<double> of_row(const Row& row, const BodyWaves& body, double k) {
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

/// The spline's pull at r (from the body to the other) less what the waves hold of Newton's.
tree::Pull<double> short_pull(const Vec3<double>& r, double mass, double h,
                              const ErfcSplit<double>& split) {
  const double r_sq = dot(r, r), d = std::sqrt(r_sq), a = split.per_width;
  const tree::Kernel<double> kernel = tree::spline_kernel(r_sq, h);
  const ShortRange<double> left = split(d);
  // Where the two bodies are at one place, pull and potential of the waves have finite limits.
  const double in_waves =
      d > 0 ? (1 - left.force) / (r_sq * d) : 4 * a * a * a * std::numbers::inv_sqrtpi / 3;
  const double depth = d > 0 ? (1 - left.potential) / d : 2 * a * std::numbers::inv_sqrtpi;
  return {mass * (kernel.factor - in_waves) * r, mass * (kernel.potential + depth)};
}

}  // namespace

std::vector<tree::Pull<double>> ewald_all_pairs(const EwaldBodies& bodies, int threads) {
  const std::span<const Vec3<double>> x = bodies.x;
  const double box = bodies.box, k = 2 * std::numbers::pi / box, r_s = kWidth * box;
  std::vector<BodyWaves> waves;
  waves.reserve(x.size());
  double all_mass = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    waves.emplace_back(x[j], k);
    all_mass += bodies.mass[j];
  }
  std::vector<Row> all = rows(box);
  parallel_for(all.size(), threads,
               [&](std::ptrdiff_t r) { add_masses(bodies.mass, waves, all[r]); });

  const ErfcSplit<double> split{1 / (2 * r_s)};
  const double mean = short_range_mean(r_s) * all_mass / (box * box * box);
  std::vector<tree::Pull<double>> pulls(bodies.targets.size());
  parallel_for(pulls.size(), threads, [&](std::ptrdiff_t t) {
    const std::size_t i = static_cast<std::size_t>(bodies.targets[t]);
    tree::Pull<double> pull{{}, -mean - long_range_self(r_s) * bodies.mass[i]};
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (j == i) continue;
      const Vec3<double> r = nearest_image(x[j] - x[i], box);
      pull += short_pull(r, bodies.mass[j], bodies.softening, split);
    }
    for (const Row& row : all) pull += of_row(row, waves[i], k);
    pulls[t] = pull;
  });
  return pulls;
}

std::vector<tree::Pull<double>> ewald(std::span<const Vec3<double>> x, std::span<const double> mass,
                                      double box, double softening,
                                      std::span<const std::int32_t> targets, int threads) {
  const EwaldBodies bodies{x, mass, box, softening, targets};
  return x.size() < kMany ? ewald_all_pairs(bodies, threads) : ewald_by_cells(bodies, threads);
}

}  // namespace tycho
