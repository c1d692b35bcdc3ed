#include "core/ewald_pairs.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/chebyshev.hpp"
#include "core/formulas/short_range.hpp"

namespace tycho {

namespace {

/// Pairs that go together, so that a term of a polynomial is loaded once for all of them.
constexpr int kLanes = 16;
struct Lanes {
  double at[kLanes] = {};
};

/// Horner's rule from term kFrom on. Without a loop over the terms the lanes stay in registers.
template <std::size_t kFrom, std::size_t kTerms>
[[gnu::always_inline]] inline Lanes polynomial(const std::array<double, kTerms>& terms,
                                               const Lanes& t) {
  Lanes sum;
  if constexpr (kFrom + 1 == kTerms) {
    for (int i = 0; i < kLanes; ++i) sum.at[i] = terms[kFrom];
  } else {
    const Lanes rest = polynomial<kFrom + 1>(terms, t);
    for (int i = 0; i < kLanes; ++i) sum.at[i] = terms[kFrom] + t.at[i] * rest.at[i];
  }
  return sum;
}

/// 1 / sqrt(x) to 3e-16: half the exponent, and Newton's steps from there, of which four are
/// quicker than a root and a quotient.
[[gnu::always_inline]] inline double inverse_root(double x) {
  double y = std::bit_cast<double>(0x5FE6EB50C7B537A9 - (std::bit_cast<std::int64_t>(x) >> 1));
  const double half = 0.5 * x;
  y *= 1.5 - half * y * y;
  y *= 1.5 - half * y * y;
  y *= 1.5 - half * y * y;
  y *= 1.5 - half * y * y;
  return y;
}

/// Pairs within the cut, not yet summed. A lane that is not filled has no mass.
struct Strip {
  Lanes x, y, z, mass, r_sq;
};

struct Sums {
  Lanes x, y, z, potential;
};

template <std::size_t kTerms>
void add(const Strip& strip, double h_sq, double scale, const std::array<double, kTerms>& force,
         const std::array<double, kTerms>& potential, Sums& sums) {
  Lanes t, inverse, newton;
#pragma omp simd
  for (int i = 0; i < kLanes; ++i) t.at[i] = scale * strip.r_sq.at[i] - 1;
#pragma omp simd
  for (int i = 0; i < kLanes; ++i) {
    const double r_sq = strip.r_sq.at[i];
    inverse.at[i] = inverse_root(r_sq < h_sq ? h_sq : r_sq);
    newton.at[i] = inverse.at[i] * (r_sq < h_sq ? 0.0 : 1.0);
  }
  const Lanes p = polynomial<0>(force, t), q = polynomial<0>(potential, t);
#pragma omp simd
  for (int i = 0; i < kLanes; ++i) {
    const double pull = strip.mass.at[i] * (newton.at[i] * inverse.at[i] * inverse.at[i] - p.at[i]);
    sums.x.at[i] += pull * strip.x.at[i];
    sums.y.at[i] += pull * strip.y.at[i];
    sums.z.at[i] += pull * strip.z.at[i];
    sums.potential.at[i] += strip.mass.at[i] * (q.at[i] - newton.at[i]);
  }
}

}  // namespace

void EwaldNeighbours::clear() {
  for (std::vector<double>* each : {&x, &y, &z, &mass}) each->clear();
  near = 0;
}

void EwaldNeighbours::add(const EwaldNeighbours& others, std::size_t first, std::size_t end,
                          const Vec3<double>& shift) {
  const auto moved = [&](const std::vector<double>& from, double by, std::vector<double>& to) {
    const std::size_t before = to.size();
    to.resize(before + end - first);
    for (std::size_t i = first; i < end; ++i) to[before + i - first] = from[i] + by;
  };
  moved(others.x, shift.x, x);
  moved(others.y, shift.y, y);
  moved(others.z, shift.z, z);
  mass.insert(mass.end(), others.mass.begin() + first, others.mass.begin() + end);
}

EwaldPairs::EwaldPairs(double alpha, double reach, double softening)
    : cut_sq_(reach / alpha * (reach / alpha)), h_(softening) {
  const ErfcSplit<double> split{alpha};
  const auto r_at = [&](double t) { return std::sqrt((t + 1) / 2 * cut_sq_); };
  force_ = chebyshev_polynomial<kTerms>([&](double t) {
    const double r = r_at(t);
    return (1 - split(r).force) / (r * r * r);
  });
  potential_ = chebyshev_polynomial<kTerms>(
      [&](double t) { return (1 - split(r_at(t)).potential) / r_at(t); });
}

tree::Pull<double> EwaldPairs::pull(const Vec3<double>& at, double own,
                                    const EwaldNeighbours& all) const {
  const double h_sq = h_ * h_, scale = 2 / cut_sq_;
  Strip strip;
  Sums sums;
  int filled = 0;
  for (std::size_t j = 0; j < all.x.size(); ++j) {
    const double x = all.x[j] - at.x, y = all.y[j] - at.y, z = all.z[j] - at.z;
    const double r_sq = x * x + y * y + z * z;
    // A pair beyond the cut is overwritten by the next one: a branch could not be predicted.
    strip.x.at[filled] = x;
    strip.y.at[filled] = y;
    strip.z.at[filled] = z;
    strip.mass.at[filled] = all.mass[j];
    strip.r_sq.at[filled] = r_sq;
    filled += r_sq <= cut_sq_;
    if (filled < kLanes) continue;
    add(strip, h_sq, scale, force_, potential_, sums);
    filled = 0;
  }
  for (int i = filled; i < kLanes; ++i) strip.mass.at[i] = strip.r_sq.at[i] = 0;
  add(strip, h_sq, scale, force_, potential_, sums);

  tree::Pull<double> sum = within_softening(at, own, all);
  for (int i = 0; i < kLanes; ++i)
    sum += {{sums.x.at[i], sums.y.at[i], sums.z.at[i]}, sums.potential.at[i]};
  return sum;
}

/// The spline's pull of bodies within h, the body's own taken away again.
tree::Pull<double> EwaldPairs::within_softening(const Vec3<double>& at, double own,
                                                const EwaldNeighbours& all) const {
  const double h_sq = h_ * h_;
  tree::Pull<double> sum{{}, -own * tree::spline_kernel(0.0, h_).potential};
  for (std::size_t j = 0; j < all.near; ++j) {
    const Vec3<double> r = Vec3<double>{all.x[j], all.y[j], all.z[j]} - at;
    const double r_sq = dot(r, r);
    if (r_sq < h_sq) sum += tree::monopole_pull(r, all.mass[j], tree::spline_kernel(r_sq, h_));
  }
  return sum;
}

}  // namespace tycho
