// What one body does at one cell of a tree in a periodic box, where only the short range is the
// tree's: skipped, opened or taken, and with what pull. Host and device; the loops over the cells
// are written on each side.
#pragma once

#include "core/formulas/opening.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/formulas/short_range.hpp"
#include "core/tree/tree.hpp"

namespace tycho::tree {

/// `Factor` is CompactSplit, ErfcSplit or TableSplit.
template <typename Number, bool kRelativeOpening, typename Factor>
struct ShortRangeRule {
  using Real = Number;
  static constexpr bool kRelative = kRelativeOpening;
  Real box, cut_sq;
  Real softening;  // the spline's radius h
  Factor factor;

  TYCHO_HOST_DEVICE Vec3<Real> separation(const Vec3<Real>& to, const Vec3<Real>& from) const {
    return nearest_image(to - from, box);
  }

  /// Whether nothing in the cell is within the cut. `from_centre` is to the nearest image of the
  /// cell's centre.
  TYCHO_HOST_DEVICE bool skips(const Vec3<Real>& from_centre, Real side) const {
    const Real half = Real(0.5) * side;
    return distance_sq_to_box(from_centre, Vec3<Real>{}, Vec3<Real>{half, half, half}) > cut_sq;
  }

  /// Whether the body must look into the cell, whose centre of mass is at the squared distance
  /// r_sq. `accuracy` is alpha |g| of the relative criterion.
  TYCHO_HOST_DEVICE bool opens(const Cell<Real>& cell, const Vec3<Real>& from_centre, Real side,
                               Real accuracy, Real r_sq) const {
    if constexpr (kRelative)
      return opened_relative(cell.opening, accuracy, r_sq) || opened_always(from_centre, side);
    return !(r_sq > cell.opening);
  }

  /// The pull of a point mass, body or cell, at `r` from the target; zero beyond the cut.
  TYCHO_HOST_DEVICE Pull<Real> pull(const Vec3<Real>& r, Real r_sq, Real mass) const {
    using std::sqrt;
    if (r_sq > cut_sq) return {};
    const Kernel<Real> kernel = spline_kernel(r_sq, softening);
    const ShortRange<Real> left = factor(sqrt(r_sq));
    return {(mass * kernel.factor * left.force) * r, mass * kernel.potential * left.potential};
  }
};

}  // namespace tycho::tree
