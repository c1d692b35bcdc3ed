#include "core/ewald_waves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/parallel_for.hpp"

namespace tycho {

namespace {

/// Bodies that are summed together: enough to fill vectors, and few enough that the cosines and
/// sines of one axis stay in the nearest cache.
constexpr int kLanes = 64;

/// Bodies are summed in parts, and the parts in order: the number of threads changes no bit.
constexpr std::size_t kParts = 16;

/// cos(n k x) and sin(n k x) of kLanes bodies for n = 0 to `most`, by powers of the first.
struct AxisWaves {
  std::vector<double> cos, sin;  // [n][lane]

  explicit AxisWaves(int most) : cos((most + 1) * kLanes), sin((most + 1) * kLanes) {}

  void fill(const double* phase, int most) {
    for (int lane = 0; lane < kLanes; ++lane) {
      cos[lane] = 1;
      sin[lane] = 0;
    }
    if (most == 0) return;
    double *c1 = &cos[kLanes], *s1 = &sin[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
      c1[lane] = std::cos(phase[lane]);
      s1[lane] = std::sin(phase[lane]);
    }
    for (int n = 2; n <= most; ++n) {
      const double *c = &cos[(n - 1) * kLanes], *s = &sin[(n - 1) * kLanes];
      double *c_next = &cos[n * kLanes], *s_next = &sin[n * kLanes];
#pragma omp simd
      for (int lane = 0; lane < kLanes; ++lane) {
        c_next[lane] = c[lane] * c1[lane] - s[lane] * s1[lane];
        s_next[lane] = c[lane] * s1[lane] + s[lane] * c1[lane];
      }
    }
  }
};

struct Block {
  AxisWaves x, y, z;
  explicit Block(int most) : x(most), y(most), z(most) {}

  /// Of the bodies from `first` on; lanes beyond the last are at the origin.
  void fill(std::span<const Vec3<double>> at, std::size_t first, double k, int most) {
    double px[kLanes] = {}, py[kLanes] = {}, pz[kLanes] = {};
    const std::size_t end = std::min<std::size_t>(at.size(), first + kLanes);
    for (std::size_t i = first; i < end; ++i) {
      px[i - first] = k * at[i].x;
      py[i - first] = k * at[i].y;
      pz[i - first] = k * at[i].z;
    }
    x.fill(px, most);
    y.fill(py, most);
    z.fill(pz, most);
  }
};

}  // namespace

EwaldWaves::EwaldWaves(double box, double alpha, double longest)
    : box_(box), most_(static_cast<int>(longest) + 1) {
  const double pi = std::numbers::pi, longest_sq = longest * longest;
  for (int z = 0; z <= most_; ++z)
    for (int y = 0; y <= most_; ++y) {
      Row row{y, z, 0, 8 * octants_};
      for (int x = 0; x <= most_ && x * x + y * y + z * z <= longest_sq; ++x) {
        const int sq = x * x + y * y + z * z;
        const double k_sq = 4 * pi * pi * sq;  // per box^2
        const int images = (x ? 2 : 1) * (y ? 2 : 1) * (z ? 2 : 1);
        weights_.push_back(
            sq ? images * 4 * pi * std::exp(-k_sq / (4 * alpha * alpha)) / (k_sq * box) : 0);
        ++row.count;
      }
      if (row.count == 0) continue;
      if (row.count % 2) {  // octants are summed two by two
        weights_.push_back(0);
        ++row.count;
      }
      octants_ += row.count;
      rows_.push_back(row);
    }
}

void EwaldWaves::add(std::span<const Vec3<double>> x, std::span<const double> mass, int threads) {
  const double k = 2 * std::numbers::pi / box_;
  std::vector<std::vector<double>> parts(kParts);
  const std::size_t blocks = (x.size() + kLanes - 1) / kLanes;
  parallel_for_uneven(kParts, threads, 1, [&](std::ptrdiff_t part) {
    std::vector<double> sums(8 * octants_);
    Block block(most_);
    for (std::size_t b = blocks * part / kParts; b < blocks * (part + 1) / kParts; ++b) {
      block.fill(x, b * kLanes, k, most_);
      double m[kLanes] = {};
      std::copy(mass.begin() + b * kLanes,
                mass.begin() + std::min<std::size_t>(mass.size(), (b + 1) * kLanes), m);
      for (const Row& row : rows_) {
        const double *cy = &block.y.cos[row.y * kLanes], *sy = &block.y.sin[row.y * kLanes];
        const double *cz = &block.z.cos[row.z * kLanes], *sz = &block.z.sin[row.z * kLanes];
        double cc[kLanes], cs[kLanes], sc[kLanes], ss[kLanes];
#pragma omp simd
        for (int i = 0; i < kLanes; ++i) {
          cc[i] = m[i] * cy[i] * cz[i];
          cs[i] = m[i] * cy[i] * sz[i];
          sc[i] = m[i] * sy[i] * cz[i];
          ss[i] = m[i] * sy[i] * sz[i];
        }
        for (int n = 0; n < row.count; n += 2) {
          const double *cx = &block.x.cos[n * kLanes], *sx = &block.x.sin[n * kLanes];
          const double *dx = cx + kLanes, *tx = sx + kLanes;
          double c0 = 0, c1 = 0, c2 = 0, c3 = 0, s0 = 0, s1 = 0, s2 = 0, s3 = 0;
          double d0 = 0, d1 = 0, d2 = 0, d3 = 0, t0 = 0, t1 = 0, t2 = 0, t3 = 0;
#pragma omp simd reduction(+ : c0, c1, c2, c3, s0, s1, s2, s3, d0, d1, d2, d3, t0, t1, t2, t3)
          for (int i = 0; i < kLanes; ++i) {
            c0 += cx[i] * cc[i];
            c1 += cx[i] * cs[i];
            c2 += cx[i] * sc[i];
            c3 += cx[i] * ss[i];
            s0 += sx[i] * cc[i];
            s1 += sx[i] * cs[i];
            s2 += sx[i] * sc[i];
            s3 += sx[i] * ss[i];
            d0 += dx[i] * cc[i];
            d1 += dx[i] * cs[i];
            d2 += dx[i] * sc[i];
            d3 += dx[i] * ss[i];
            t0 += tx[i] * cc[i];
            t1 += tx[i] * cs[i];
            t2 += tx[i] * sc[i];
            t3 += tx[i] * ss[i];
          }
          const double both[] = {c0, c1, c2, c3, s0, s1, s2, s3, d0, d1, d2, d3, t0, t1, t2, t3};
          double* sum = &sums[row.first + 8 * n];
          for (int i = 0; i < 16; ++i) sum[i] += both[i];
        }
      }
    }
    parts[part] = std::move(sums);
  });
  sums_.assign(8 * octants_, 0);
  for (const std::vector<double>& part : parts)
    for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += weights_[i / 8] * part[i];
}

std::vector<tree::Pull<double>> EwaldWaves::pulls(std::span<const Vec3<double>> at,
                                                  int threads) const {
  const double k = 2 * std::numbers::pi / box_;
  std::vector<tree::Pull<double>> out(at.size());
  parallel_for_uneven((at.size() + kLanes - 1) / kLanes, threads, 1, [&](std::ptrdiff_t b) {
    Block block(most_);
    block.fill(at, b * kLanes, k, most_);
    double ax[kLanes] = {}, ay[kLanes] = {}, az[kLanes] = {}, phi[kLanes] = {};
    for (const Row& row : rows_) {
      // With the products of y and z: sums over x of the waves, and of their slopes along x.
      double p[4][kLanes] = {}, q[4][kLanes] = {};
      for (int n = 0; n < row.count; n += 2) {
        const double *cx = &block.x.cos[n * kLanes], *sx = &block.x.sin[n * kLanes];
        const double *dx = cx + kLanes, *tx = sx + kLanes;
        double a[16];
        std::copy_n(&sums_[row.first + 8 * n], 16, a);
        for (int yz = 0; yz < 4; ++yz) {
          const double c0 = a[yz], s0 = a[yz + 4], c1 = a[yz + 8], s1 = a[yz + 12];
          const double nc0 = n * c0, ns0 = n * s0, nc1 = (n + 1) * c1, ns1 = (n + 1) * s1;
          double *here = p[yz], *along = q[yz];
#pragma omp simd
          for (int i = 0; i < kLanes; ++i) {
            here[i] += c0 * cx[i] + s0 * sx[i] + c1 * dx[i] + s1 * tx[i];
            along[i] += ns0 * cx[i] - nc0 * sx[i] + ns1 * dx[i] - nc1 * tx[i];
          }
        }
      }
      const double *cy = &block.y.cos[row.y * kLanes], *sy = &block.y.sin[row.y * kLanes];
      const double *cz = &block.z.cos[row.z * kLanes], *sz = &block.z.sin[row.z * kLanes];
      const double y = row.y, z = row.z;
#pragma omp simd
      for (int i = 0; i < kLanes; ++i) {
        const double cc = cy[i] * cz[i], cs = cy[i] * sz[i], sc = sy[i] * cz[i], ss = sy[i] * sz[i];
        phi[i] += p[0][i] * cc + p[1][i] * cs + p[2][i] * sc + p[3][i] * ss;
        ax[i] += q[0][i] * cc + q[1][i] * cs + q[2][i] * sc + q[3][i] * ss;
        ay[i] += y * (p[2][i] * cc + p[3][i] * cs - p[0][i] * sc - p[1][i] * ss);
        az[i] += z * (p[1][i] * cc - p[0][i] * cs + p[3][i] * sc - p[2][i] * ss);
      }
    }
    const std::size_t first = b * kLanes, end = std::min<std::size_t>(at.size(), first + kLanes);
    for (std::size_t i = first; i < end; ++i) {
      const std::size_t lane = i - first;
      out[i] = {k * Vec3<double>{ax[lane], ay[lane], az[lane]}, -phi[lane]};
    }
  });
  return out;
}

}  // namespace tycho
