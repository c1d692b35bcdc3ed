#include "core/contracts/particle_mesh.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/binding.hpp"
#include "core/contracts/particle_mesh_memory.hpp"
#include "core/contracts/particle_mesh_work.hpp"
#include "core/error.hpp"
#include "core/settings.hpp"

namespace tycho::particle_mesh {

namespace {

// The histogram is made of integers with deposit = ngp, so that it and the density repeat to the
// bit on every backend; the clouds of cic and tsc are sums of reals in any order.
constexpr std::array<Stage, 19> kStages{{
    {.id = "reorder",
     .label = "Reorder",
     .consistency = Consistency::kBitwise,
     .replayable = false},
    {.id = "cell_assign",
     .label = "Cell assignment",
     .consistency = Consistency::kBitwise,
     .pure = true},
    {.id = "histogram", .label = "Histogram", .consistency = Consistency::kAtomic, .pure = true},
    {.id = "density", .label = "Density", .consistency = Consistency::kOrdered, .pure = true},
    {.id = "poisson",
     .label = "Poisson solver",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "potential", .label = "Potential", .consistency = Consistency::kOrdered, .pure = true},
    {.id = "force_x", .label = "Force along x", .consistency = Consistency::kOrdered, .pure = true},
    {.id = "update_vel_x", .label = "Velocity along x", .consistency = Consistency::kOrdered},
    {.id = "force_y", .label = "Force along y", .consistency = Consistency::kOrdered, .pure = true},
    {.id = "update_vel_y", .label = "Velocity along y", .consistency = Consistency::kOrdered},
    {.id = "force_z", .label = "Force along z", .consistency = Consistency::kOrdered, .pure = true},
    {.id = "update_vel_z", .label = "Velocity along z", .consistency = Consistency::kOrdered},
    {.id = "update_pos", .label = "Positions", .consistency = Consistency::kOrdered},
    {.id = "cell_assign+histogram+density",
     .label = "Cells, histogram and density",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "potential+force_x+update_vel_x+force_y+update_vel_y+force_z+update_vel_z+update_pos",
     .label = "Forces, velocities and positions",
     .consistency = Consistency::kOrdered},
    {.id = "migrate",
     .label = "Particles to other ranks",
     .consistency = Consistency::kBitwise,
     .replayable = false},
    {.id = "exchange",
     .label = "Meshes between ranks",
     .consistency = Consistency::kBitwise,
     .pure = true},
    {.id = "transpose",
     .label = "Planes to columns between ranks",
     .consistency = Consistency::kBitwise,
     .pure = true},
    {.id = "guard",
     .label = "Guard planes between ranks",
     .consistency = Consistency::kBitwise,
     .replayable = false},
}};

constexpr std::array<double, 4> kTriedReorders{0, 4, 16, 64};

constexpr std::array<Parameter, 11> kParameters{{
    {.name = "grid",
     .unit = "cells",
     .summary = "cells along each side of the box",
     .fallback = 128,
     .least = 2,
     .most = 1024,
     .whole = true},
    {.name = "dt",
     .unit = "time",
     .summary = "the step",
     .fallback = 1e-3,
     .least = 1e-12,
     .most = 1e3},
    {.name = "gravity",
     .summary = "the constant of gravity G",
     .fallback = 1,
     .least = 0,
     .most = 1e12},
    {.name = "cycles",
     .summary = "V-cycles of the multigrid solver; the most of them with a tolerance",
     .fallback = 3,
     .least = 1,
     .most = 1000,
     .whole = true},
    {.name = "tolerance",
     .summary = "stop cycling at this residual over right-hand side; 0: do all cycles",
     .fallback = 0,
     .least = 0,
     .most = 1},
    {.name = "pre",
     .unit = "sweeps",
     .summary = "smoothing sweeps before a restriction",
     .fallback = 5,
     .least = 0,
     .most = 100,
     .whole = true},
    {.name = "post",
     .unit = "sweeps",
     .summary = "smoothing sweeps after a prolongation",
     .fallback = 5,
     .least = 0,
     .most = 100,
     .whole = true},
    {.name = "levels",
     .summary = "restrictions; 0: as many as reach a side of 2",
     .fallback = 0,
     .least = 0,
     .most = 9,
     .whole = true},
    {.name = "omega",
     .summary = "relaxation factor; 0: 1 for red_black, 6/7 for jacobi, 1.15 for sor",
     .fallback = 0,
     .least = 0,
     .most = 1.99},
    {.name = "reorder",
     .unit = "steps",
     .summary =
         "from one sort of the particles by cell to the next; 0: they stay as loaded, as published",
     .fallback = 0,
     .least = 0,
     .most = 1e6,
     .whole = true,
     .scope = Scope::kCuda,
     .tuning = {.values = kTriedReorders, .choice = "kernel", .chosen = "best"}},
    {.name = "reorder",
     .unit = "steps",
     .summary =
         "loop = best: from one sort of the particles by cell to the next; 0: they stay as loaded",
     .fallback = 0,
     .least = 0,
     .most = 1e6,
     .whole = true,
     .scope = Scope::kCpu,
     .tuning = {.values = kTriedReorders, .choice = "loop", .chosen = "best"}},
}};

constexpr std::array<std::string_view, 2> kPrecisions{"fp64", "fp32"};
constexpr std::array<std::string_view, 3> kDeposits{"ngp", "cic", "tsc"};
// The enum counts from 1: it is the points of a cloud along an axis.
constexpr std::array<std::string_view, 4> kClouds{"", "ngp", "cic", "tsc"};
constexpr std::array<std::string_view, 3> kHistograms{"atomic", "sort", "host"};
constexpr std::array<std::string_view, 2> kSolvers{"fft", "multigrid"};
constexpr std::array<std::string_view, 2> kTransforms{"r2c", "c2c"};
constexpr std::array<std::string_view, 3> kSmoothers{"red_black", "jacobi", "sor"};
constexpr std::array<std::string_view, 3> kBoundaries{"periodic", "isolated", "dirichlet"};
constexpr std::array<std::string_view, 2> kKernels{"best", "paper"};
constexpr std::array<std::string_view, 2> kPlanners{"estimate", "measure"};
constexpr std::array<std::string_view, 2> kLoops{"plain", "best"};

constexpr std::array<Choice, 10> kChoices{{
    {"precision", "of particles and meshes", kPrecisions, Scope::kBoth},
    {"deposit", "the cloud of a particle, to the mesh and back", kDeposits, Scope::kBoth},
    {"histogram",
     "atomic: one atomic addition a particle; sort: sort, flag, compact, differentiate, as "
     "published; host: counted on the host, as published, transfers included",
     kHistograms, Scope::kCuda},
    {"poisson", "the solver of the discrete Poisson equation", kSolvers, Scope::kBoth},
    {"transform", "of the fft solver: real to complex, or complex to complex as published",
     kTransforms, Scope::kBoth},
    {"smoother", "of the multigrid solver", kSmoothers, Scope::kBoth},
    {"boundary",
     "of the potential: periodic; isolated by zero-padding (fft); dirichlet, zero on the walls "
     "(multigrid). Particles that leave the box come in at the other side always",
     kBoundaries, Scope::kBoth},
    {"kernel",
     "of the force rows and of multigrid: best, or the paper's: three shared-memory schemes, and a "
     "pass over memory for each half sweep",
     kKernels, Scope::kCuda},
    {"planner", "of FFTW; estimate gives the same bits in every run, measure is the fastest",
     kPlanners, Scope::kCpu},
    {"loop",
     "plain: a stage after the other; best: one pass over the particles before the solver and one "
     "after it, meshes in SIMD and blocked in cache",
     kLoops, Scope::kCpu},
}};

Throughput throughput(const Settings&, std::int64_t particles) {
  return {"particles", static_cast<double>(particles)};
}

// Memory bounds every stage; no issue limit is counted.
double issue_slots(int, const Settings&) { return 0; }

Vec3<double> periodic_box(const Settings&) { return {1, 1, 1}; }

/// aubert2009, eq. 13: without the masses, and with phi of the other sign and counted twice. It is
/// not conserved.
constexpr PublishedEnergy kEquation13{
    "aubert2009_eq13",
    [](double, double speed_sq, double potential) { return 0.5 * speed_sq - potential; }};

std::int64_t period(const Settings& settings) {
  return std::max<std::int64_t>(1, options(settings).reorder);
}

constexpr Traits kTraits{.periodic_box = periodic_box,
                         .published_energy = &kEquation13,
                         .precision = "precision",
                         .keeps = Keeps::kOverRanks};

constexpr FormerCount kFormerCounts[] = {
    {"poisson", "2026-11-19T01:00",
     "all of a padded mesh was counted as read on the way out, of which an eighth is",
     [](const Settings& settings) { return options(settings).boundary == Boundary::kIsolated; }},
};

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      .name = "particle_mesh",
      .summary = "particle-mesh gravity: NGP, FFT or multigrid, leapfrog (aubert2009)",
      .stages = kStages,
      .parameters = kParameters,
      .choices = kChoices,
      .work = work,
      .throughput = throughput,
      .issue_slots = issue_slots,
      .traits = kTraits,
      .former_counts = kFormerCounts,
      .period = period,
      .memory = memory,
  };
  return kContract;
}

Options options(const Settings& settings) {
  Options o;
  Binding bind(settings);
  bind("grid", o.grid);
  bind("dt", o.dt);
  bind("gravity", o.gravity);
  bind("cycles", o.cycles);
  bind("tolerance", o.tolerance);
  bind("pre", o.pre);
  bind("post", o.post);
  bind("levels", o.levels);
  bind("omega", o.omega);
  bind("reorder", o.reorder);
  bind("precision", o.fp32, "fp32");
  bind("deposit", o.cloud, kClouds);
  bind("histogram", o.histogram, kHistograms);
  bind("poisson", o.solver, kSolvers);
  bind("transform", o.complex_transform, "c2c");
  bind("smoother", o.smoother, kSmoothers);
  bind("boundary", o.boundary, kBoundaries);
  bind("kernel", o.paper_kernels, "paper");
  bind("planner", o.measure_plans, "measure");
  bind("loop", o.best, "best");
  bind.done();
  o.cuda = settings.backend() == Backend::kCuda;
  o.threads = settings.threads();
  if (settings.ranks_named()) o.ranks = &settings.ranks();
  return o;
}

void require_sound(const Options& o) {
  const bool fft = o.solver == Solver::kFft;
  if (o.boundary == Boundary::kIsolated && !(fft && !o.complex_transform))
    throw UsageError("boundary = isolated goes with poisson = fft and transform = r2c only");
  if (o.boundary == Boundary::kDirichlet && fft)
    throw UsageError("boundary = dirichlet goes with poisson = multigrid only");
  if (o.histogram != Histogram::kAtomic && o.cloud != Cloud::kNgp)
    throw UsageError(
        "histogram = " + std::string(kHistograms[static_cast<std::size_t>(o.histogram)]) +
        " counts whole particles: it goes with deposit = ngp only");
  if (!o.cuda && o.reorder > 0 && !o.best)
    throw UsageError(
        "reorder goes with loop = best only: the plain loops leave the particles as "
        "they were loaded");
  if (!fft) level_sides(o.grid, o.levels);
  if (o.ranks && !o.ranks->alone() && !unfit_for_ranks(o).empty())
    throw UsageError(unfit_for_ranks(o));
}

std::string unfit_for_ranks(const Options& o) {
  if (o.cuda) return "particle_mesh is shared among ranks on the CPU only: take one rank";
  if (o.best) return "loop = best runs on one rank: ranks share the plain loops";
  if (o.measure_plans)
    return "planner = measure runs on one rank: ranks that measure would take different plans";
  if (o.complex_transform)
    return "transform = c2c runs on one rank: ranks share the real transform, r2c";
  if (o.boundary != Boundary::kPeriodic)
    return "boundary = " + std::string(kBoundaries[static_cast<std::size_t>(o.boundary)]) +
           " runs on one rank: slabs of ranks are periodic";
  if (o.tolerance > 0)
    return "tolerance runs on one rank: ranks do a fixed number of cycles, the setting cycles";
  return {};
}

std::vector<int> level_sides(int grid, int levels) {
  std::vector<int> sides{grid};
  const auto coarsenable = [](int side) { return side % 4 == 0; };
  while (coarsenable(sides.back()) && (levels == 0 || static_cast<int>(sides.size()) <= levels))
    sides.push_back(sides.back() / 2);
  const int done = static_cast<int>(sides.size()) - 1;
  const bool reached = levels == 0 ? sides.back() == 2 : done == levels;
  if (!reached)
    throw UsageError("grid = " + std::to_string(grid) + " cannot be coarsened " +
                     (levels == 0 ? "to a side of 2" : std::to_string(levels) + " times") +
                     ": every side must be even, and halving it ends at " +
                     std::to_string(sides.back()) + " after " + std::to_string(done) + " levels" +
                     (done > 0 && levels == 0
                          ? "; set levels = " + std::to_string(done) + " to stop there"
                          : ""));
  return sides;
}

double relaxation_factor(const Options& o) {
  if (o.omega > 0) return o.omega;
  return o.smoother == Smoother::kRedBlack ? 1.0
         : o.smoother == Smoother::kJacobi ? 6.0 / 7.0
                                           : 1.15;
}

}  // namespace tycho::particle_mesh
