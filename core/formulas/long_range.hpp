// The long-range part of gravity on a periodic mesh (Springel 2005, section 4.2; Hockney & Eastwood
// 1988): in Fourier space, with masses m_k shared out by cic on a mesh of cells of side 1,
//
//   phi_k = -4 pi m_k / k^2  exp(-k^2 r_s^2) / W(k)^2,   W = product of sinc(k_i / 2)^2
//
// One W undoes the cloud of the deposit, the other that of the interpolation. What the Gaussian
// leaves out is the short range. The mean mode has no potential. Host and device; G = 1.
//
// split = compact has the ball of core/formulas/compact_split.hpp for the Gaussian, and clouds of
// cubic splines, W = product of sinc(k_i / 2)^4: a lattice of bodies has waves of its own, of which
// cloud in cell lets some per mille through to longer ones.
#pragma once

#include <cmath>
#include <numbers>

#include "core/attributes.hpp"
#include "core/formulas/cloud_weights.hpp"
#include "core/formulas/multipole.hpp"

namespace tycho {

/// What one axis gives to a mode: its square of k, and its factor of exp(-k^2 r_s^2) / W^2.
struct LongRangeAxis {
  double wave_sq, filter;
};

/// For the mode of index i along an axis of n cells, 0 <= i < n; r_s in cells.
TYCHO_HOST_DEVICE inline LongRangeAxis long_range_axis(int i, int n, double r_s) {
  using std::exp;
  using std::sin;
  if (i == 0) return {0, 1};
  const double k = 2 * std::numbers::pi * (2 * i > n ? i - n : i) / n;
  const double sinc = sin(k / 2) / (k / 2);
  return {k * k, exp(-k * k * r_s * r_s) / (sinc * sinc * sinc * sinc)};
}

/// phi_k / m_k for masses in units of G and a cell of side 1. A cell of side h divides it by h, and
/// an inverse transform without its factor by the number of cells.
TYCHO_HOST_DEVICE constexpr double long_range_green(const LongRangeAxis& x, const LongRangeAxis& y,
                                                    const LongRangeAxis& z) {
  const double wave_sq = x.wave_sq + y.wave_sq + z.wave_sq;
  return wave_sq > 0 ? -4 * std::numbers::pi * x.filter * y.filter * z.filter / wave_sq : 0;
}

/// -dphi/dx from the four neighbours along an axis, for cells of side 1, as Gadget-2.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real four_point_force(Real before_two, Real before, Real after,
                                                  Real after_two) {
  return Real(2.0 / 3) * (before - after) - Real(1.0 / 12) * (before_two - after_two);
}

/// The mesh's pull on a body at (x, y, z) in the unit box: the four-point force at the eight points
/// of its cloud, in the cloud's weights, for cells of side 1; and the potential. `phi` is n^3, x
/// fastest, n >= 4.
template <typename Real>
TYCHO_HOST_DEVICE inline tree::Pull<Real> long_range_pull(const Real* phi, double x, double y,
                                                          double z, int n) {
  const auto wx = axis_weights<Cloud::kCic>(x, n);
  const auto wy = axis_weights<Cloud::kCic>(y, n);
  const auto wz = axis_weights<Cloud::kCic>(z, n);
  // From two before the cloud to two after it, along each axis.
  int ix[6], iy[6], iz[6];
  for (int a = 0; a < 6; ++a) {
    ix[a] = wrap_cell(wx.first - 2 + a, n);
    iy[a] = wrap_cell(wy.first - 2 + a, n);
    iz[a] = wrap_cell(wz.first - 2 + a, n);
  }
  const auto at = [&](int a, int b, int c) { return phi[flat_cell(ix[a], iy[b], iz[c], n)]; };
  tree::Pull<Real> sum;
  for (int c = 2; c < 4; ++c)
    for (int b = 2; b < 4; ++b)
      for (int a = 2; a < 4; ++a) {
        const Real weight =
            static_cast<Real>(wx.weight[a - 2] * wy.weight[b - 2] * wz.weight[c - 2]);
        sum.acc += weight * Vec3<Real>{four_point_force(at(a - 2, b, c), at(a - 1, b, c),
                                                        at(a + 1, b, c), at(a + 2, b, c)),
                                       four_point_force(at(a, b - 2, c), at(a, b - 1, c),
                                                        at(a, b + 1, c), at(a, b + 2, c)),
                                       four_point_force(at(a, b, c - 2), at(a, b, c - 1),
                                                        at(a, b, c + 1), at(a, b, c + 2))};
        sum.pot += weight * at(a, b, c);
      }
  return sum;
}

/// The pull of split = compact and the potential, as meshes.
template <typename Real>
struct FieldMeshes {
  const Real *x, *y, *z, *potential;
};

/// The mesh's pull and potential at (x, y, z) in the unit box, by the weights of a cubic cloud.
template <typename Real>
TYCHO_HOST_DEVICE inline tree::Pull<Real> long_range_pull(const FieldMeshes<Real>& fields, double x,
                                                          double y, double z, int n) {
  tree::Pull<Real> sum;
  for_cloud<Cloud::kPcs>(x, y, z, n, [&](std::int32_t cell, double exact) {
    const Real weight = static_cast<Real>(exact);
    sum.acc += weight * Vec3<Real>{fields.x[cell], fields.y[cell], fields.z[cell]};
    sum.pot += weight * fields.potential[cell];
  });
  return sum;
}

/// The potential that a body of mass 1 gives itself through the Gaussian: to be taken away.
TYCHO_HOST_DEVICE constexpr double long_range_self(double r_s) {
  return -std::numbers::inv_sqrtpi / r_s;
}

}  // namespace tycho
