// The field of far cells about the centre of a group, to second order in the bodies' distance s
// from it: one lane takes one cell for all bodies of the group.
//
//   a(s) = a - T s + H s s / 2,   pot(s) = pot - a s + s T s / 2 - s H s s / 6
//
// with T and H the first and second derivatives of the acceleration by the position of the source,
// T of monopole and quadrupole, H of the monopole: what is left out is of third order in the sizes
// of cell and group over their distance, as in the cells' own expansion. In n = r / d and powers of
// 1/d alone, so that single precision does not overflow.
#pragma once

#include "gpu/support/warp.hpp"
#include "gpu/tree/walk_terms.cuh"

namespace tycho::gpu::tree {

/// A lane's share stands in shared memory: 20 values, each `stride` from the next.
enum LocalTerm : int {
  kLocalPot,
  kLocalAcc,
  kLocalT = kLocalAcc + 3,  // xx, xy, xz, yy, yz, zz
  kLocalH = kLocalT + 6,    // xxx, xxy, xxz, xyy, xyz, xzz, yyy, yyz, yzz, zzz
  kLocalTerms = kLocalH + 10
};

template <bool kQuadrupole, int kStride, typename Real>
__device__ inline void add_far_cell(const Vec3<Real>& centre, const Vector4<Real>& com,
                                    const Vector4<Real>& low, const Vector4<Real>& high,
                                    Real eps_sq, Real* sum) {
  const Vec3<Real> r{com.x - centre.x, com.y - centre.y, com.z - centre.z};
  const Real y = inverse_root(fma(r.z, r.z, fma(r.y, r.y, fma(r.x, r.x, eps_sq))));
  const Real y2 = y * y, y3 = y * y2, y4 = y2 * y2;
  const Vec3<Real> n = y * r;
  const Real xx = n.x * n.x, xy = n.x * n.y, xz = n.x * n.z, yy = n.y * n.y, yz = n.y * n.z,
             zz = n.z * n.z;
  const auto add = [&](int term, Real value) { sum[term * kStride] += value; };

  const Real m = low.x, m2 = m * y2, m3 = m * y3, m4 = m * y4;
  Real pot = -m * y, along = m2;                // a = along n + across s
  Real diagonal = m3, product = Real(-3) * m3;  // T = diagonal 1 + product n n + ...
  Vec3<Real> s{};
  Real across = 0, mixed = 0, second = 0;
  if constexpr (kQuadrupole) {
    s = {fma(high.x, n.z, fma(low.w, n.y, low.z * n.x)),
         fma(high.z, n.z, fma(high.y, n.y, low.w * n.x)),
         fma(high.w, n.z, fma(high.z, n.y, high.x * n.x))};
    const Real nsn = fma(n.z, s.z, fma(n.y, s.y, n.x * s.x));
    const Real y5 = y4 * y, t = low.y;
    pot += y3 * fma(Real(-0.5), nsn, t * Real(1.0 / 3));
    along = fma(y4, fma(Real(2.5), nsn, -t), along);
    across = -y4;
    diagonal = fma(y5, fma(Real(2.5), nsn, -t), diagonal);
    product = fma(y5, fma(Real(-17.5), nsn, Real(5) * t), product);
    mixed = Real(5) * y5;
    second = -y5;
  }
  add(kLocalPot, pot);
  add(kLocalAcc + 0, fma(across, s.x, along * n.x));
  add(kLocalAcc + 1, fma(across, s.y, along * n.y));
  add(kLocalAcc + 2, fma(across, s.z, along * n.z));
  Real txx = fma(product, xx, diagonal), txy = product * xy, txz = product * xz,
       tyy = fma(product, yy, diagonal), tyz = product * yz, tzz = fma(product, zz, diagonal);
  if constexpr (kQuadrupole) {
    txx = fma(second, low.z, fma(mixed, Real(2) * n.x * s.x, txx));
    txy = fma(second, low.w, fma(mixed, fma(n.x, s.y, n.y * s.x), txy));
    txz = fma(second, high.x, fma(mixed, fma(n.x, s.z, n.z * s.x), txz));
    tyy = fma(second, high.y, fma(mixed, Real(2) * n.y * s.y, tyy));
    tyz = fma(second, high.z, fma(mixed, fma(n.y, s.z, n.z * s.y), tyz));
    tzz = fma(second, high.w, fma(mixed, Real(2) * n.z * s.z, tzz));
  }
  add(kLocalT + 0, txx);
  add(kLocalT + 1, txy);
  add(kLocalT + 2, txz);
  add(kLocalT + 3, tyy);
  add(kLocalT + 4, tyz);
  add(kLocalT + 5, tzz);
  const Real three = Real(-3) * m4, fifteen = Real(15) * m4;
  const Real hx = fma(fifteen, xx, three), hy = fma(fifteen, yy, three),
             hz = fma(fifteen, zz, three);
  add(kLocalH + 0, n.x * fma(Real(2), three, hx));
  add(kLocalH + 1, n.y * hx);
  add(kLocalH + 2, n.z * hx);
  add(kLocalH + 3, n.x * hy);
  add(kLocalH + 4, fifteen * xy * n.z);
  add(kLocalH + 5, n.x * hz);
  add(kLocalH + 6, n.y * fma(Real(2), three, hy));
  add(kLocalH + 7, n.z * hy);
  add(kLocalH + 8, n.y * hz);
  add(kLocalH + 9, n.z * fma(Real(2), three, hz));
}

/// The sums over all lanes of a warp, in every lane.
template <typename Real>
__device__ inline void join_lanes(const Real (&shares)[kLocalTerms][kWarp], int lane,
                                  Real (&sums)[kLocalTerms]) {
#pragma unroll
  for (int term = 0; term < kLocalTerms; ++term) {
    Real value = shares[term][lane];
    for (int step = kWarp / 2; step > 0; step /= 2)
      value += __shfl_xor_sync(kAllLanes, value, step);
    sums[term] = value;
  }
}

/// What the sums of all cells do to a body at s from the centre.
template <bool kPotential, typename Real>
__device__ inline void add_local(const Real (&f)[kLocalTerms], const Vec3<Real>& s,
                                 Sum<Real>& sum) {
  const Real* const a = f + kLocalAcc;
  const Real* const t = f + kLocalT;
  const Real* const h = f + kLocalH;
  const Vec3<Real> ts{t[0] * s.x + t[1] * s.y + t[2] * s.z, t[1] * s.x + t[3] * s.y + t[4] * s.z,
                      t[2] * s.x + t[4] * s.y + t[5] * s.z};
  const Real xx = s.x * s.x, xy = 2 * s.x * s.y, xz = 2 * s.x * s.z, yy = s.y * s.y,
             yz = 2 * s.y * s.z, zz = s.z * s.z;
  const Vec3<Real> hss{h[0] * xx + h[1] * xy + h[2] * xz + h[3] * yy + h[4] * yz + h[5] * zz,
                       h[1] * xx + h[3] * xy + h[4] * xz + h[6] * yy + h[7] * yz + h[8] * zz,
                       h[2] * xx + h[4] * xy + h[5] * xz + h[7] * yy + h[8] * yz + h[9] * zz};
  sum.acc.x += a[0] - ts.x + Real(0.5) * hss.x;
  sum.acc.y += a[1] - ts.y + Real(0.5) * hss.y;
  sum.acc.z += a[2] - ts.z + Real(0.5) * hss.z;
  if constexpr (kPotential)
    sum.pot += f[kLocalPot] - (a[0] * s.x + a[1] * s.y + a[2] * s.z) + Real(0.5) * dot(s, ts) -
               Real(1.0 / 6) * dot(s, hss);
}

}  // namespace tycho::gpu::tree
