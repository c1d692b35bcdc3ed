// How a run's distance from the reference compares with that of a twin of the reference whose
// positions were off by `units` units in the last place at the start: one (of double precision)
// unless given, 2^29 for a run in single precision. Rounding is amplified by the orbits, the same
// for both. The value is the largest ratio of the two over the n-th most displaced
// particles, n a thousandth, a hundredth, a tenth and half of all: a bug that misplaces some shows
// as a curve that the twin lacks, however large the twin's own is.
#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"units", 1, 1, 1e12,
     "in the last place of double by which the twin starts off; 2^29 is one of single precision"}};

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.reference) return lacking("reference");
  if (!observed.twin) return lacking("twin");
  const Vec3<double> box = periodic_box(*observed.settings);
  std::vector<double> moved = distances(*observed.final, *observed.reference, box);
  std::vector<double> twin = distances(*observed.twin, *observed.reference, box);
  if (moved.empty() || twin.empty()) return lacking("matching_ids");
  for (const std::vector<double>* values : {&moved, &twin})
    for (const double distance : *values)
      if (std::isnan(distance)) return lacking("finite_positions");
  std::sort(moved.begin(), moved.end(), std::greater<>());
  std::sort(twin.begin(), twin.end(), std::greater<>());
  Measured measured{0, {{"max", moved.front()}, {"twin_max", twin.front()}}};
  for (const double share : {1e-3, 1e-2, 0.1, 0.5}) {
    const auto place = static_cast<std::size_t>(share * static_cast<double>(moved.size()));
    // The same place to the bit is like any twin.
    const double ratio = moved[place] == 0 ? 0 : moved[place] / twin[place];
    measured.value = std::max(measured.value, ratio);
  }
  return measured;
}

}  // namespace

double twin_units(const terms::CheckSpec& spec) { return parameter(spec, like_twin(), "units"); }

const Kind& like_twin() {
  static const Kind kind{"like_twin",
                         "largest ratio, over ranks, of the displacement from the reference to "
                         "that of the reference's twin",
                         kParameters, Needs::kTwin, measure};
  return kind;
}

}  // namespace tycho::checks
