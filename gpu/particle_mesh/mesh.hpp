// The particles and the mesh of the CUDA side, and the stages that work on them. Each only
// enqueues.
#pragma once

#include <array>
#include <cstdint>

#include "core/formulas/central_difference.hpp"
#include "core/formulas/cloud_weights.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::particle_mesh {

template <typename Real>
struct Stars {
  Stars() = default;
  Stars(std::int64_t n, Stream& stream);

  std::array<Buffer<Real>, 3> position, velocity;  // velocities lag by half a step
  Buffer<std::int32_t> cell;

  std::int64_t size() const { return static_cast<std::int64_t>(cell.size()); }
  static std::size_t bytes(std::size_t n) { return n * (6 * sizeof(Real) + 4); }
};

template <typename Real>
struct Mesh {
  Mesh() = default;
  Mesh(int side, Cloud cloud, Stream& stream);

  int n = 0;                     // cells a side
  Buffer<std::uint32_t> counts;  // particles in a cell: deposit = ngp
  Buffer<Real> clouds;           // the same in parts of a particle: cic, tsc
  Buffer<Real> density;
  Buffer<Real> potential;
  Buffer<Real> acceleration;  // along one axis at a time

  std::int64_t size() const { return static_cast<std::int64_t>(density.size()); }
  static std::size_t bytes(int side, Cloud cloud);
};

/// i <- x_p / dx, for every particle.
template <typename Real>
void cell_assign(Stars<Real>& stars, int n, const Stream& stream);

/// H_i <- H_i + 1, for every particle; with cic and tsc a weight for every cell of its cloud. By
/// atomic additions.
template <typename Real>
void histogram(const Stars<Real>& stars, Mesh<Real>& mesh, Cloud cloud, Stream& stream);

/// rho = factor H
template <typename Real>
void density(Mesh<Real>& mesh, Cloud cloud, Real factor, const Stream& stream);

/// phi = factor (u - mean); no mean where the pointer is null.
template <typename Real>
void potential(const Real* solution, const double* mean, Mesh<Real>& mesh, Real factor,
               const Stream& stream);

/// a = -(phi_{i+1} - phi_{i-1}) / (2 dx) along one axis: eq. 10.
template <typename Real>
void force(Mesh<Real>& mesh, int axis, Boundary boundary, const Stream& stream);

/// The same by the paper's schemes: along the memory order, and across it.
template <typename Real>
void force_paper(Mesh<Real>& mesh, int axis, Boundary boundary, const Stream& stream);

/// v += dt a along one axis, a interpolated to the particle: eq. 11.
template <typename Real>
void update_vel(Stars<Real>& stars, const Mesh<Real>& mesh, int axis, Cloud cloud, Real step,
                const Stream& stream);

/// x += dt v, in the periodic box: eq. 12.
template <typename Real>
void update_pos(Stars<Real>& stars, Real step, const Stream& stream);

/// A mesh's values at the particles, for what is read out between steps.
template <typename Real>
void sample(const Stars<Real>& stars, const Buffer<Real>& values, int n, Cloud cloud,
            Buffer<Real>& out, const Stream& stream);

}  // namespace tycho::gpu::particle_mesh
