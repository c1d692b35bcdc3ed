#include "core/contracts/tree_pm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>

#include "core/contracts/lattice_start.hpp"
#include "core/error.hpp"
#include "core/formulas/compact_split.hpp"
#include "core/formulas/long_range.hpp"
#include "core/formulas/multipole.hpp"
#include "core/formulas/short_range.hpp"
#include "core/mesh/own_meshes.hpp"
#include "core/require_bodies.hpp"
#include "core/settings.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree_pm {

namespace {

// A replay of a kick or drift would move bodies twice, one of the walk would open cells by other
// accelerations; everything else starts from the bodies anew.
constexpr std::array<Stage, 15> kStages{{
    tree::kSortStage,
    tree::kBuildStage,
    tree::kMomentsStage,
    {"group", "Groups", Consistency::kOrdered, true, true},
    tree::kUploadStage,
    {"walk", "Tree walk (short range)", Consistency::kOrdered, true},
    tree::kDownloadStage,
    {"deposit", "Mass to the mesh", Consistency::kOrdered, true, true},
    {"poisson", "Mesh potential (FFT)", Consistency::kOrdered, true, true},
    {"interpolate", "Mesh force (long range)", Consistency::kOrdered, true, true},
    {"kick", "Kick, short range", Consistency::kOrdered, true},
    {"kick_long", "Kick, long range", Consistency::kOrdered, true},
    {"drift", "Drift", Consistency::kOrdered, true},
    tree::kMigrateStage,
    tree::kExchangeStage,
}};

// Along a side: the cube of it is the most that 32 bits number.
constexpr int kMostCells = 1290;

constexpr std::array<Parameter, 16> kParameters{{
    {"box", "Mpc", "the side of the box, comoving", 130, 1e-3, 1e6, false, {}, Scope::kBoth},
    {"grid",
     "cells",
     "along a side of the mesh; 0: twice as many as particles",
     0,
     0,
     kMostCells,
     true,
     {},
     Scope::kBoth},
    {"a_begin",
     "",
     "the scale factor that load() begins at",
     1.0 / 127,
     1e-6,
     10,
     false,
     {},
     Scope::kBoth},
    {"dt",
     "log a",
     "one step: of the mesh and of all bodies, or the longest individual step",
     0.037845212,
     1e-12,
     1,
     false,
     {},
     Scope::kBoth},
    {"hubble",
     "100 km/s/Mpc",
     "the rate of expansion today",
     0.7,
     0.01,
     10,
     false,
     {},
     Scope::kBoth},
    {"omega_m",
     "",
     "the density of matter today over the critical",
     0.25,
     1e-6,
     10,
     false,
     {},
     Scope::kBoth},
    {"omega_lambda", "", "of the cosmological constant", 0.75, 0, 10, false, {}, Scope::kBoth},
    {"softening",
     "mean separations",
     "softening length, comoving, of Plummer's that the spline is equivalent to",
     1.0 / 30,
     1e-9,
     1,
     false,
     {},
     Scope::kBoth,
     {},
     "eps"},
    tree::theta_parameter(
        "opening angle: a cell is opened within side / theta + its centre of mass's offset"),
    // For a walk a body. With 0.005, Gadget-2's, the pulls of cells err alike in the lumps of
    // today, by up to 0.4% on long waves; walks by groups, which open cells for the nearest and the
    // least pulled body of a group, err by 0.06% with it (docs/truth.md).
    tree::alpha_parameter(0.0015),
    tree::leaf_parameter(8),
    tree::eta_parameter(
        "steps = individual: a body steps by at most sqrt(2 eta a softening / |acceleration|)"),
    tree::kRungsParameter,
    tree::group_parameter(32),
    tree::kThreadsPerBlockParameter,
    tree::kBlocksParameter,
}};

constexpr std::array<std::string_view, 3> kSplits{"compact", "published", "accurate"};
constexpr std::array<std::string_view, 2> kFactors{"table", "erfc"};
constexpr std::array<std::string_view, 2> kForces{"split", "ewald"};
constexpr std::array<std::string_view, 2> kOpenings{"relative", "geometric"};
constexpr std::array<std::string_view, 2> kCpuSchemes{"particle", "best"};
constexpr std::array<std::string_view, 2> kCudaSchemes{"device", "particle"};
constexpr std::array<std::string_view, 3> kSchemes{"particle", "device", "best"};  // of the enum
constexpr std::array<std::string_view, 2> kMeshes{"device", "host"};
constexpr std::array<std::string_view, 2> kOverlaps{"no", "yes"};
constexpr std::array<std::string_view, 2> kPrecisions{"fp64", "fp32"};
constexpr std::array<std::string_view, 3> kPlanners{"estimate", "measure", "fftw_mpi"};

constexpr std::array<Choice, 11> kChoices{{
    {"split",
     "where mesh and tree meet; compact: a polynomial that ends at 5.625 cells, cubic clouds and "
     "spectral slopes; published: r_s = 1.25 cells, cut at 4.5 r_s, as Gadget-2; accurate: 2 "
     "cells, 6 r_s",
     kSplits, Scope::kBoth},
    {"short_range",
     "the factor of the short-range force; table: Gadget's; erfc: the function. split = compact "
     "has a polynomial of its own",
     kFactors, Scope::kBoth},
    {"force", "split: mesh and tree; ewald: Ewald's sum, for few bodies", kForces, Scope::kCpu},
    {"opening", "relative: by alpha, Gadget's; geometric: by theta", kOpenings, Scope::kBoth},
    tree::kStepsChoice,
    {"scheme",
     "particle: a walk for every body; best: a walk for every small group, its lists summed in "
     "SIMD",
     kCpuSchemes, Scope::kCpu},
    {"scheme",
     "device: the tree on the GPU; particle: the host's tree, a walk a thread, as published",
     kCudaSchemes, Scope::kCuda},
    {"mesh", "device: on the GPU; host: on the CPU, as published", kMeshes, Scope::kCuda},
    {"overlap", "mesh = host: whether its work runs beside the GPU's walk", kOverlaps,
     Scope::kCuda},
    {"precision",
     "of the walk, on the GPU of the mesh too; positions are kept in double. fp32 on the CPU: "
     "scheme = best",
     kPrecisions, Scope::kBoth},
    {"planner",
     "of FFTW; estimate gives the same bits in every run, measure is the fastest; fftw_mpi: "
     "several "
     "ranks share the transforms in slabs of FFTW's own, to rounding; one rank: as estimate",
     kPlanners, Scope::kBoth},
}};

/// Where the forces are split, in cells, and where the short range ends, in r_s.
struct Widths {
  double cells, cut;
};
Widths widths(const Options& o) {
  switch (o.split) {
    case SplitRule::kPublished:
      return {1.25, 4.5};
    case SplitRule::kAccurate:
      return {2, 6};
    case SplitRule::kCompact:
      break;
  }
  return {compact_width(kBallCells), 1 / compact_width(1)};
}

double factor_flops(const Options& o) {
  if (o.split == SplitRule::kCompact) return kCompactFlops;
  return o.table ? kTableFlops : kErfcFlops;
}

/// Points of a body's cloud, and flops of its weights along the axes.
double cloud_points(const Options& o) { return o.split == SplitRule::kCompact ? 64 : 8; }
double weight_flops(const Options& o) { return o.split == SplitRule::kCompact ? 3 * 22 : 12; }

double cube(double side) { return side * side * side; }

/// On a lattice: 0.3 with 8 bodies in a leaf, fewer with more.
double cells_per_body(const Options& o) { return std::min(1.2, 2.4 / o.leaf); }

// A step with individual steps is counted as one shared step: work_share has the rest.
Work work(int stage, const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const double n = static_cast<double>(particles);
  const double real = o.single ? 4 : 8;
  const double cells = cells_per_body(o) * n;
  const double tree = 8 * real * cells;
  const double mesh = cube(split(settings, particles).grid);
  switch (stage) {
    case kSort:  // position in, key and index out, and through the sort once
      return {6 * n, (3 * 8 + 2 * 12) * n};
    case kBuild:
      return {0, 8 * n + 12 * cells};
    case kMoments:
      return {10 * (n + cells), 4 * real * n + tree};
    case kGroup:
      return {10 * cells, tree};
    case kUpload:
      return {0, tree + 4 * real * n};
    case kWalk: {
      return {
          (tree::kMonopoleFlops + factor_flops(o)) * n * expected_interactions(settings, particles),
          tree + (4 + 4) * real * n};
    }
    case kDownload:
      return {0, 4 * real * n};
    case kDeposit:  // weights, a product and a sum for each point of the cloud
      return {(weight_flops(o) + 4 * cloud_points(o)) * n, 4 * 8 * n + real * mesh};
    case kPoisson: {  // a real transform each way, and the filter reads and writes the spectrum;
                      // with compact three more back, of a factor times the spectrum each
      const double transform = 2.5 * mesh * std::log2(mesh), filter = 4 * mesh / 2;
      const double back = o.split == SplitRule::kCompact ? 4 : 1;
      return {transform + back * (transform + filter), (1 + 1 + back * (2 + 2)) * real * mesh};
    }
    case kInterpolate:
      if (o.split == SplitRule::kCompact)  // four products and sums a point, from four meshes
        return {(weight_flops(o) + (2 + 4 * 2) * cloud_points(o)) * n,
                (3 * 8 + 4 * real) * n + 4 * real * mesh};
      // three differences of four points, and the potential, eight times
      return {(12 + (3 * 5 + 2 + 4 * 2) * 8) * n, (3 * 8 + 4 * real) * n + real * mesh};
    case kKick:
    case kKickLong:
      return {2 * 6 * n, 2 * (6 * 8 + 3 * real) * n};
    case kDrift:
      return {(6 + 3) * n, 9 * 8 * n};
    // What comes to all ranks together, in the worst case: every body moved; every body and cell
    // imported once, and every position for the mesh. A run counts what came.
    case kMigrate:
      return {0, 21 * 8 * n};
    case kExchange:
      return {0, tree + (4 * real + 4 * 8) * n};
  }
  return {};
}

Throughput throughput(const Settings&, std::int64_t particles) {
  return {"bodies", static_cast<double>(particles)};
}

// A walk's instructions depend on the tree; no count that holds for all is known.
double issue_slots(int, const Settings&) { return 0; }

/// As Gadget: by how much the particles' share of the critical density may be off.
constexpr double kMassTolerance = 1e-3;

Vec3<double> periodic_box(const Settings& settings) {
  const double side = options(settings).box;
  return {side, side, side};
}

PairForce pair_force(const Settings& settings, std::int64_t particles) {
  return {split(settings, particles).softening, SofteningKernel::kSpline, kGravity};
}

double scale_factor(const Settings& settings, std::int64_t steps) {
  return Expansion(settings).at(steps, 0);
}

constexpr ExpandingSpace kExpanding{cosmology, scale_factor, "a_begin"};

/// Of mesh = device: the masses as whole numbers, the potential, with compact three slopes and a
/// second spectrum, and as much as both transforms may ask for.
std::int64_t device_mesh_bytes(const Split& split, std::int64_t real) {
  const std::int64_t side = split.grid, cells = side * side * side;
  const std::int64_t spectrum = side * side * (side / 2 + 1) * 2 * real;
  const std::int64_t fields = split.compact() ? 4 : 1, spectra = split.compact() ? 2 : 1;
  return cells * (8 + fields * real) + (spectra + 2) * spectrum;
}

MemoryNeed memory(const Settings& settings, std::int64_t particles) {
  if (settings.backend() == Backend::kCpu) return {host_bytes(particles, settings), 0};
  const Options o = options(settings);
  const std::int64_t real = o.single ? 4 : 8;
  if (o.scheme != Scheme::kDevice)
    return {host_bytes(particles, settings), tree::copied_bytes(particles, o.leaf, real)};
  const std::int64_t pulls = 2 * 4 * real * particles;
  const std::int64_t bodies = tree::device_bytes(particles, o.leaf, real) + pulls;
  if (!o.mesh_on_host)
    return {tree::kHostBytesOfDeviceBody * particles,
            bodies + device_mesh_bytes(split(settings, particles), real)};
  return {tree::kHostBytesOfDeviceBody * particles + host_bytes(particles, settings), bodies};
}

constexpr Traits kTraits{.periodic_box = periodic_box,
                         .pair_force = pair_force,
                         .conserves = Conserved::kLayzerIrvine,
                         .expanding = &kExpanding,
                         .precision = "precision"};

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      "tree_pm",  "cosmology by mesh and tree in a periodic box, kick-drift-kick (cudagadget2013)",
      kStages,    kParameters,
      kChoices,   work,
      throughput, issue_slots,
      kTraits,    memory,
  };
  return kContract;
}

Options options(const Settings& settings) {
  Options o;
  Binding bind(settings);
  tree::bind_options(settings, bind, o);
  bind("box", o.box);
  bind("grid", o.grid);
  bind("a_begin", o.a_begin);
  bind("hubble", o.hubble);
  bind("omega_m", o.omega_m);
  bind("omega_lambda", o.omega_lambda);
  bind("split", o.split, kSplits);
  bind("short_range", o.table, "table");
  bind("force", o.ewald, "ewald");
  bind("scheme", o.scheme, kSchemes);
  bind("mesh", o.mesh_on_host, "host");
  bind("overlap", o.overlap, "yes");
  bind("precision", o.single, "fp32");
  bind("planner", o.measured_plan, "measure");
  bind("planner", o.plan_in_slabs, "fftw_mpi");
  bind.done();
  return o;
}

Cosmology cosmology(const Settings& settings) {
  const Options o = options(settings);
  return {o.hubble, o.omega_m, o.omega_lambda};
}

Split split(const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const double side = std::cbrt(static_cast<double>(particles));
  const int grid = o.grid > 0 ? o.grid : 2 * static_cast<int>(std::lround(side));
  const Widths width = widths(o);
  const double r_s = width.cells * o.box / grid;
  return {o.split, grid, o.box, r_s, width.cut * r_s, o.softening * o.box / side};
}

double Split::self_potential() const {
  return compact() ? compact_self(cut) : long_range_self(r_s);
}

void require_sound(const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  if (!o.ranks->alone()) {
    if (o.scheme != Scheme::kParticle || o.ewald)
      throw UsageError(
          "several ranks need scheme = particle and force = tree_pm: the others are of bodies that "
          "one rank has");
    if (o.measured_plan)
      throw UsageError(
          "several ranks need planner = estimate or fftw_mpi: each would measure a plan of its "
          "own, and round "
          "otherwise");
  }
  if (o.ewald) return;
  if (o.split == SplitRule::kCompact && !o.table)
    throw UsageError(
        "short_range = erfc is a factor of the Gaussian splits; split = compact has a polynomial: "
        "set split to published or accurate, or leave short_range out");
  const bool best = o.scheme == Scheme::kBest;
  if (best && o.split != SplitRule::kCompact && o.table)
    throw UsageError(
        "scheme = best has the short-range factor as a polynomial and no table: set short_range = "
        "erfc, or split = compact");
  if (settings.backend() == Backend::kCpu && o.single && !best)
    throw UsageError("precision = fp32 on the CPU is of scheme = best: set scheme, or fp64");
  const int grid = split(settings, particles).grid;
  if (grid > kMostCells)
    throw UsageError("twice the side of " + std::to_string(particles) + " particles is a mesh of " +
                     std::to_string(grid) +
                     " cells a side, more than 32 bits number; set grid to " +
                     std::to_string(kMostCells) + " or less");
  const Widths width = widths(o);
  const int least = static_cast<int>(std::ceil(2 * width.cells * width.cut));
  if (grid < least)
    throw UsageError("grid = " + std::to_string(grid) + " is too coarse for split = " +
                     std::string(kSplits[static_cast<int>(o.split)]) +
                     ": the short range would reach around the box; set grid to " +
                     std::to_string(least) + " or more");
}

void require_sound(const Particles& p, const Settings& settings) {
  require_bodies(p);
  require_sound(settings, static_cast<std::int64_t>(p.size()));
  if (!options(settings).ewald)
    require_mesh_of_lattice(p, split(settings, static_cast<std::int64_t>(p.size())));
  double mass = 0;
  for (const double m : p.mass) mass += m;
  const double box = options(settings).box;
  const Cosmology c = cosmology(settings);
  const double density = mass / cube(box) / critical_density(c);
  if (!(std::abs(density - c.omega_m) <= kMassTolerance * c.omega_m)) {
    std::ostringstream out;
    out << "the particles' mass is " << density << " of the critical density of the box, 'omega_m' "
        << "is " << c.omega_m << ": give each of equal particles "
        << particle_mass(c, box, static_cast<double>(p.size()))
        << " (in 10^10 solar masses), or set box, hubble and omega_m to what they were made for";
    throw UsageError(out.str());
  }
}

std::int64_t host_bytes(std::int64_t particles, const Settings& settings) {
  // Of a body: mass, position, velocity, two accelerations and potentials, rung and its index in
  // the tree's order.
  std::int64_t bodies = particles * (17 * 8 + 1 + 4);
  if (options(settings).scheme == Scheme::kBest)
    bodies = 2 * bodies + particles * 2 * 4;  // and as given
  const std::int64_t grid = split(settings, particles).grid, cells = grid * grid * grid;
  // Masses, potential and spectrum, with compact three slopes and a second spectrum; one mesh more
  // for every other thread that deposits.
  const std::int64_t meshes =
      8 * cells * (options(settings).split == SplitRule::kCompact ? 7 : 3) +
      std::min<std::int64_t>(8 * cells * (settings.threads() - 1), mesh::kMostBytes);
  return bodies + meshes + tree::tree_bytes(particles, options(settings).leaf, false);
}

// The bodies within the cut in a box without structure; on a lattice the cells reach a little
// further.
double expected_interactions(const Settings& settings, std::int64_t particles) {
  const Split s = split(settings, particles);
  const double n = static_cast<double>(particles);
  const double separation = s.box / std::cbrt(n);
  return std::min(n, 4.18879 * cube(s.cut / separation));
}

double work_share(int stage, const Settings& settings, const tree::WorkDone& done) {
  switch (stage) {
    case kWalk:
      return done.of_interactions(expected_interactions(settings, done.particles));
    case kKick:
    case kDownload:
      return done.of_walks();
    case kDeposit:
    case kPoisson:
    case kInterpolate:
    case kKickLong:
      return 1;
  }
  return done.of_trees();
}

}  // namespace tycho::tree_pm
