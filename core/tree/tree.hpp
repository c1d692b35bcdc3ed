// The octree on the host, for the CPU side and for the GPU schemes whose tree the host builds.
//
// Cells are in depth-first order, children in the order of their Morton keys, bodies in the order
// of their own keys. The first child of cell c is c + 1; `next` is the first cell that is not below
// c. One loop without a stack walks the tree. Every body's sum has one order, on host and device:
//
//   for (c = 0; c < cells;)
//     if (opened(c))  is_leaf(c) ? (add its bodies, c = next) : ++c;
//     else            add the cell, c = next;
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/formulas/morton.hpp"
#include "core/formulas/multipole.hpp"

namespace tycho::tree {

/// What a walk reads of a cell: 64 bytes in double, one cache line.
template <typename Real>
struct Cell {
  Vec3<Real> com;
  Real mass{};
  /// Geometric: the squared distance of the centre of mass within which the cell is opened.
  /// Relative: M side^2. See core/formulas/opening.hpp.
  Real opening{};
  Real softening{};  // the largest of its bodies': the spline's radius h, 0 with Plummer
  std::int32_t next = 0;
  std::int32_t first = 0, count = 0;  // its bodies
  std::uint16_t level = 0;
  std::uint16_t mixed = 0;  // whether its bodies' softenings differ
};

template <typename Real>
TYCHO_HOST_DEVICE constexpr bool is_leaf(const Cell<Real>& cell, std::int32_t index) {
  return cell.next == index + 1;
}

/// A cell's cube, by its centre.
template <typename Real>
struct CellBox {
  Vec3<Real> centre;
  Real side{};
};

/// A body as a walk reads it.
template <typename Real>
struct Source {
  Vec3<Real> at;
  Real mass{};
};

template <typename Real>
struct Tree {
  Cube<double> root;
  /// What `com`, `centre` and `at` are relative to: zero in double, the root's centre in single.
  Vec3<double> origin;
  // One entry a cell.
  std::vector<Cell<Real>> cells;
  std::vector<CellBox<Real>> boxes;
  std::vector<Quadrupole<Real>> quadrupoles;  // empty with moments = monopole
  // One entry a body, in Morton order.
  std::vector<Source<Real>> bodies;
  std::vector<Real> softenings;     // the spline's h; empty where all have the same
  std::vector<std::int32_t> order;  // which body as given stands here
  /// Where threads build, kept from step to step: fresh memory costs as much as the cells in it.
  std::vector<std::vector<Cell<Real>>> branches;

  std::int32_t size() const { return static_cast<std::int32_t>(cells.size()); }
};

/// What the shape of a tree was, for the counters.
struct Shape {
  std::int64_t cells = 0, leaves = 0;
  int depth = 0;                  // cells that the deepest leaf lies in
  std::int64_t largest_leaf = 0;  // bodies; above `leaf` only where bodies share a key
};

}  // namespace tycho::tree
