// How a particle's mass is shared among mesh points, and by the same weights how the mesh's force
// comes back to it: nearest grid point, cloud in cell, triangular shaped cloud (Hockney & Eastwood
// 1988, section 5-2; named in aubert2009, III.B) and the next of the same family, a piecewise cubic
// spline. The mesh points are the cell centres.
#pragma once

#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "core/attributes.hpp"
#include "core/formulas/cell_index.hpp"

namespace tycho {

enum class Cloud { kNgp = 1, kCic = 2, kTsc = 3, kPcs = 4 };

/// Mesh points a cloud touches along one axis.
TYCHO_HOST_DEVICE constexpr int points(Cloud cloud) { return static_cast<int>(cloud); }

/// The points first, first + 1, ... along one axis and their weights, which sum to 1. `first` may
/// lie outside the box, by two cells at most: wrap it.
template <typename Real, Cloud kCloud>
struct AxisWeights {
  int first;
  Real weight[points(kCloud)];
};

template <Cloud kCloud, typename Real>
TYCHO_HOST_DEVICE inline AxisWeights<Real, kCloud> axis_weights(Real x, int n) {
  using std::floor;
  if constexpr (kCloud == Cloud::kNgp) {
    return {cell_of(x, n), {Real(1)}};
  } else if constexpr (kCloud == Cloud::kCic) {
    const Real scaled = x * static_cast<Real>(n) - Real(0.5);
    const Real below = floor(scaled);
    const Real fraction = scaled - below;
    return {static_cast<int>(below), {Real(1) - fraction, fraction}};
  } else if constexpr (kCloud == Cloud::kPcs) {
    const Real scaled = x * static_cast<Real>(n) - Real(0.5);
    const Real below = floor(scaled);
    const Real right = scaled - below, left = Real(1) - right;
    const auto outer = [](Real d) { return d * d * d / Real(6); };
    const auto inner = [](Real d) { return Real(2.0 / 3) - d * d * (Real(1) - d / Real(2)); };
    return {static_cast<int>(below) - 1, {outer(left), inner(right), inner(left), outer(right)}};
  } else {
    const int nearest = cell_of(x, n);
    const Real d = x * static_cast<Real>(n) - static_cast<Real>(nearest) - Real(0.5);
    const Real left = Real(0.5) - d, right = Real(0.5) + d;
    return {nearest - 1, {Real(0.5) * left * left, Real(0.75) - d * d, Real(0.5) * right * right}};
  }
}

/// Calls visit(cell, weight) for every mesh point of the cloud around (x, y, z).
template <Cloud kCloud, typename Real, typename Visit>
TYCHO_HOST_DEVICE inline void for_cloud(Real x, Real y, Real z, int n, Visit&& visit) {
  const auto wx = axis_weights<kCloud>(x, n);
  const auto wy = axis_weights<kCloud>(y, n);
  const auto wz = axis_weights<kCloud>(z, n);
  for (int c = 0; c < points(kCloud); ++c)
    for (int b = 0; b < points(kCloud); ++b)
      for (int a = 0; a < points(kCloud); ++a)
        visit(flat_cell(wrap_cell(wx.first + a, n), wrap_cell(wy.first + b, n),
                        wrap_cell(wz.first + c, n), n),
              wx.weight[a] * wy.weight[b] * wz.weight[c]);
}

/// The mesh's value where the particle is: the weighted mean over its cloud.
template <Cloud kCloud, typename Real>
TYCHO_HOST_DEVICE inline Real interpolated(const Real* mesh, Real x, Real y, Real z, int n) {
  Real sum = 0;
  for_cloud<kCloud>(x, y, z, n,
                    [&](std::int32_t cell, Real weight) { sum += weight * mesh[cell]; });
  return sum;
}

/// Calls body(std::integral_constant<Cloud, ...>) for a cloud known only at run time. The
/// clouds are those of particle_mesh: all but the cubic spline.
template <typename Body>
void with_cloud(Cloud cloud, Body&& body) {
  switch (cloud) {
    case Cloud::kNgp:
      return std::forward<Body>(body)(std::integral_constant<Cloud, Cloud::kNgp>{});
    case Cloud::kCic:
      return std::forward<Body>(body)(std::integral_constant<Cloud, Cloud::kCic>{});
    case Cloud::kTsc:
      return std::forward<Body>(body)(std::integral_constant<Cloud, Cloud::kTsc>{});
    case Cloud::kPcs:
      break;
  }
  throw std::logic_error("no such cloud at run time");
}

}  // namespace tycho
