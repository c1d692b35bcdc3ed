// The tree of scheme = device, in device memory, and what its kernels share.
//
// Lengths are in units of the tree's own: a power of two around the root's side, about the root's
// centre; masses in a power of two around the total mass. So single precision neither overflows nor
// loses digits, whatever the units of the case and however far from the origin its bodies are.
//
// Cells stand level by level, within a level in the order of their bodies: siblings are neighbours.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/formulas/morton.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/redo_halt.hpp"
#include "gpu/support/vector4.hpp"

namespace tycho::gpu::tree {

/// Where the root is.
struct Frame {
  tycho::tree::Cube<double> root;
  Vec3<double> centre;
  double unit, per_unit;  // a power of two
};

TYCHO_HOST_DEVICE inline Frame frame_of(const tycho::tree::Cube<double>& root) {
  using std::frexp;
  using std::ldexp;
  int exponent = 0;
  frexp(root.side, &exponent);  // side = f 2^exponent with f in [1/2, 1)
  return {root, tycho::tree::centre(root), ldexp(1.0, exponent), ldexp(1.0, -exponent)};
}

/// What a build may lack, and what every kernel looks at first (gpu/support/redo_halt.hpp).
struct Need {
  unsigned cells;
};
using Halt = tycho::gpu::Halt<Need>;
using Launches = tycho::gpu::Launches<Need>;
using Halted = tycho::gpu::Halted<Need>;

/// What a cell that must be opened consists of: cells, or bodies in a leaf.
struct Link {
  unsigned first;
  unsigned count;  // with kLeaf in a leaf

  static constexpr unsigned kLeaf = 0x80000000u;
  __host__ __device__ bool is_leaf() const { return count & kLeaf; }
  __host__ __device__ unsigned bodies() const { return count & ~kLeaf; }
};

/// What the device counts of the tree built last.
struct Shape {
  unsigned cells, leaves, depth, largest_leaf;
};

template <typename Real>
struct TreeView {
  // One entry a cell.
  unsigned* begin;              // first body
  unsigned* parent;             // of the root: itself
  unsigned char* level;         //
  unsigned* children;           // 0 in a leaf
  unsigned* first_child;        //
  unsigned* arrived;            // children whose moments are there
  Link* link;                   //
  Vector4<Real>* com;           // centre of mass, opening: core/formulas/opening.hpp
  Vector4<Real>* moments_low;   // M, 3/2 tr S, 3 Sxx, 3 Sxy
  Vector4<Real>* moments_high;  // 3 Sxz, 3 Syy, 3 Syz, 3 Szz
  Vector4<Real>* box;           // centre, side; null where no walk asks for it
  Real* radius;                 // the largest of its bodies; null unless softening = spline
  unsigned capacity;            // cells there is room for
  // One entry a body, in Morton order.
  const std::uint64_t* keys;
  const Vector4<Real>* source;  // position, mass
  const Real* source_radius;    // the spline's h; null unless softening = spline
  unsigned short* levels;       // of the cells that begin here: first, last << 8
  int bodies;
  // One each.
  Frame* frame;
  Shape* shape;
  unsigned* level_count;  // cells of each level
  // Cells that begin in each thread block of the build, level by level; after the scan, before it.
  unsigned* block_count;
};

}  // namespace tycho::gpu::tree
