// All cores, SIMD over j. Compiled with relaxed floating-point rules (reference/CMakeLists.txt):
// the compiler may use its reciprocal square root estimate, refined, and reorder the sums within a
// chunk.
#include <algorithm>
#include <cmath>

#include "core/formulas/pair_force.hpp"
#include "core/parallel_for.hpp"
#include "reference/all_pairs/bodies.hpp"

namespace tycho::reference::all_pairs {

template <typename Real>
void force_best(Bodies<Real>& b, Real softening, int threads) {
  // Chunks stay in the first-level cache, and their sums bound the rounding error of single
  // precision: the running sum is added to N / kChunk times, in double.
  constexpr std::ptrdiff_t kChunk = 512;
  const Real eps_sq = softening_sq(softening);
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.size());
  const Real* const x = b.x.data();
  const Real* const y = b.y.data();
  const Real* const z = b.z.data();
  const Real* const mass = b.mass.data();
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    const Real xi = x[i], yi = y[i], zi = z[i];
    double ax = 0, ay = 0, az = 0;
    for (std::ptrdiff_t first = 0; first < n; first += kChunk) {
      const std::ptrdiff_t last = std::min(n, first + kChunk);
      Real sx = 0, sy = 0, sz = 0;
#pragma omp simd reduction(+ : sx, sy, sz)
      for (std::ptrdiff_t j = first; j < last; ++j) {
        const Real dx = x[j] - xi, dy = y[j] - yi, dz = z[j] - zi;
        const Real inverse = Real(1) / std::sqrt(dx * dx + dy * dy + dz * dz + eps_sq);
        const Real factor = mass[j] * inverse * inverse * inverse;
        sx += factor * dx;
        sy += factor * dy;
        sz += factor * dz;
      }
      ax += sx;
      ay += sy;
      az += sz;
    }
    b.ax[i] = b.mass_unit * static_cast<Real>(ax);
    b.ay[i] = b.mass_unit * static_cast<Real>(ay);
    b.az[i] = b.mass_unit * static_cast<Real>(az);
  });
}

template void force_best(Bodies<float>&, float, int);
template void force_best(Bodies<double>&, double, int);

}  // namespace tycho::reference::all_pairs
