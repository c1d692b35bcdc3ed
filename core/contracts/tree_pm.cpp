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
    {.id = "group", .label = "Groups", .consistency = Consistency::kOrdered, .pure = true},
    tree::kUploadStage,
    {.id = "walk", .label = "Tree walk (short range)", .consistency = Consistency::kOrdered},
    tree::kDownloadStage,
    {.id = "deposit",
     .label = "Mass to the mesh",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "poisson",
     .label = "Mesh potential (FFT)",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "interpolate",
     .label = "Mesh force (long range)",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "kick", .label = "Kick, short range", .consistency = Consistency::kOrdered},
    {.id = "kick_long", .label = "Kick, long range", .consistency = Consistency::kOrdered},
    {.id = "drift", .label = "Drift", .consistency = Consistency::kOrdered},
    tree::kMigrateStage,
    tree::kExchangeStage,
}};

constexpr std::array<Parameter, 16> kParameters{{
    {.name = "box",
     .unit = "Mpc",
     .summary = "the side of the box, comoving",
     .fallback = 130,
     .least = 1e-3,
     .most = 1e6},
    {.name = "grid",
     .unit = "cells",
     .summary = "along a side of the mesh; 0: twice as many as particles",
     .fallback = 0,
     .least = 0,
     .most = kMostCells,
     .whole = true},
    {.name = "a_begin",
     .summary = "the scale factor that load() begins at",
     .fallback = 1.0 / 127,
     .least = 1e-6,
     .most = 10},
    {.name = "dt",
     .unit = "log a",
     .summary = "one step: of the mesh and of all bodies, or the longest individual step",
     .fallback = 0.037845212,
     .least = 1e-12,
     .most = 1},
    {.name = "hubble",
     .unit = "100 km/s/Mpc",
     .summary = "the rate of expansion today",
     .fallback = 0.7,
     .least = 0.01,
     .most = 10},
    {.name = "omega_m",
     .summary = "the density of matter today over the critical",
     .fallback = 0.25,
     .least = 1e-6,
     .most = 10},
    {.name = "omega_lambda",
     .summary = "of the cosmological constant",
     .fallback = 0.75,
     .least = 0,
     .most = 10},
    {.name = "softening",
     .unit = "mean separations",
     .summary = "softening length, comoving, of Plummer's that the spline is equivalent to",
     .fallback = 1.0 / 30,
     .least = 1e-9,
     .most = 1,
     .formerly = "eps"},
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

constexpr std::array<Choice, 12> kChoices{{
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
    tree::kOrderChoice,
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

constexpr std::array<std::string_view, 6> kOfTheHost{"sort", "build",     "moments",
                                                     "kick", "kick_long", "drift"};
constexpr std::array<std::string_view, 3> kMeshOfTheHost{"deposit", "poisson", "interpolate"};
constexpr std::array<HostStages, 2> kOnHost{
    {{"scheme", "particle", kOfTheHost}, {"mesh", "host", kMeshOfTheHost}}};

constexpr Traits kTraits{.periodic_box = periodic_box,
                         .pair_force = pair_force,
                         .conserves = Conserved::kLayzerIrvine,
                         .expanding = &kExpanding,
                         .precision = "precision",
                         .begins_anywhere = true,
                         .counts_as_it_runs = true,
                         .keeps = Keeps::kAnyRun,
                         .on_host = kOnHost};

constexpr std::string_view kBytesOfDevice = "2026-11-18T22:00";
constexpr FormerCount kFormerCounts[] = {
    {"sort", kBytesOfDevice, "on the device bodies are moved too"},
    {"deposit", kBytesOfDevice, "the device's masses are whole numbers of 8 bytes"},
    {"kick", kBytesOfDevice, "pulls of the host are in double whatever the walk is in"},
    {"kick_long", kBytesOfDevice, "pulls of the host are in double whatever the walk is in"},
};

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      .name = "tree_pm",
      .summary = "cosmology by mesh and tree, in a periodic box, kick-drift-kick (cudagadget2013)",
      .stages = kStages,
      .parameters = kParameters,
      .choices = kChoices,
      .work = work,
      .throughput = throughput,
      .issue_slots = issue_slots,
      .traits = kTraits,
      .former_counts = kFormerCounts,
      .memory = memory,
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
