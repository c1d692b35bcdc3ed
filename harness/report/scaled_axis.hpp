// An axis with its range and ticks: where a value stands between the two ends, from 0 to 1.
#pragma once

#include <vector>

#include "harness/report/drawing.hpp"

namespace tycho::report {

/// How far an axis reaches beyond the values on it, where its description does not say.
enum class Fit {
  kExactly,   // a curve fills its axis
  kMargin,    // markers keep clear of the frame
  kTicks,     // to the next tick on both sides
  kFromZero,  // bars: from 0, where the axis is linear, to the next tick
};

class ScaledAxis {
 public:
  /// `values` are all that must be seen; those a logarithmic axis cannot show are passed over.
  /// `most` is how many labels there is room for.
  ScaledAxis(const Axis& axis, const std::vector<double>& values, Fit fit, int most = 8);

  /// From 0 to 1; NaN where a logarithmic axis cannot show the value.
  double at(double value) const;
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  double scaled(double value) const;
  void add_linear_ticks(int most, Fit fit);
  void add_powers(double base, int most, Fit fit);

  Scale scale_;
  double least_ = 0, most_ = 1;  // scaled: the logarithm where the axis has one
  std::vector<Tick> ticks_;
};

}  // namespace tycho::report
