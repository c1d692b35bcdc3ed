// What is left of a pull to the tree when the mesh has taken the long range (Springel 2005, eqs. 20
// and 21; Bagla 2002): a point's density is split by a Gaussian of width r_s, and of Newton's
//
//   force:      erfc(u) + 2 u / sqrt(pi) exp(-u^2),   potential:  erfc(u),   u = r / (2 r_s)
//
// stays. The same split with alpha = 1 / (2 r_s) is Ewald's. Host and device.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "core/attributes.hpp"

namespace tycho {

/// The parts of Newton's force and potential that are short-ranged.
template <typename Real>
struct ShortRange {
  Real force{}, potential{};
};

/// Flops of the factors by erfc and exp, each counted as ten, and by a look into the table.
inline constexpr double kErfcFlops = 26, kTableFlops = 4;

/// The function itself. Called as split(r).
template <typename Real>
struct ErfcSplit {
  Real per_width{};  // 1 / (2 r_s)

  TYCHO_HOST_DEVICE ShortRange<Real> operator()(Real r) const {
    using std::erfc;
    using std::exp;
    constexpr Real kPerSqrtPi = Real(std::numbers::inv_sqrtpi);
    const Real u = r * per_width;
    const Real left = erfc(u);
    return {left + Real(2) * u * kPerSqrtPi * exp(-u * u), left};
  }
};

/// The mean short-range potential of mass 1 in volume 1, which the mesh's mean mode does not take
/// back: to be taken away for a potential of mean zero.
TYCHO_HOST_DEVICE constexpr double short_range_mean(double r_s) {
  return -4 * std::numbers::pi * r_s * r_s;
}

/// Gadget-2's table: the values in the middle of kSplitTable steps of u from 0 to kSplitTableEnd,
/// the nearest taken; nothing beyond.
inline constexpr int kSplitTable = 1000;
inline constexpr double kSplitTableEnd = 3;

template <typename Real>
std::vector<ShortRange<Real>> split_table() {
  const ErfcSplit<double> split{1};
  std::vector<ShortRange<Real>> table(kSplitTable);
  for (int i = 0; i < kSplitTable; ++i) {
    const ShortRange<double> at = split(kSplitTableEnd / kSplitTable * (i + 0.5));
    table[i] = {static_cast<Real>(at.force), static_cast<Real>(at.potential)};
  }
  return table;
}

/// A look into the table. Called as split(r).
template <typename Real>
struct TableSplit {
  const ShortRange<Real>* table;  // split_table()
  Real entries_per_length{};      // kSplitTable / kSplitTableEnd / (2 r_s)

  TYCHO_HOST_DEVICE ShortRange<Real> operator()(Real r) const {
    const Real entry = r * entries_per_length;
    return entry < Real(kSplitTable) ? table[static_cast<int>(entry)] : ShortRange<Real>{};
  }
};

}  // namespace tycho
