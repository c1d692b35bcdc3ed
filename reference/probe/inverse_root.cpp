// Inverse square roots to about the last bit in whole vectors, from the first-level cache to the
// first-level cache: what bounds forces between pairs beside the multiply-adds. Compiled with
// contraction, as the loops that use them are (reference/CMakeLists.txt).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/probe/kinds.hpp"
#include "reference/probe/sample.hpp"
#include "reference/simd.hpp"

namespace tycho::reference::probe {

namespace {

constexpr int kElements = 1024;
// Vectors at once, whose chains of operations fill each other's latency.
constexpr int kTogether = 8;

template <typename Real>
struct alignas(128) Arrays {
  Real from[kElements], to[kElements];
};

// Not inlined, or the passes would be seen to repeat each other.
template <typename Real>
[[gnu::noinline]] void inverse_roots(Arrays<Real>& arrays) {
  using V = simd::Vector<Real>;
  constexpr int width = simd::kWidth<Real>;
  for (int i = 0; i < kElements; i += kTogether * width) {
    std::array<V, kTogether> x;
#pragma GCC unroll 8
    for (int k = 0; k < kTogether; ++k)
      x[k] = V(&arrays.from[i + k * width], simd::stdx::vector_aligned);
#pragma GCC unroll 8
    for (int k = 0; k < kTogether; ++k) x[k] = simd::inverse_root<Real>(x[k]);
#pragma GCC unroll 8
    for (int k = 0; k < kTogether; ++k)
      x[k].copy_to(&arrays.to[i + k * width], simd::stdx::vector_aligned);
  }
  asm volatile("" ::: "memory");
}

template <typename Real>
Probed measure(const ProbeOptions& options, int threads) {
  const int passes = options.small ? 50 : 5'000;
  std::vector<Arrays<Real>> arrays(static_cast<std::size_t>(threads));
  for (Arrays<Real>& own : arrays)
    for (int i = 0; i < kElements; ++i) {
      own.from[i] = static_cast<Real>(std::ldexp(1 + i / 512.0, i % 41 - 20));
      own.to[i] = -1;
    }
  const std::string precision = sizeof(Real) == 4 ? "fp32" : "fp64";
  Probed rate{"inverse_root_" + precision, "inverse square roots, " + precision,
              std::to_string(8 * simd::kWidth<Real> * sizeof(Real)) + "-bit vectors", "G/s",
              threads};
  rate.work = 1.0 * kElements * passes * threads;
  rate.seconds = sample(options, [&] {
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (int t = 0; t < threads; ++t)
      for (int pass = 0; pass < passes; ++pass) inverse_roots(arrays[static_cast<std::size_t>(t)]);
  });
  rate.checked = "every root, to two units of the last place";
  rate.limit = 2 * std::numeric_limits<Real>::epsilon();
  for (const Arrays<Real>& own : arrays)
    for (int i = 0; i < kElements; ++i) {
      const double exact = 1 / std::sqrt(static_cast<double>(own.from[i]));
      rate.error = std::max(rate.error, std::abs(own.to[i] / exact - 1));
    }
  return rate;
}

}  // namespace

std::vector<Probed> inverse_root(const ProbeOptions& options) {
  std::vector<Probed> found;
  for (const int threads : thread_counts(options.threads)) {
    found.push_back(measure<float>(options, threads));
    found.push_back(measure<double>(options, threads));
  }
  return found;
}

}  // namespace tycho::reference::probe
