// Gadget's spline within its radius, without a branch: core/formulas/softened_kernel.hpp in SIMD.
// For the *_best.cpp.
#pragma once

#include "reference/simd.hpp"

namespace tycho::reference::group_walk {

template <typename V>
struct Spline {
  V force, depth;  // what the separation is multiplied by, times h^3, and the potential, times h
};

/// At u = r / h, with its inverse: 0 for u = 0.
template <typename V>
Spline<V> spline(const V& u, const V& per_u) {
  using Real = typename V::value_type;
  using simd::stdx::where;
  const V u_sq = u * u;
  V force = Real(64.0 / 3) + u * (Real(-48) + u * (Real(38.4) - Real(32.0 / 3) * u)) -
            Real(1.0 / 15) * (per_u * per_u * per_u);
  V depth = Real(-3.2) + Real(1.0 / 15) * per_u +
            u_sq * (Real(32.0 / 3) + u * (Real(-16) + u * (Real(9.6) - Real(32.0 / 15) * u)));
  const auto inner = u < V(Real(0.5));
  where(inner, force) = Real(32.0 / 3) + u_sq * (Real(32) * u - Real(38.4));
  where(inner, depth) = Real(-2.8) + u_sq * (Real(16.0 / 3) + u_sq * (Real(6.4) * u - Real(9.6)));
  return {force, depth};
}

}  // namespace tycho::reference::group_walk
