// The short-range force as the walk of gpu/tree takes it: nearest images in a periodic box,
// cells beyond the cut left out, point masses with Gadget's spline times the short-range factor.
// In the units of the tree.
#pragma once

#include "core/formulas/compact_split.hpp"
#include "core/formulas/opening.hpp"
#include "core/formulas/short_range.hpp"
#include "gpu/tree/walk_group.cuh"
#include "gpu/tree_pm/walk_kinds.hpp"

namespace tycho::gpu::tree_pm {

namespace {

using tree::Verdict;

/// exp(x), to two units in the last place for the arguments here, none above 0.
__device__ inline float fast_exp(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x * 1.4426950408889634f));
  return y;
}
__device__ inline float fast_inverse(float x) {
  float y;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

/// ErfcSplit in single precision, erfc by Abramowitz & Stegun (1964), 7.1.26: an error of 1.5e-7,
/// with one exponential for erfc and the Gaussian beside it.
__device__ inline ShortRange<float> erfc_factor(float u) {
  const float gauss = fast_exp(-u * u);
  const float t = fast_inverse(fmaf(0.3275911f, u, 1.0f));
  float series = fmaf(t, 1.061405429f, -1.453152027f);
  series = fmaf(t, series, 1.421413741f);
  series = fmaf(t, series, -0.284496736f);
  series = t * fmaf(t, series, 0.254829592f);
  const float two_per_root_pi = 1.1283791671f;
  return {gauss * fmaf(two_per_root_pi, u, series), gauss * series};
}
__device__ inline ShortRange<double> erfc_factor(double u) { return ErfcSplit<double>{1}(u); }

template <typename Real>
struct ShortRangeRule : tree::WalkRule {
  Real length, per_length;         // of the box
  Real radius, per_radius;         // the spline's h, of all bodies
  Real cut, cut_sq;                //
  Real per_width;                  // 1 / (2 r_s); of compact 1 / cut
  const ShortRange<Real>* values;  // split_table()

  __device__ Real nearest(Real r) const { return r - length * rint(r * per_length); }

  /// The nearest image of `there` as seen from `centre`; the fourth component stays as it is.
  __device__ Vector4<Real> nearest_image(const Vector4<Real>& there,
                                         const Vec3<Real>& centre) const {
    return {nearest(there.x - centre.x), nearest(there.y - centre.y), nearest(there.z - centre.z),
            there.w};
  }

  /// Of a cell for a group with the box `half` to all sides of its centre, from which `com`, the
  /// cell's centre of mass and opening, and `cube`, its centre and side, are seen. No body of the
  /// group is nearer to any image of them than its box is to the image nearest to its centre.
  __device__ Verdict judge(const Vector4<Real>& com, const Vector4<Real>& cube,
                           const Vec3<Real>& half, Real accuracy) const {
    using namespace tycho::tree;
    const Vec3<Real> to_cube{cube.x, cube.y, cube.z}, to_com{com.x, com.y, com.z};
    const auto grown = [&](Real by) { return Vec3<Real>{half.x + by, half.y + by, half.z + by}; };
    if (distance_sq_to_box(to_cube, Vec3<Real>{}, grown(cube.w / 2)) > cut_sq)
      return Verdict::kSkipped;
    const Real distance_sq = distance_sq_to_box(to_com, Vec3<Real>{}, half);
    if (distance_sq < radius * radius) return Verdict::kOpened;
    if (relative) {
      const Vec3<Real> reach = grown(Real(kAlwaysOpened) * cube.w);
      if (fabs(cube.x) < reach.x && fabs(cube.y) < reach.y && fabs(cube.z) < reach.z)
        return Verdict::kOpened;
      if (opened_relative(com.w, accuracy, distance_sq)) return Verdict::kOpened;
    } else if (!(distance_sq > com.w)) {
      return Verdict::kOpened;
    }
    return distance_sq > cut_sq ? Verdict::kSkipped : Verdict::kTaken;
  }

  /// Whether the short range of any body in the group's box may hold a body that is seen there.
  __device__ bool reaches(const Vector4<Real>& there, const Vec3<Real>& half) const {
    const Vec3<Real> to{there.x, there.y, there.z};
    return !(tycho::tree::distance_sq_to_box(to, Vec3<Real>{}, half) > cut_sq);
  }

  /// The table's values that a kind needs, forces first, where all warps of a block find them.
  template <typename K>
  __device__ const Real* shared_table() const {
    if constexpr (K::kFactor == Factor::kTable) {
      __shared__ Real table[(K::kPotential ? 2 : 1) * kSplitTable];
      for (int i = threadIdx.x; i < kSplitTable; i += blockDim.x) {
        table[i] = values[i].force;
        if constexpr (K::kPotential) table[kSplitTable + i] = values[i].potential;
      }
      __syncthreads();
      return table;
    } else {
      return nullptr;
    }
  }

  template <typename K>
  __device__ ShortRange<Real> factor([[maybe_unused]] const Real* table, Real u) const {
    if constexpr (K::kFactor == Factor::kCompact) {
      // Beyond the end there is nothing; the fillers of a tile are so far away that the polynomial
      // would overflow.
      const Real x = tree::least(u, Real(1));
      return {compact_force(x), K::kPotential ? compact_potential(x) : Real(0)};
    } else if constexpr (K::kFactor == Factor::kTable) {
      const int entry = static_cast<int>(u * Real(kSplitTable / kSplitTableEnd));
      if (entry >= kSplitTable) return {};
      return {table[entry], K::kPotential ? table[kSplitTable + entry] : Real(0)};
    } else {
      return erfc_factor(u);
    }
  }

  /// Bodies that stand where the spline is needed are few; all others go by Newton's law.
  template <typename K, bool kWrap>
  __device__ void add(const Vec3<Real>& here, const Vector4<Real>& there, const Real* table,
                      tree::Sum<Real>& sum) const {
    using namespace tycho::tree;
    Vec3<Real> r{there.x - here.x, there.y - here.y, there.z - here.z};
    if constexpr (kWrap) r = {nearest(r.x), nearest(r.y), nearest(r.z)};
    const Real r_sq = fma(r.z, r.z, fma(r.y, r.y, r.x * r.x));
    const Real y = inverse_root(r_sq + tree::kLeastSofteningSq<Real>);
    Kernel<Real> kernel{y * (y * y), -y};
    const Real distance = r_sq * y;
    if (r_sq < radius * radius)
      kernel = spline_within(distance * per_radius, radius * y, per_radius);
    const ShortRange<Real> part = factor<K>(table, distance * per_width);
    const Real mass = r_sq > cut_sq ? Real(0) : there.w;
    const Real pull = mass * kernel.factor * part.force;
    sum.acc.x = fma(pull, r.x, sum.acc.x);
    sum.acc.y = fma(pull, r.y, sum.acc.y);
    sum.acc.z = fma(pull, r.z, sum.acc.z);
    if constexpr (K::kPotential) {
      if (r.x == 0 && r.y == 0 && r.z == 0)
        sum.coincident += mass / radius;
      else
        sum.pot = fma(mass * kernel.potential, part.potential, sum.pot);
    }
  }
};

template <typename Real, Factor factor, bool potential>
struct ShortRangeKind {
  static constexpr bool kQuadrupole = false, kSpline = false, kRelative = false,
                        kPotential = potential, kShortRange = true;
  static constexpr Factor kFactor = factor;
  using Rule = ShortRangeRule<Real>;
};

}  // namespace

}  // namespace tycho::gpu::tree_pm
