// The fourth-order Hermite scheme (Makino & Aarseth 1992, PASJ 44, 141), for host and device alike.
//
// G = 1, r = x_j - x_i and v = v_j - v_i everywhere; d^2 = r^2 + eps^2.
#pragma once

#include <cmath>

#include "core/attributes.hpp"
#include "core/vec3.hpp"

namespace tycho::hermite {

/// Flops of one pair with force, jerk and potential by belleman2007's convention (section 4.1,
/// after Nitadori, Makino & Abe 2006).
inline constexpr double kPairFlops = 60;

/// What the bodies do to one of them, or one body's part of it.
template <typename Real>
struct Pull {
  Vec3<Real> acc, jerk;
  Real pot{};  // negative

  TYCHO_HOST_DEVICE constexpr Pull& operator+=(const Pull& b) {
    acc += b.acc;
    jerk += b.jerk;
    pot += b.pot;
    return *this;
  }
};

/// acc = m r / d^3,  jerk = m [v / d^3 - 3 (r.v) r / d^5],  pot = -m / d: Makino & Aarseth (1992),
/// eqs. 1 and 2. `inverse` is 1/d, or 0 where d = 0: such a pair pulls at nothing.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Pull<Real> pair_pull(const Vec3<Real>& r, const Vec3<Real>& v,
                                                 Real mass, Real inverse) {
  const Real inverse_sq = inverse * inverse;
  const Real potential = mass * inverse;
  const Real factor = potential * inverse_sq;
  const Real alpha = Real(-3) * dot(r, v) * inverse_sq;
  return {factor * r, factor * (v + alpha * r), -potential};
}

/// 1/d, with 0 for two bodies at one position without softening: a select, no branch.
template <typename Real>
TYCHO_HOST_DEVICE inline Real inverse_distance(Real softened_sq) {
  using std::sqrt;
  return softened_sq > Real(0) ? Real(1) / sqrt(softened_sq) : Real(0);
}

template <typename Real>
struct Motion {
  Vec3<Real> x, v;
};

/// x and v after a time d with constant jerk: Makino & Aarseth (1992), eqs. 3 and 4.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Motion<Real> predicted(const Vec3<Real>& x, const Vec3<Real>& v,
                                                   const Vec3<Real>& acc, const Vec3<Real>& jerk,
                                                   Real d) {
  const Real half = d / 2, third = d / 3;
  return {x + d * (v + half * (acc + third * jerk)), v + d * (acc + half * jerk)};
}

/// The same as the GRAPE-6 has it, with a/2, jerk/6 and snap/18 and one more term. d may be
/// negative.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Motion<Real> predicted_g6(const Vec3<Real>& x, const Vec3<Real>& v,
                                                      const Vec3<Real>& acc_2,
                                                      const Vec3<Real>& jerk_6,
                                                      const Vec3<Real>& snap_18, Real d) {
  return {x + d * (v + d * (acc_2 + d * (jerk_6 + (Real(0.75) * d) * snap_18))),
          v + d * (Real(2) * acc_2 + d * (Real(3) * jerk_6 + (Real(3) * d) * snap_18))};
}

/// The second and third derivative of the acceleration over a step, from both its ends. The second
/// is at its start.
template <typename Real>
struct Derivatives {
  Vec3<Real> snap, crackle;
};

/// Makino & Aarseth (1992), eqs. 5 and 6.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Derivatives<Real> derivatives(const Vec3<Real>& acc0,
                                                          const Vec3<Real>& jerk0,
                                                          const Vec3<Real>& acc1,
                                                          const Vec3<Real>& jerk1, Real dt) {
  const Vec3<Real> rise = acc0 - acc1;
  const Real per_dt = Real(1) / dt, per_dt_sq = per_dt * per_dt;
  return {per_dt_sq * (Real(-6) * rise - dt * (Real(4) * jerk0 + Real(2) * jerk1)),
          per_dt_sq * per_dt * (Real(12) * rise + (Real(6) * dt) * (jerk0 + jerk1))};
}

/// The predicted motion with the terms of snap and crackle: Makino & Aarseth (1992), eqs. 7 and 8.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Motion<Real> corrected(const Motion<Real>& p,
                                                   const Derivatives<Real>& d, Real dt) {
  const Real dt3_6 = dt * dt * dt / 6, dt4_24 = dt3_6 * dt / 4, dt5_120 = dt4_24 * dt / 5;
  return {p.x + dt4_24 * d.snap + dt5_120 * d.crackle, p.v + dt3_6 * d.snap + dt4_24 * d.crackle};
}

template <typename Real>
TYCHO_HOST_DEVICE inline Real magnitude(const Vec3<Real>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

/// Aarseth's criterion with the accuracy parameter outside the root, as kira has it:
///   dt = accuracy sqrt((|a||snap| + |jerk|^2) / (|jerk||crackle| + |snap|^2)),
/// Makino & Aarseth (1992), eq. 9, with the snap at the end of the step. The energy error goes as
/// the fourth power of `accuracy`. Infinite where all higher derivatives vanish.
template <typename Real>
TYCHO_HOST_DEVICE inline Real aarseth_step(const Vec3<Real>& acc, const Vec3<Real>& jerk,
                                           const Derivatives<Real>& over, Real dt, Real accuracy) {
  using std::sqrt;
  const Vec3<Real> snap = over.snap + dt * over.crackle;
  const Real j = magnitude(jerk), s = magnitude(snap);
  const Real below = j * magnitude(over.crackle) + s * s;
  if (!(below > Real(0))) return Real(HUGE_VAL);
  return accuracy * sqrt((magnitude(acc) * s + j * j) / below);
}

/// The step while only acceleration and jerk are known. Where the jerk happens to vanish the step
/// would be far too long, and a step cannot be taken back; a step that is too short soon doubles.
/// Hence the divisor 128. With 8, the first steps alone left an energy error of 8e-6 at N = 1024
/// (accuracy 0.2); with 32 they still left an error at accuracy 0.3; with 128 no error of the first
/// steps is visible.
template <typename Real>
TYCHO_HOST_DEVICE inline Real first_step(const Vec3<Real>& acc, const Vec3<Real>& jerk,
                                         Real accuracy) {
  const Real j = magnitude(jerk);
  if (!(j > Real(0))) return Real(HUGE_VAL);
  return accuracy / 128 * magnitude(acc) / j;
}

}  // namespace tycho::hermite
