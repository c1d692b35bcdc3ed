// All cores, SIMD over the sources j. A block of a few bodies shares every load of the sources
// and fills the latency of one body's chain of operations with the others' (docs/cpu.md). Compiled
// with relaxed floating-point rules (reference/CMakeLists.txt): products are fused with sums.
#include <algorithm>
#include <array>

#include "core/formulas/pair_force.hpp"
#include "core/parallel_for.hpp"
#include "reference/all_pairs/bodies.hpp"
#include "reference/simd.hpp"

namespace tycho::reference::all_pairs {

namespace {

// Tuned: three sums, three coordinates and half a dozen temporaries a body in 32 registers, of
// which AVX-512 also takes operands from memory; AVX2 has 16.
#if defined(__AVX512F__)
constexpr int kSuited = 4;
#elif defined(__aarch64__)
constexpr int kSuited = 3;
#else
constexpr int kSuited = 2;
#endif

// Vectors of sources between two additions to the sum in double, which bounds the rounding error of
// single precision: a lane adds 64 terms before.
constexpr std::ptrdiff_t kChunk = 64;

template <typename Real>
struct Sources {
  const Real *mass, *x, *y, *z;
};

/// The last sources, fewer than a vector has lanes, filled up with bodies of no mass.
template <typename Real>
class LastSources {
 public:
  LastSources(const Sources<Real>& all, std::ptrdiff_t first, std::ptrdiff_t last) {
    for (Lanes* lanes : {&x_, &y_, &z_}) lanes->fill(0);
    mass_.fill(0);
    std::copy(all.mass + first, all.mass + last, mass_.begin());
    std::copy(all.x + first, all.x + last, x_.begin());
    std::copy(all.y + first, all.y + last, y_.begin());
    std::copy(all.z + first, all.z + last, z_.begin());
  }
  Sources<Real> sources() const { return {mass_.data(), x_.data(), y_.data(), z_.data()}; }

 private:
  using Lanes = std::array<Real, simd::kWidth<Real>>;
  Lanes mass_, x_, y_, z_;
};

template <typename Real, int kTargets>
class Block {
 public:
  using V = simd::Vector<Real>;

  /// Takes kTargets bodies from `first` on, or as many as there are before `last`.
  Block(const Bodies<Real>& b, std::ptrdiff_t first, std::ptrdiff_t last) {
    for (int k = 0; k < kTargets; ++k) {
      const std::ptrdiff_t i = std::min(first + k, last - 1);  // what is beyond is not stored
      x_[k] = b.x[i];
      y_[k] = b.y[i];
      z_[k] = b.z[i];
    }
  }

  /// The pull of the sources from `first` to `last`, whole vectors.
  void add(const Sources<Real>& s, std::ptrdiff_t first, std::ptrdiff_t last, Real eps_sq) {
    std::array<V, kTargets> ax, ay, az;
    for (auto* sums : {&ax, &ay, &az}) sums->fill(V(0));
    constexpr std::ptrdiff_t width = simd::kWidth<Real>;
    for (std::ptrdiff_t j = first; j < last; j += width) {
      const auto load = [j](const Real* from) { return V(from + j, simd::stdx::element_aligned); };
      const V x = load(s.x), y = load(s.y), z = load(s.z), mass = load(s.mass);
#pragma GCC unroll 8
      for (int k = 0; k < kTargets; ++k) {
        const V dx = x - x_[k], dy = y - y_[k], dz = z - z_[k];
        const V softened = dx * dx + (dy * dy + (dz * dz + eps_sq));
        const V factor = simd::inverse_cube<Real>(softened, mass);
        ax[k] += factor * dx;
        ay[k] += factor * dy;
        az[k] += factor * dz;
      }
    }
    for (int k = 0; k < kTargets; ++k) {
      ax_[k] += simd::sum<Real>(ax[k]);
      ay_[k] += simd::sum<Real>(ay[k]);
      az_[k] += simd::sum<Real>(az[k]);
    }
  }

  void store(Bodies<Real>& b, std::ptrdiff_t first, std::ptrdiff_t last) const {
    const double unit = simd::kInverseCubeScale<Real>;
    for (std::ptrdiff_t k = 0; k < std::min<std::ptrdiff_t>(kTargets, last - first); ++k) {
      b.ax[first + k] = b.mass_unit * static_cast<Real>(unit * ax_[k]);
      b.ay[first + k] = b.mass_unit * static_cast<Real>(unit * ay_[k]);
      b.az[first + k] = b.mass_unit * static_cast<Real>(unit * az_[k]);
    }
  }

 private:
  std::array<Real, kTargets> x_, y_, z_;
  std::array<double, kTargets> ax_{}, ay_{}, az_{};
};

template <int kTargets, typename Real>
void force_by_blocks(Bodies<Real>& b, const Share& share, Real softening, int threads) {
  const Real eps_sq = softening_sq(softening);
  const Sources<Real> all{b.mass.data(), b.x.data(), b.y.data(), b.z.data()};
  constexpr std::ptrdiff_t width = simd::kWidth<Real>, chunk = kChunk * width;
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.size()), whole = n / width * width;
  const LastSources<Real> rest(all, whole, n);
  const auto last = static_cast<std::ptrdiff_t>(share.last);
  parallel_for((share.size() + kTargets - 1) / kTargets, threads, [&](std::ptrdiff_t turn) {
    const std::ptrdiff_t target = static_cast<std::ptrdiff_t>(share.first) + turn * kTargets;
    Block<Real, kTargets> block(b, target, last);
    for (std::ptrdiff_t first = 0; first < whole; first += chunk)
      block.add(all, first, std::min(whole, first + chunk), eps_sq);
    if (whole < n) block.add(rest.sources(), 0, width, eps_sq);
    block.store(b, target, last);
  });
}

}  // namespace

template <typename Real>
void force_best(Bodies<Real>& b, const Share& share, Real softening, int targets, int threads) {
  switch (targets == 0 ? kSuited : targets) {
    case 1:
      return force_by_blocks<1>(b, share, softening, threads);
    case 2:
      return force_by_blocks<2>(b, share, softening, threads);
    case 3:
      return force_by_blocks<3>(b, share, softening, threads);
    default:
      return force_by_blocks<4>(b, share, softening, threads);
  }
}

template void force_best(Bodies<float>&, const Share&, float, int, int);
template void force_best(Bodies<double>&, const Share&, double, int, int);

}  // namespace tycho::reference::all_pairs
