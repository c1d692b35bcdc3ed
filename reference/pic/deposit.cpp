// The charge of the particles, shared among the four grid points around each by linear weights: the
// two listings of decyk2009, Ordered Charge Deposit. Every thread adds to its own patch.
#include <algorithm>

#include "core/parallel_for.hpp"
#include "reference/pic/electrons.hpp"

namespace tycho::reference::pic {

using tycho::pic::linear_weights;

/// Extracts the integer part of each coordinate and adds to the grid, particle by particle.
template <typename Real>
void deposit(const Scattered<Real>& s, Grid<Real>& grid, Real charge) {
  const int nx = grid.nx, threads = grid.threads;
  const std::size_t count = s.part.size();
  parallel_for(threads, threads, [&](std::size_t t) {
    std::vector<Real>& q = grid.patches[t].charge;
    std::fill(q.begin(), q.end(), Real(0));
    for (std::size_t p = count * t / threads; p < count * (t + 1) / threads; ++p) {
      const Electron<Real>& e = s.part[p];
      const int n = static_cast<int>(e.x), m = static_cast<int>(e.y);
      const Corners<Real> w =
          linear_weights(e.x - static_cast<Real>(n), e.y - static_cast<Real>(m), charge);
      Real* const at = &q[n + std::size_t(nx + 1) * m];
      at[0] += w.ll;
      at[1] += w.ul;
      at[nx + 1] += w.lu;
      at[nx + 2] += w.uu;
    }
  });
}

/// Sums the charges of a cell's group in local variables, and adds them to the grid once.
template <typename Real>
void deposit(const Ordered<Real>& s, Grid<Real>& grid, Real charge) {
  const int nx = grid.nx;
  parallel_for(grid.patches.size(), grid.threads, [&](std::size_t t) {
    Patch<Real>& patch = grid.patches[t];
    std::fill(patch.charge.begin(), patch.charge.end(), Real(0));
    for (int row = 0; row < patch.rows; ++row)
      for (int i = 0; i < nx; ++i) {
        const std::size_t c = i + std::size_t(nx) * (patch.first + row);
        Corners<Real> sum{};
        for (auto p = s.start[c]; p < s.start[c + 1]; ++p) {
          const Corners<Real> w = linear_weights(s.part[p].x, s.part[p].y, charge);
          sum.ll += w.ll;
          sum.ul += w.ul;
          sum.lu += w.lu;
          sum.uu += w.uu;
        }
        Real* const at = &patch.charge[i + std::size_t(nx + 1) * row];
        at[0] += sum.ll;
        at[1] += sum.ul;
        at[nx + 1] += sum.lu;
        at[nx + 2] += sum.uu;
      }
  });
}

template void deposit(const Scattered<float>&, Grid<float>&, float);
template void deposit(const Scattered<double>&, Grid<double>&, double);
template void deposit(const Ordered<float>&, Grid<float>&, float);
template void deposit(const Ordered<double>&, Grid<double>&, double);

}  // namespace tycho::reference::pic
