#include "core/contracts/particle_mesh_work.hpp"

#include <algorithm>
#include <cmath>

#include "core/contracts/particle_mesh.hpp"
#include "core/cube.hpp"

namespace tycho::particle_mesh {

namespace {

double real_bytes(const Options& o) { return o.fp32 ? 4 : 8; }

/// Every transform reads its input once and writes its output once, and the filter reads and writes
/// the spectrum: 5 M log2 M flops a complex transform, half of that for a real one.
Work fft_work(const Options& o, double real) {
  const bool padded = o.boundary == Boundary::kIsolated;
  const double side = o.grid * (padded ? 2 : 1);
  const double cells = cube(side);
  const double mesh = cube(o.grid) * real;
  const bool complex_input = o.complex_transform;
  const double modes = complex_input ? cells : side * side * (std::floor(side / 2) + 1);
  const double spectrum = 2 * real * modes;
  const double input = complex_input ? spectrum : real * cells;
  const double transforms = 2 * 5 * cells * std::log2(cells) / (complex_input ? 1 : 2);
  // A mesh that is not what the transform takes is copied in and out. In: the mesh is read and all
  // of the input is written, the padding too. Out: as many cells as the mesh has are read from the
  // result and written; of a padded result the other seven eighths are not looked at, and of a
  // complex one the imaginary parts lie between the real ones. So a padded mesh of n^3 cells moves,
  // in reals and for large n: 2 * 8 n^3 and 4 * 8 n^3 in transforms and filter, 4 n^3 for Green's
  // function, 1 + 8 n^3 in and 1 + 1 n^3 out, 63 n^3 together.
  const double in = mesh + input, out = mesh + (complex_input ? input : mesh);
  const double copies = complex_input || padded ? in + out : 0;
  const double green = padded ? real * modes : 0;
  return {transforms + 4 * modes, 2 * input + 4 * spectrum + copies + green};
}

/// A sweep reads the solution and the right-hand side and writes the solution: 3 reals a cell.
/// Residual with restriction, and prolongation with correction: 2 reals a fine cell and one a
/// coarse cell each. (Sweeps fused in one pass over memory move less: a rate above the ceiling says
/// so.)
Work multigrid_work(const Options& o, double real) {
  const auto sides = level_sides(o.grid, o.levels);
  const double sweeps = o.pre + o.post;
  double flops = 0, reals = 0;
  for (std::size_t level = 0; level < sides.size(); ++level) {
    const double cells = cube(sides[level]);
    flops += cells * 10 * sweeps;
    reals += cells * 3 * sweeps;
    if (level + 1 < sides.size()) {
      flops += cells * (9 + 1) + cells * (7 * 2 + 1);
      reals += cells * 2 * (2 + 1.0 / 8);
    }
  }
  const double cycles = o.cycles;
  return {cycles * flops, cycles * real * reals};
}

/// Flops of one particle's weights and sums, and the points of its cloud.
double cloud_flops(const Options& o) {
  const double points = cube(tycho::points(o.cloud));
  const double weights = o.cloud == Cloud::kCic ? 3 * 4 : 3 * 11;
  return o.cloud == Cloud::kNgp ? 1 : weights + 4 * points;
}

/// What a step carries from rank to rank, all of them together; what stays on a rank is counted as
/// if it went, so that one rank has a number too. Planes on both sides of every slab, of the
/// potential for the forces and of a solution before every half sweep; the modes on their way to
/// columns and back; from mesh to mesh of the multigrid solver the residuals down, and a quarter of
/// as many corrections up.
double carried_bytes(int stage, const Options& o, double real) {
  const double plane = double(o.grid) * o.grid;
  if (stage == kTranspose) return 2 * 2 * real * plane * (std::floor(o.grid / 2.0) + 1);
  if (stage == kExchange) return 1.25 * real * plane * o.grid * o.cycles;
  const double slabs = o.ranks ? std::min(o.ranks->size(), o.grid) : 1;
  const double half_sweeps = o.cycles * (2.0 * (o.pre + o.post) + 1);
  return 2 * slabs * plane * real * (o.solver == Solver::kFft ? 1 : 1 + half_sweeps);
}

/// The work of the reorder, which few steps have, is counted in the mean over all steps.
double steps_between_sorts(const Options& o) { return std::max(1, o.reorder); }

}  // namespace

Work work(int stage, const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  const Options o = options(settings);
  const double cells = cube(o.grid);
  const double real = real_bytes(o);
  const bool ngp = o.cloud == Cloud::kNgp;
  const double count = ngp ? 4 : real;         // a cell of the histogram
  const double position = ngp ? 4 : 3 * real;  // a particle's cell, or its x, y, z
  const double gathered = std::min(n * cube(tycho::points(o.cloud)), cells) * real;
  switch (stage) {
    case kReorder:
      return {0, 2 * (6 * real + 4) * n / steps_between_sorts(o)};
    case kCellAssign:
      return {3 * n, (3 * real + 4) * n};
    case kHistogram:
      return {cloud_flops(o) * n, position * n + count * cells};
    case kDensity:
      return {cells, (count + real) * cells};
    case kPoisson:
      return o.solver == Solver::kFft ? fft_work(o, real) : multigrid_work(o, real);
    case kPotential:
      return {2 * cells, 2 * real * cells};
    case kForceX:
    case kForceY:
    case kForceZ:
      return {2 * cells, 2 * real * cells};
    case kUpdateVelX:
    case kUpdateVelY:
    case kUpdateVelZ:
      return {(cloud_flops(o) + 1) * n, (position + 2 * real) * n + gathered};
    case kUpdatePos:
      return {(2 + 2) * 3 * n, 9 * real * n};
    // Positions are read and the density is written; what lies between stays in the cache.
    case kCellAssignToDensity:
      return {(3 + cloud_flops(o)) * n + cells, (3 * n + cells) * real};
    // Particles are read and written, and the solution is read.
    case kPotentialToUpdatePos:
      return {(3 * (cloud_flops(o) + 1) + 12) * n + 8 * cells, (12 * n + cells) * real};
    // Of all ranks together, as above. Which particles move is not known beforehand: all are read.
    case kMigrate:
      return {0, real * n};
    case kExchange:
    case kTranspose:
    case kGuard:
      return {0, carried_bytes(stage, o, real)};
  }
  return {};
}

}  // namespace tycho::particle_mesh
