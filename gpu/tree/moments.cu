// Mass, centre of mass, second moments where the walk has use for them, and opening of every cell:
// leaves from their bodies, then upwards, each cell by whichever of its children comes last, which
// adds up all in their order. So the sums do not depend on who is last.
// The host's: core/tree/moments.cpp.
#include "core/formulas/multipole.hpp"
#include "core/formulas/opening.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree {

namespace {

using namespace tycho::tree;

/// About the root's centre, in the tree's units; sums in double, whatever the walk reads.
struct Moments {
  double mass = 0;
  Vec3<double> com;
  Quadrupole<double> second;
  double radius = 0;  // the largest softening radius
};

/// A cell is opened within side (1 / theta + this) + offset: a little farther than theta says, more
/// so the larger theta is, where the errors of a few bodies grow fastest. Chosen so that at thetas
/// of 0.4 to 0.75 both the median and the 99th percentile of the errors in a Plummer sphere of 2^17
/// bodies are at most those of Bonsai, whose criterion is the same without it.
constexpr double kExtraSides = 0.12;

/// What a cell's opening is for.
struct Opening {
  double theta;
  bool relative;
};

/// The cell's cube in the tree's units.
template <typename Real>
__device__ Cube<double> cube_of(const TreeView<Real>& tree, unsigned cell) {
  const double side = tree.frame->root.side * tree.frame->per_unit;
  return cell_of(tree.keys[tree.begin[cell]], tree.level[cell],
                 Cube<double>{{-side / 2, -side / 2, -side / 2}, side});
}

/// Of parts that `part(k)` gives twice: first their masses and centres are summed, then their
/// second moments about the centre of all.
template <bool kSecond, typename Part>
__device__ Moments joined(unsigned parts, const Vec3<double>& fallback, const Part& part) {
  Moments sum;
  for (unsigned k = 0; k < parts; ++k) {
    const Moments p = part(k);
    sum.mass += p.mass;
    sum.com += p.mass * p.com;
  }
  sum.com = sum.mass > 0 ? (1 / sum.mass) * sum.com : fallback;
  for (unsigned k = 0; k < parts; ++k) {
    const Moments p = part(k);
    sum.radius = fmax(sum.radius, p.radius);
    if constexpr (kSecond) {
      sum.second += p.second;
      sum.second += second_moments(p.mass, p.com - sum.com);
    }
  }
  return sum;
}

template <bool kSecond, typename Real>
__device__ void put(const TreeView<Real>& tree, unsigned cell, const Moments& m,
                    const Cube<double>& cube, const Opening& by) {
  const Vec3<double> middle = centre(cube), off = m.com - middle;
  const Quadrupole<double>& s = m.second;
  const double opening =
      by.relative
          ? relative_opening(m.mass, cube.side)
          : geometric_opening(cube.side, by.theta, sqrt(dot(off, off)) + kExtraSides * cube.side);
  if (tree.box) tree.box[cell] = {Real(middle.x), Real(middle.y), Real(middle.z), Real(cube.side)};
  if (tree.radius) tree.radius[cell] = Real(m.radius);
  tree.com[cell] = {Real(m.com.x), Real(m.com.y), Real(m.com.z), Real(opening)};
  tree.moments_low[cell] = {Real(m.mass), Real(1.5 * (s.xx + s.yy + s.zz)), Real(3 * s.xx),
                            Real(3 * s.xy)};
  if constexpr (kSecond)
    tree.moments_high[cell] = {Real(3 * s.xz), Real(3 * s.yy), Real(3 * s.yz), Real(3 * s.zz)};
}

__device__ float4 fresh(const float4* value) { return __ldcg(value); }
__device__ Vector4<double> fresh(const Vector4<double>* value) {
  const double2* const halves = reinterpret_cast<const double2*>(value);
  const double2 a = __ldcg(halves), b = __ldcg(halves + 1);
  return {a.x, a.y, b.x, b.y};
}

/// Of a cell that another thread has written: past the first-level cache.
template <bool kSecond, typename Real>
__device__ Moments get(const TreeView<Real>& tree, unsigned cell) {
  const Vector4<Real> com = fresh(tree.com + cell), low = fresh(tree.moments_low + cell);
  Vector4<Real> high{};
  if constexpr (kSecond) high = fresh(tree.moments_high + cell);
  const double third = 1.0 / 3;
  return {low.x,
          {com.x, com.y, com.z},
          {third * low.z, third * high.y, third * high.w, third * low.w, third * high.x,
           third * high.z},
          tree.radius ? double(__ldcg(tree.radius + cell)) : 0.0};
}

template <bool kSecond, typename Real>
__global__ void moments_kernel(const TreeView<Real> tree, const Opening opening, const Halt halt) {
  if (halt.stopped()) return;
  unsigned cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= tree.shape->cells) return;
  const Link link = tree.link[cell];
  if (!link.is_leaf()) return;
  {
    const Cube<double> cube = cube_of(tree, cell);
    const auto body = [&](unsigned k) -> Moments {
      const Vector4<Real> b = tree.source[link.first + k];
      return {b.w,
              {b.x, b.y, b.z},
              {},
              tree.source_radius ? double(tree.source_radius[link.first + k]) : 0.0};
    };
    put<kSecond>(tree, cell, joined<kSecond>(link.bodies(), centre(cube), body), cube, opening);
  }
  while (cell != 0) {
    cell = tree.parent[cell];
    __threadfence();
    const Link own = tree.link[cell];
    if (atomicAdd(tree.arrived + cell, 1u) + 1 < own.count) return;
    __threadfence();
    const Cube<double> cube = cube_of(tree, cell);
    const auto child = [&](unsigned k) { return get<kSecond>(tree, own.first + k); };
    put<kSecond>(tree, cell, joined<kSecond>(own.count, centre(cube), child), cube, opening);
  }
}

}  // namespace

template <typename Real>
void moments(const TreeView<Real>& tree, double theta, bool relative, bool second, const Halt& halt,
             const Stream& stream) {
  TYCHO_CUDA(cudaMemsetAsync(tree.arrived, 0, tree.capacity * sizeof(unsigned), stream.get()));
  launch(second ? moments_kernel<true, Real> : moments_kernel<false, Real>,
         cover(tree.capacity, 128), stream, tree, Opening{theta, relative}, halt);
}

template void moments(const TreeView<float>&, double, bool, bool, const Halt&, const Stream&);
template void moments(const TreeView<double>&, double, bool, bool, const Halt&, const Stream&);

}  // namespace tycho::gpu::tree
