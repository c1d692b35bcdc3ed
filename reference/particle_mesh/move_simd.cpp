// From the solution to new velocities and positions in one pass: aubert2009, eqs. 10 to 12. The
// constant that the potential may be raised by drops out of its differences.
#include "core/formulas/leapfrog.hpp"
#include "reference/particle_mesh/passes.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
Mover<Real>::Mover(int n, Cloud cloud, Boundary boundary, int threads)
    : n_(n), cloud_(cloud), boundary_(boundary), threads_(threads) {
  const std::size_t side = static_cast<std::size_t>(n) + 2;
  around_.resize(side * side * side);
  if (cloud != Cloud::kNgp) pull_.resize(std::size_t(n) * n * n);
}

template <typename Real>
void Mover<Real>::surround(const std::vector<Real>& solution) {
  const int n = n_, side = n + 2;
  const auto row = [&](int j, int k) { return &solution[(std::size_t(k) * n + j) * n]; };
  // A row beyond the box from three within it, whose places along the axis the caller gives.
  const auto row_beyond = [&](Real* to, const Real* edge, const Real* inner, const Real* other) {
    for (int i = 0; i < n; ++i) to[i] = beyond(boundary_, edge[i], inner[i], other[i]);
  };
  parallel_for(side, threads_, [&](std::ptrdiff_t plane) {
    const int k = static_cast<int>(plane) - 1;
    const auto to = [&](int j) { return &around_[(std::size_t(plane) * side + j + 1) * side + 1]; };
    if (k < 0 || k == n) {
      const int edge = k < 0 ? 0 : n - 1, inner = k < 0 ? 1 : n - 2;
      for (int j = 0; j < n; ++j)
        row_beyond(to(j), row(j, edge), row(j, inner), row(j, n - 1 - edge));
      return;
    }
    for (int j = 0; j < n; ++j) {
      const Real* const from = row(j, k);
      Real* const own = to(j);
      std::copy_n(from, n, own);
      own[-1] = beyond(boundary_, from[0], from[1], from[n - 1]);
      own[n] = beyond(boundary_, from[n - 1], from[n - 2], from[0]);
    }
    row_beyond(to(-1), row(0, k), row(1, k), row(n - 1, k));
    row_beyond(to(n), row(n - 1, k), row(n - 2, k), row(0, k));
  });
}

template <typename Real>
void Mover<Real>::move(Stars<Real>& s, const std::vector<Real>& solution, const Factors& factors) {
  surround(solution);
  if (cloud_ == Cloud::kNgp) return move_in_cells(s, factors);
  if (cloud_ == Cloud::kCic) return move_in_clouds<Cloud::kCic>(s, factors);
  move_in_clouds<Cloud::kTsc>(s, factors);
}

template <typename Real>
void Mover<Real>::move_in_cells(Stars<Real>& s, const Factors& factors) {
  const int n = n_, line = n + 2, plane = line * line;
  const Real gain = factors.kick * factors.potential * Real(0.5) * static_cast<Real>(n);
  const Real drift = factors.drift;
  const Real* const phi = around_.data();
  const std::ptrdiff_t particles = s.size(), blocks = (particles + kBlock - 1) / kBlock;
  parallel_for(blocks, threads_, [&](std::ptrdiff_t block) {
    const std::ptrdiff_t first = block * kBlock;
    const int count = static_cast<int>(std::min<std::ptrdiff_t>(kBlock, particles - first));
    Real* const x = &s.position[0][first];
    Real* const y = &s.position[1][first];
    Real* const z = &s.position[2][first];
    std::int32_t cell[kBlock];
    Real difference[3][kBlock];
#pragma omp simd
    for (int i = 0; i < count; ++i)
      cell[i] =
          1 + cell_of(x[i], n) + line * (1 + cell_of(y[i], n) + line * (1 + cell_of(z[i], n)));
    for (int i = 0; i < count; ++i) {
      const Real* const at = phi + cell[i];
      difference[0][i] = at[-1] - at[1];
      difference[1][i] = at[-line] - at[line];
      difference[2][i] = at[-plane] - at[plane];
    }
    for (int axis = 0; axis < 3; ++axis) {
      Real* const position = &s.position[axis][first];
      Real* const velocity = &s.velocity[axis][first];
      const Real* const by = difference[axis];
#pragma omp simd
      for (int i = 0; i < count; ++i) {
        velocity[i] = kicked(velocity[i], by[i], gain);
        position[i] = drifted(position[i], velocity[i], drift);
      }
    }
  });
}

template <typename Real>
template <Cloud kCloud>
void Mover<Real>::move_in_clouds(Stars<Real>& s, const Factors& factors) {
  const int n = n_, line = n + 2, plane = line * line;
  const Real half = factors.potential * Real(0.5) * static_cast<Real>(n);
  parallel_for(n, threads_, [&](std::ptrdiff_t k) {
    for (int j = 0; j < n; ++j) {
      const Real* const at = &around_[((k + 1) * line + j + 1) * line + 1];
      Pull* const to = &pull_[(k * n + j) * n];
      for (int i = 0; i < n; ++i)
        to[i] = {acceleration_of(at[i - 1], at[i + 1], half),
                 acceleration_of(at[i - line], at[i + line], half),
                 acceleration_of(at[i - plane], at[i + plane], half)};
    }
  });
  parallel_for(s.size(), threads_, [&](std::ptrdiff_t p) {
    Real& x = s.position[0][p];
    Real& y = s.position[1][p];
    Real& z = s.position[2][p];
    Pull a{};
    for_cloud<kCloud>(x, y, z, n, [&](std::int32_t cell, Real weight) {
      a.x += weight * pull_[cell].x;
      a.y += weight * pull_[cell].y;
      a.z += weight * pull_[cell].z;
    });
    const auto advance = [&](Real& position, Real& velocity, Real acceleration) {
      velocity = kicked(velocity, acceleration, factors.kick);
      position = drifted(position, velocity, factors.drift);
    };
    advance(x, s.velocity[0][p], a.x);
    advance(y, s.velocity[1][p], a.y);
    advance(z, s.velocity[2][p], a.z);
  });
}

template class Mover<float>;
template class Mover<double>;

}  // namespace tycho::reference::particle_mesh
