// What a cell and a body of the tree do to a body of the group, with as few instructions as the
// precision allows: core/formulas/multipole.hpp, multiplied out.
#pragma once

#include "core/formulas/softened_kernel.hpp"
#include "core/vec3.hpp"
#include "gpu/support/inverse_root.cuh"
#include "gpu/support/vector4.hpp"

namespace tycho::gpu::tree {

/// The smallest eps^2, in the tree's units: a body's pair with itself then gives 0 times a finite
/// factor, and no loop needs a branch to skip it.
template <typename Real>
constexpr Real kLeastSofteningSq = Real(sizeof(Real) == 4 ? 1e-20 : 1e-60);

/// Where what fills a list up stands: so far away that the squares are finite and the pull is 0.
constexpr double kFarAway = 1e18;

template <typename Real>
struct Sum {
  Vec3<Real> acc;
  Real pot{};
  /// Mass at the body's own position, itself included; with the spline over its radius.
  Real coincident{};
};

/// 13 instructions in single precision, without the potential.
template <bool kPotential, typename Real>
__device__ inline void add_body(const Vec3<Real>& here, const Vector4<Real>& there, Real eps_sq,
                                Sum<Real>& sum) {
  const Vec3<Real> r{there.x - here.x, there.y - here.y, there.z - here.z};
  const Real d_sq = fma(r.z, r.z, fma(r.y, r.y, fma(r.x, r.x, eps_sq)));
  const Real y = inverse_root(d_sq);
  const Real factor = (there.w * y) * (y * y);
  sum.acc.x = fma(factor, r.x, sum.acc.x);
  sum.acc.y = fma(factor, r.y, sum.acc.y);
  sum.acc.z = fma(factor, r.z, sum.acc.z);
  if constexpr (kPotential) {
    if (r.x == 0 && r.y == 0 && r.z == 0)
      sum.coincident += there.w;
    else
      sum.pot = fma(-there.w, y, sum.pot);
  }
}

/// Adds the pull of a body softened by the spline of radius h: Newton's beyond it.
template <bool kPotential, typename Real>
__device__ inline void add_softened_body(const Vec3<Real>& here, const Vector4<Real>& there, Real h,
                                         Real least_sq, Sum<Real>& sum) {
  const Vec3<Real> r{there.x - here.x, there.y - here.y, there.z - here.z};
  const Real r_sq = fma(r.z, r.z, fma(r.y, r.y, r.x * r.x));
  const Real y = inverse_root(r_sq + least_sq);
  tycho::tree::Kernel<Real> kernel{y * (y * y), -y};
  if (r_sq < h * h) kernel = tycho::tree::spline_kernel(r_sq, h);
  const Real factor = there.w * kernel.factor;
  sum.acc.x = fma(factor, r.x, sum.acc.x);
  sum.acc.y = fma(factor, r.y, sum.acc.y);
  sum.acc.z = fma(factor, r.z, sum.acc.z);
  if constexpr (kPotential) {
    if (r.x == 0 && r.y == 0 && r.z == 0)
      sum.coincident += h > 0 ? there.w / h : Real(0);
    else
      sum.pot = fma(there.w, kernel.potential, sum.pot);
  }
}

/// A cell as the tree has it: centre of mass; M, 3/2 tr S, 3 S. 32 instructions in single
/// precision, without the potential; 13 of a point mass.
template <bool kPotential, bool kQuadrupole, typename Real>
__device__ inline void add_cell(const Vec3<Real>& here, const Vector4<Real>& com,
                                const Vector4<Real>& low, const Vector4<Real>& high, Real eps_sq,
                                Sum<Real>& sum) {
  const Vec3<Real> r{com.x - here.x, com.y - here.y, com.z - here.z};
  const Real d_sq = fma(r.z, r.z, fma(r.y, r.y, fma(r.x, r.x, eps_sq)));
  const Real y = inverse_root(d_sq);
  const Real y2 = y * y, y3 = y * y2;
  if constexpr (kQuadrupole) {
    const Vec3<Real> s{fma(high.x, r.z, fma(low.w, r.y, low.z * r.x)),
                       fma(high.z, r.z, fma(high.y, r.y, low.w * r.x)),
                       fma(high.w, r.z, fma(high.z, r.y, high.x * r.x))};
    const Real rsr = fma(r.z, s.z, fma(r.y, s.y, r.x * s.x));
    const Real along = y3 * fma(y2, fma(Real(2.5) * y2, rsr, -low.y), low.x);
    const Real across = -y3 * y2;
    sum.acc.x = fma(across, s.x, fma(along, r.x, sum.acc.x));
    sum.acc.y = fma(across, s.y, fma(along, r.y, sum.acc.y));
    sum.acc.z = fma(across, s.z, fma(along, r.z, sum.acc.z));
    if constexpr (kPotential)
      sum.pot += y3 * fma(Real(-0.5) * y2, rsr, low.y * Real(1.0 / 3)) - low.x * y;
  } else {
    const Real factor = low.x * y3;
    sum.acc.x = fma(factor, r.x, sum.acc.x);
    sum.acc.y = fma(factor, r.y, sum.acc.y);
    sum.acc.z = fma(factor, r.z, sum.acc.z);
    if constexpr (kPotential) sum.pot = fma(-low.x, y, sum.pot);
  }
}

}  // namespace tycho::gpu::tree
