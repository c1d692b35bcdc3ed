// The histogram against one counted here from the particles' positions: how many cells differ. All
// methods give the same integers, so that any difference is a fault.
#include <cmath>

#include "core/formulas/cell_index.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

/// The particles of every cell, found as a run in this precision finds them: a product of single
/// precision may round up to the edge of a cell where the cells of a side are no power of two.
template <typename Real>
std::vector<double> counted(const Particles& p, int n) {
  std::vector<double> counts(static_cast<std::size_t>(n) * n * n);
  const auto cell = [n](double x) { return cell_of(static_cast<Real>(x), n); };
  for (std::size_t i = 0; i < p.size(); ++i)
    counts[flat_cell(cell(p.x[i]), cell(p.y[i]), cell(p.z[i]), n)] += 1;
  return counts;
}

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field) return lacking("field");
  const std::vector<double> counts = observed.field("histogram");
  const int n = observed.settings->integer("grid");
  const bool single = observed.settings->chosen("precision", "fp32");
  const std::vector<double> expected =
      single ? counted<float>(*observed.final, n) : counted<double>(*observed.final, n);
  if (counts.size() != expected.size()) return lacking("histogram");
  double differing = 0, fullest = 0, filled = 0;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    differing += counts[c] == expected[c] ? 0 : 1;
    fullest = std::max(fullest, expected[c]);
    filled += expected[c] > 0;
  }
  return {differing, {{"fullest_cell", fullest}, {"filled_cells", filled}}};
}

}  // namespace

const Kind& mesh_histogram() {
  static const Kind kind{"mesh_histogram",
                         "cells whose count of particles is not that of the particles' positions",
                         {},
                         Needs::kNothing,
                         measure,
                         Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
