// The seven-point stencil at one cell of a mesh in memory, at a wall or around the periodic box.
#pragma once

#include <cstdint>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/discrete_laplacian.hpp"

namespace tycho::gpu::particle_mesh {

/// A wall at potential zero lies on the face between a cell and its mirror image of opposite sign:
/// the image is no neighbour but adds one to the cell's diagonal.
template <typename Real>
struct Stencil {
  Real neighbours, diagonal;
};

template <typename Real>
__device__ inline Stencil<Real> stencil_at(const Real* __restrict__ u, int i, int j, int k, int n,
                                           bool walls) {
  Stencil<Real> s{Real(0), Real(6)};
  const auto add = [&](int x, int y, int z) {
    const bool outside = x < 0 || x >= n || y < 0 || y >= n || z < 0 || z >= n;
    if (walls && outside)
      s.diagonal += Real(1);
    else
      s.neighbours += u[flat_cell(wrap_cell(x, n), wrap_cell(y, n), wrap_cell(z, n), n)];
  };
  add(i - 1, j, k);
  add(i + 1, j, k);
  add(i, j - 1, k);
  add(i, j + 1, k);
  add(i, j, k - 1);
  add(i, j, k + 1);
  return s;
}

template <typename Real>
__device__ inline Real residual_at(const Real* __restrict__ u, const Real* __restrict__ rhs, int i,
                                   int j, int k, int n, bool walls) {
  const Stencil<Real> s = stencil_at(u, i, j, k, n, walls);
  const std::int64_t c = flat_cell(i, j, k, n);
  return residual_of(s.neighbours, s.diagonal, u[c], rhs[c]);
}

/// The value of a coarse mesh one cell beyond its ends at most; with walls, of opposite sign there.
template <typename Real>
__device__ inline Real coarse_at(const Real* __restrict__ u, int i, int j, int k, int n,
                                 bool walls) {
  if (!walls) return u[flat_cell(wrap_cell(i, n), wrap_cell(j, n), wrap_cell(k, n), n)];
  const int ci = min(max(i, 0), n - 1), cj = min(max(j, 0), n - 1), ck = min(max(k, 0), n - 1);
  const bool odd = (ci != i) ^ (cj != j) ^ (ck != k);
  const Real value = u[flat_cell(ci, cj, ck, n)];
  return odd ? -value : value;
}

}  // namespace tycho::gpu::particle_mesh
