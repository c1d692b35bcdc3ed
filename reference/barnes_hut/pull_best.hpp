// What a list of sources does to a block of bodies, in SIMD: a lane is a source, and the bodies of
// the block stay in registers while the list goes by. The formulas are core/formulas/multipole.hpp
// and core/formulas/softened_kernel.hpp, multiplied out. For the *_best.cpp, whose products and
// sums may be fused and reordered.
#pragma once

#include "reference/group_walk/for_bodies.hpp"
#include "reference/group_walk/rows.hpp"
#include "reference/group_walk/spline.hpp"

namespace tycho::reference::barnes_hut {

namespace {

using group_walk::Rows;
using simd::stdx::any_of;
using simd::stdx::where;

/// The smallest eps^2, in the units of the lists: a pair at one place then has a finite factor,
/// which is multiplied by a separation of 0.
template <typename Real>
inline constexpr Real kLeastSofteningSq = Real(sizeof(Real) == 4 ? 1e-20 : 1e-60);

/// Rows of point masses; the spline's radius is there with splines only.
enum PointRow : int { kPointX, kPointY, kPointZ, kPointMass, kPointRadius, kPointRows };
template <typename Real>
using Points = Rows<Real, kPointRows>;

/// Rows of cells: 3/2 tr S and 3 S with S the second moments.
enum CellRow : int { kX, kY, kZ, kMass, kTrace, kXX, kXY, kXZ, kYY, kYZ, kZZ, kCellRows };
template <typename Real>
using Cells = Rows<Real, kCellRows>;

/// Some bodies of a group and what was added up for them, lane by lane.
template <typename Real, int kBodies>
struct Block {
  using V = simd::Vector<Real>;
  struct Sum {
    V x = 0, y = 0, z = 0, pot = 0;
    /// Mass at the body's own place, itself included; of splines, none with a larger radius.
    V coincident = 0;

    void add(const V& factor, const V& rx, const V& ry, const V& rz) {
      x += factor * rx;
      y += factor * ry;
      z += factor * rz;
    }
  };
  Real x[kBodies], y[kBodies], z[kBodies];
  Real radius[kBodies];  // the spline's h
  Sum sum[kBodies];
};

// The loops work on a copy of the block: the compiler cannot know that its sums do not lie in a
// list. They are flattened: a call within them would cost as much as a source.

/// Point masses with Plummer's softening. `kMayCoincide`: whether one may be where a body is.
template <bool kMayCoincide, typename Real, int kBodies>
[[gnu::flatten, gnu::noinline]] void add_points(const Points<Real>& points, Real eps_sq,
                                                Block<Real, kBodies>& to) {
  using V = simd::Vector<Real>;
  Block<Real, kBodies> block = to;
  for (std::size_t s = 0; s < points.whole(); s += V::size()) {
    const auto of = [&](PointRow row) { return points.at(row, s); };
    const V x = of(kPointX), y = of(kPointY), z = of(kPointZ), mass = of(kPointMass);
    group_walk::for_bodies<kBodies>([&](auto b) {
      const V rx = x - block.x[b], ry = y - block.y[b], rz = z - block.z[b];
      const V r_sq = rx * rx + ry * ry + rz * rz;
      const V inverse = simd::inverse_root<Real>(r_sq + eps_sq);
      V pot = mass * inverse;
      const V factor = pot * (inverse * inverse);
      if constexpr (kMayCoincide) {
        const auto same = r_sq == V(0);
        where(same, block.sum[b].coincident) += mass;
        where(same, pot) = 0;
      }
      block.sum[b].pot -= pot;
      block.sum[b].add(factor, rx, ry, rz);
    });
  }
  to = block;
}

/// Point masses with Gadget's spline of the larger of two radii. Few are within it.
template <typename Real, int kBodies>
[[gnu::flatten, gnu::noinline]] void add_splines(const Points<Real>& points,
                                                 Block<Real, kBodies>& to) {
  using V = simd::Vector<Real>;
  Block<Real, kBodies> block = to;
  for (std::size_t s = 0; s < points.whole(); s += V::size()) {
    const auto of = [&](PointRow row) { return points.at(row, s); };
    const V x = of(kPointX), y = of(kPointY), z = of(kPointZ), mass = of(kPointMass),
            radius = of(kPointRadius);
    group_walk::for_bodies<kBodies>([&](auto b) {
      const V rx = x - block.x[b], ry = y - block.y[b], rz = z - block.z[b];
      const V r_sq = rx * rx + ry * ry + rz * rz;
      V inverse = simd::inverse_root<Real>(r_sq + kLeastSofteningSq<Real>);
      const auto same = r_sq == V(0);
      where(same, inverse) = 0;
      V factor = inverse * inverse * inverse, pot = -inverse;
      const V h = simd::stdx::max(radius, V(block.radius[b]));
      const auto within = r_sq < h * h;
      if (any_of(within)) {
        const V per_h = Real(1) / simd::stdx::max(h, V(kLeastSofteningSq<Real>));
        const auto [force, depth] = group_walk::spline(V(r_sq * inverse * per_h), V(h * inverse));
        where(within, factor) = force * per_h * per_h * per_h;
        where(within, pot) = depth * per_h;
        const auto own = same && !(radius > V(block.radius[b]));  // with the body's own radius
        where(own, pot) = 0;
        where(own, block.sum[b].coincident) += mass;
      }
      block.sum[b].pot += mass * pot;
      block.sum[b].add(mass * factor, rx, ry, rz);
    });
  }
  to = block;
}

/// Cells by their moments. None is where a body is.
template <bool kQuadrupole, typename Real, int kBodies>
[[gnu::flatten, gnu::noinline]] void add_cells(const Cells<Real>& cells, Real eps_sq,
                                               Block<Real, kBodies>& to) {
  using V = simd::Vector<Real>;
  Block<Real, kBodies> block = to;
  for (std::size_t s = 0; s < cells.whole(); s += V::size()) {
    const auto of = [&](CellRow row) { return cells.at(row, s); };
    const V x = of(kX), y = of(kY), z = of(kZ), mass = of(kMass);
    group_walk::for_bodies<kBodies>([&](auto b) {
      const V rx = x - block.x[b], ry = y - block.y[b], rz = z - block.z[b];
      const V inverse = simd::inverse_root<Real>(rx * rx + ry * ry + rz * rz + eps_sq);
      const V inverse_sq = inverse * inverse, cube = inverse * inverse_sq;
      if constexpr (kQuadrupole) {
        const V trace = of(kTrace), xx = of(kXX), xy = of(kXY), xz = of(kXZ), yy = of(kYY),
                yz = of(kYZ), zz = of(kZZ);
        const V sx = xx * rx + xy * ry + xz * rz, sy = xy * rx + yy * ry + yz * rz,
                sz = xz * rx + yz * ry + zz * rz;
        const V rsr = (rx * sx + ry * sy + rz * sz) * inverse_sq;
        const V along = cube * (mass + inverse_sq * (Real(2.5) * rsr - trace));
        const V across = -cube * inverse_sq;
        block.sum[b].pot += cube * (trace * Real(1.0 / 3) - Real(0.5) * rsr) - mass * inverse;
        block.sum[b].add(along, rx, ry, rz);
        block.sum[b].add(across, sx, sy, sz);
      } else {
        block.sum[b].pot -= mass * inverse;
        block.sum[b].add(mass * cube, rx, ry, rz);
      }
    });
  }
  to = block;
}

}  // namespace

}  // namespace tycho::reference::barnes_hut
