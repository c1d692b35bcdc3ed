// The histogram against one counted here from the particles' positions: how many cells differ. All
// methods give the same integers, so that any difference is a fault.
#include <cmath>

#include "core/formulas/cell_index.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field) return lacking("field");
  const std::vector<double> counts = observed.field("histogram");
  const int n = observed.settings->integer("grid");
  std::vector<double> expected(static_cast<std::size_t>(n) * n * n);
  if (counts.size() != expected.size()) return lacking("histogram");
  const Particles& p = *observed.final;
  for (std::size_t i = 0; i < p.size(); ++i)
    expected[flat_cell(cell_of(p.x[i], n), cell_of(p.y[i], n), cell_of(p.z[i], n), n)] += 1;
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
