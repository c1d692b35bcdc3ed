#include "core/contracts/tree_pm.hpp"

#include <array>
#include <string>

#include "core/contracts/tree_pm_work.hpp"
#include "core/settings.hpp"

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

Throughput throughput(const Settings&, std::int64_t particles) {
  return {"bodies", static_cast<double>(particles)};
}

// A walk's instructions depend on the tree; no count that holds for all is known.
double issue_slots(int, const Settings&) { return 0; }

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

constexpr Traits kTraits{.periodic_box = periodic_box,
                         .pair_force = pair_force,
                         .conserves = Conserved::kLayzerIrvine,
                         .expanding = &kExpanding,
                         .precision = "precision",
                         .begins_anywhere = true};

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

}  // namespace tycho::tree_pm
