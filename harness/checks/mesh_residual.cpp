// What is left of Poisson's equation on the mesh: |4 pi G (rho - mean) - L phi / dx^2| over
// |4 pi G (rho - mean)|, root mean squares over all cells, with the seven-point Laplacian L of
// aubert2009, eq. 5. It needs no second solver: cycles of multigrid that leave an error fail here
// even where the reference, which does as many cycles, leaves the same.
#include <cmath>
#include <numbers>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field) return lacking("field");
  if (observed.settings->choice("boundary") != "periodic") return lacking("periodic_boundary");
  const int n = observed.settings->integer("grid");
  const std::size_t cells = static_cast<std::size_t>(n) * n * n;
  const std::vector<double> phi = observed.field("potential");
  const std::vector<double> density = observed.field("density");
  if (phi.size() != cells || density.size() != cells) return lacking("potential");
  double mean = 0;
  for (const double rho : density) mean += rho / static_cast<double>(cells);
  // The source in units of the cell, as L has it.
  const double source =
      4 * std::numbers::pi * observed.settings->number("gravity") / (double(n) * n);
  double left = 0, given = 0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const auto at = [&](int x, int y, int z) { return phi[flat_cell(x, y, z, n)]; };
        const double neighbours = at(cell_before(i, n), j, k) + at(cell_after(i, n), j, k) +
                                  at(i, cell_before(j, n), k) + at(i, cell_after(j, n), k) +
                                  at(i, j, cell_before(k, n)) + at(i, j, cell_after(k, n));
        const double rho = source * (density[flat_cell(i, j, k, n)] - mean);
        const double residual = residual_of(neighbours, 6.0, at(i, j, k), rho);
        left += residual * residual;
        given += rho * rho;
      }
  // NaN anywhere makes the sums NaN, which fails, and so does a density without any structure.
  return {std::sqrt(left / given), {{"source", std::sqrt(given / static_cast<double>(cells))}}};
}

}  // namespace

const Kind& mesh_residual() {
  static const Kind kind{"mesh_residual",
                         "what is left of Poisson's equation on a periodic mesh, over its source",
                         {},
                         Needs::kNothing,
                         measure,
                         Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
