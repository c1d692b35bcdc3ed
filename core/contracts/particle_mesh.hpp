// Particle-mesh gravity in the unit box: aubert2009. The stages are the rows of its Table I.
//
// The paper's text puts the interpolation into the force rows; Table I can only be read with the
// gather inside the velocity rows, since only the velocity rows depend on how the particles are
// distributed. So the gather is there here too.
//
// smoother = jacobi and sor, omega, tolerance and boundary = dirichlet are in no case of the
// paper's: they are for a user's own, and tests/pairs/particle_mesh_poisson.cpp holds both sides to
// each.
#pragma once

#include <string>
#include <vector>

#include "core/contract.hpp"
#include "core/formulas/central_difference.hpp"
#include "core/formulas/cloud_weights.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::particle_mesh {

enum StageId {
  kReorder,  // not in the paper; in one step of `reorder`, where that setting is not 0
  kCellAssign,
  kHistogram,
  kDensity,
  kPoisson,
  kPotential,
  kForceX,
  kUpdateVelX,
  kForceY,
  kUpdateVelY,
  kForceZ,
  kUpdateVelZ,
  kUpdatePos,
  // loop = best on the CPU: a pass over the particles is a stage, and serves the rows in its name.
  kCellAssignToDensity,
  kPotentialToUpdatePos,
  // Over ranks: what goes between slabs of planes.
  kMigrate,    // particles to the slabs they have moved to
  kExchange,   // multigrid: sums and planes from mesh to mesh
  kTranspose,  // fft: from planes to columns and back
  kGuard       // planes next to a slab, copied or added
};

/// The axis, 0 to 2, of a force stage or an update of the velocities.
constexpr int axis_of(int stage) { return (stage - kForceX) / 2; }

const Contract& contract();

enum class Histogram { kAtomic, kSort, kHost };
enum class Solver { kFft, kMultigrid };
enum class Smoother { kRedBlack, kJacobi, kSor };

/// The settings of a run, bound to their names once. A setting without a meaning on the run's
/// backend is what it is here.
struct Options {
  int grid = 0;
  double dt = 0, gravity = 0;
  bool fp32 = false;
  Cloud cloud = Cloud::kNgp;  // the setting `deposit`
  Boundary boundary = Boundary::kPeriodic;
  Solver solver = Solver::kFft;  // the setting `poisson`
  bool complex_transform = false;
  // solver = multigrid
  int cycles = 0, pre = 0, post = 0, levels = 0;
  double tolerance = 0, omega = 0;
  Smoother smoother = Smoother::kRedBlack;
  // On the GPU, and on the CPU with loop = best.
  int reorder = 0;  // steps from one sort of the particles to the next; 0: none
  // On the GPU.
  Histogram histogram = Histogram::kAtomic;
  bool paper_kernels = false;  // the setting `kernel`
  // On the CPU.
  bool best = false;  // the setting `loop`
  bool measure_plans = false;
  bool cuda = false;
  int threads = 1;
  Ranks* ranks = nullptr;  // that share the run in slabs; null: none do, not even one
};
Options options(const Settings& settings);

/// Throws UsageError where two settings do not go together, or the mesh cannot be coarsened.
void require_sound(const Options& options);

/// Why these settings cannot be run by ranks; empty: they can. One rank alone then runs them as if
/// there were no ranks.
std::string unfit_for_ranks(const Options& options);

/// Sides of the meshes of the multigrid solver, finest first: `levels` restrictions, or as many as
/// reach 2 where levels = 0. Every side is even: red and black alternate around the box, and at
/// side 1 the operator vanishes. Throws UsageError where that cannot be.
std::vector<int> level_sides(int grid, int levels);

/// How far a relaxation goes towards the solution of its cell's equation.
double relaxation_factor(const Options& options);

}  // namespace tycho::particle_mesh
