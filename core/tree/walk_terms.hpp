// What one body does at one cell of a tree: opened or taken, and with what pull. Host and device.
// The loops over the cells are written on each side; compiled without contraction, with the same
// tree, they give the same bits.
#pragma once

#include "core/formulas/opening.hpp"
#include "core/tree/tree.hpp"

namespace tycho::tree {

template <typename Real>
struct TreeView {
  const Cell<Real>* cells;
  const CellBox<Real>* boxes;
  const Quadrupole<Real>* quadrupoles;
  const Source<Real>* bodies;
  const Real* softenings;  // null where all have the rule's
  std::int32_t size;       // cells
};

/// A body that walks.
template <typename Real>
struct Target {
  Vec3<Real> at;
  Real softening{};  // the spline's radius h
  Real accuracy{};   // alpha |a_old| of opening = relative
};

/// A way to walk.
template <typename Number, bool kRelativeOpening, bool kWithQuadrupoles, bool kSplineSoftening>
struct Rule {
  using Real = Number;
  static constexpr bool kRelative = kRelativeOpening;
  static constexpr bool kQuadrupole = kWithQuadrupoles;
  static constexpr bool kSpline = kSplineSoftening;
  Real softening_squared{};  // Plummer's eps^2

  /// Whether the body must look into the cell, whose centre of mass is at the squared distance
  /// r_sq.
  TYCHO_HOST_DEVICE bool opens([[maybe_unused]] const TreeView<Real>& tree,
                               [[maybe_unused]] std::int32_t index, const Cell<Real>& cell,
                               const Target<Real>& body, Real r_sq) const {
    if constexpr (kRelative) {
      if (opened_relative(cell.opening, body.accuracy, r_sq)) return true;
      const CellBox<Real>& box = tree.boxes[index];
      if (opened_always(box.centre - body.at, box.side)) return true;
    } else {
      if (!(r_sq > cell.opening)) return true;
    }
    if constexpr (kSpline) {
      // A multipole knows one softening, and a quadrupole none.
      const Real h = larger(body.softening, cell.softening);
      if ((kQuadrupole || cell.mixed) && r_sq < h * h) return true;
    }
    return false;
  }

  /// Of a cell that is not opened. `r` is from the body to the centre of mass.
  TYCHO_HOST_DEVICE Pull<Real> of_cell([[maybe_unused]] const TreeView<Real>& tree,
                                       [[maybe_unused]] std::int32_t index, const Cell<Real>& cell,
                                       const Target<Real>& body, const Vec3<Real>& r,
                                       Real r_sq) const {
    const Kernel<Real> k = kernel(r_sq, body.softening, cell.softening);
    Pull<Real> pull = monopole_pull(r, cell.mass, k);
    if constexpr (kQuadrupole) pull += quadrupole_pull(r, tree.quadrupoles[index], k);
    return pull;
  }

  /// Of the body in slot `j` of the tree's order; not for the target itself.
  TYCHO_HOST_DEVICE Pull<Real> of_body(const TreeView<Real>& tree, std::int32_t j,
                                       const Target<Real>& body) const {
    const Source<Real>& source = tree.bodies[j];
    const Vec3<Real> r = source.at - body.at;
    const Real h = kSpline && tree.softenings ? tree.softenings[j] : body.softening;
    return monopole_pull(r, source.mass, kernel(dot(r, r), body.softening, h));
  }

 private:
  TYCHO_HOST_DEVICE static constexpr Real larger(Real a, Real b) { return a > b ? a : b; }

  TYCHO_HOST_DEVICE Kernel<Real> kernel(Real r_sq, Real h_body, Real h_source) const {
    if constexpr (kSpline) return spline_kernel(r_sq, larger(h_body, h_source));
    return plummer_kernel(r_sq, softening_squared);
  }
};

}  // namespace tycho::tree
