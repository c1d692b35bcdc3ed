// What a cell of a tree does to a body far from it. Host and device; G = 1.
//
//   r  from the body to the cell's centre of mass,  d^2 = r^2 + eps^2
//   S  the second moments of the cell's mass about that centre: sum of m x x^T
//
//   pot = -M / d - (3 r.S.r / d^5 - tr S / d^3) / 2
//   acc = M r / d^3 + [(15/2) r.S.r / d^7 - (3/2) tr S / d^5] r - 3 S r / d^5
//
// the Taylor series of Plummer's potential to second order: with the trace kept it holds for any
// eps. The first order vanishes about the centre of mass.
#pragma once

#include "core/attributes.hpp"
#include "core/formulas/softened_kernel.hpp"
#include "core/vec3.hpp"

namespace tycho::tree {

/// Acceleration and potential of a body by some sources.
template <typename Real>
struct Pull {
  Vec3<Real> acc;
  Real pot{};  // negative

  TYCHO_HOST_DEVICE constexpr Pull& operator+=(const Pull& b) {
    acc += b.acc;
    pot += b.pot;
    return *this;
  }
};

/// Second moments of mass, not freed of their trace.
template <typename Real>
struct Quadrupole {
  Real xx{}, yy{}, zz{}, xy{}, xz{}, yz{};

  TYCHO_HOST_DEVICE constexpr Quadrupole& operator+=(const Quadrupole& b) {
    xx += b.xx;
    yy += b.yy;
    zz += b.zz;
    xy += b.xy;
    xz += b.xz;
    yz += b.yz;
    return *this;
  }
};

/// The second moments of a point mass at x.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Quadrupole<Real> second_moments(Real mass, const Vec3<Real>& x) {
  return {mass * x.x * x.x, mass * x.y * x.y, mass * x.z * x.z,
          mass * x.x * x.y, mass * x.x * x.z, mass * x.y * x.z};
}

/// Flops of a point mass by belleman2007's convention (section 4.1, k = 38 of Warren et al. 1997),
/// and of the quadrupole's terms in addition, counted one by one.
inline constexpr double kMonopoleFlops = 38;
inline constexpr double kQuadrupoleFlops = 37;

template <typename Real>
TYCHO_HOST_DEVICE constexpr Pull<Real> monopole_pull(const Vec3<Real>& r, Real mass,
                                                     const Kernel<Real>& kernel) {
  return {(mass * kernel.factor) * r, mass * kernel.potential};
}

/// The quadrupole's part, without the monopole. The kernel's potential is -1 / d: Plummer's, or
/// any softening's outside its reach.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Pull<Real> quadrupole_pull(const Vec3<Real>& r,
                                                       const Quadrupole<Real>& s,
                                                       const Kernel<Real>& kernel) {
  const Real inverse_sq = kernel.potential * kernel.potential;
  const Real per_d3 = kernel.factor;
  const Real per_d5 = per_d3 * inverse_sq;
  const Vec3<Real> sr{s.xx * r.x + s.xy * r.y + s.xz * r.z, s.xy * r.x + s.yy * r.y + s.yz * r.z,
                      s.xz * r.x + s.yz * r.y + s.zz * r.z};
  const Real rsr = dot(r, sr);
  const Real trace = s.xx + s.yy + s.zz;
  const Real along = (Real(7.5) * rsr * inverse_sq - Real(1.5) * trace) * per_d5;
  return {along * r - (Real(3) * per_d5) * sr,
          Real(0.5) * trace * per_d3 - Real(1.5) * rsr * per_d5};
}

}  // namespace tycho::tree
