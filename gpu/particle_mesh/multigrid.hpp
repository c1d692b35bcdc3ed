// The meshes of the multigrid solver on the device, and what is done on them. Each only enqueues.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/cube.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::particle_mesh {

template <typename Real>
struct Level {
  Level(int side, Stream& stream);

  int n;
  Buffer<Real> u, rhs;
  Buffer<Real> next;  // what a pass over u writes; then the two change places
  bool zero = true;   // u is not read: it stands for zeros

  static std::size_t bytes(int side) { return 3 * sizeof(Real) * cube(side); }
};

/// How every cell is relaxed.
template <typename Real>
struct Relaxation {
  Real omega;
  bool jacobi, walls;
};

/// Meshes up to this side are worked on by one block, all of them in one kernel, where the block
/// can have the shared memory for it.
inline constexpr int kOneBlockSide = 16;
/// The same on this device: half of it in double precision where a block has 99 KiB.
template <typename Real>
int one_block_side();

/// Red-black sweeps, two in each pass over memory.
template <typename Real>
void smooth_red_black(Level<Real>& level, int sweeps, const Relaxation<Real>& how,
                      const Stream& stream);

/// The same on a small periodic mesh, all sweeps at once; says whether it did.
template <typename Real>
bool smooth_in_cluster(Level<Real>& level, int sweeps, const Relaxation<Real>& how,
                       const Stream& stream);

/// The same as published: each half sweep a pass, on meshes of every side.
template <typename Real>
void smooth_paper(Level<Real>& level, int sweeps, const Relaxation<Real>& how, Stream& stream);

/// Jacobi sweeps, each a pass.
template <typename Real>
void smooth_jacobi(Level<Real>& level, int sweeps, const Relaxation<Real>& how, Stream& stream);

/// The coarse right-hand side from the fine residual, which is never written.
template <typename Real>
void restrict_residual(const Level<Real>& fine, Level<Real>& coarse, bool walls,
                       const Stream& stream);

/// Adds the coarse correction to the fine solution.
template <typename Real>
void prolong(const Level<Real>& coarse, Level<Real>& fine, bool walls, const Stream& stream);

/// A whole V-cycle from a mesh of side one_block_side() at most down by `restrictions`: one kernel.
template <typename Real>
void coarse_cycle(Level<Real>& level, int restrictions, int pre, int post,
                  const Relaxation<Real>& how, const Stream& stream);

/// The same for the usual case, periodic and red-black with sides that are powers of two; says
/// whether it did.
template <typename Real>
bool coarse_columns(Level<Real>& level, int restrictions, int pre, int post,
                    const Relaxation<Real>& how, const Stream& stream);

/// Sums of an array in double, in an order that never changes.
class Sums {
 public:
  explicit Sums(Stream& stream);

  /// result = (sum of values) / count
  template <typename Real>
  void mean(const Real* values, std::int64_t count, Buffer<double>& result, const Stream& stream);
  /// result[0] = sum of squared residuals, result[1] = sum of squares of the right-hand side
  template <typename Real>
  void residual(const Level<Real>& level, bool walls, Buffer<double>& result, const Stream& stream);

 private:
  Buffer<double> partial_;
};

}  // namespace tycho::gpu::particle_mesh
