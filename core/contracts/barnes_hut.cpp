#include "core/contracts/barnes_hut.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>

#include "core/error.hpp"
#include "core/formulas/multipole.hpp"
#include "core/require_bodies.hpp"
#include "core/settings.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::barnes_hut {

namespace {

// What the host builds is the same to the bit on both sides; the tree of scheme = device is its
// own. A replay of kick or drift would move bodies twice, one of the walk would open cells by other
// accelerations; everything else starts from the bodies anew.
constexpr std::array<Stage, 11> kStages{{
    tree::kSortStage,
    tree::kBuildStage,
    tree::kMomentsStage,
    {.id = "group",
     .label = "Groups and interaction lists",
     .consistency = Consistency::kOrdered,
     .pure = true},
    tree::kUploadStage,
    {.id = "walk", .label = "Tree walk", .consistency = Consistency::kOrdered},
    tree::kDownloadStage,
    {.id = "kick", .label = "Kick (half step)", .consistency = Consistency::kOrdered},
    {.id = "drift", .label = "Drift", .consistency = Consistency::kOrdered},
    tree::kMigrateStage,
    tree::kExchangeStage,
}};

// What tuning tries of groups: as of leaves (tree_parameters.hpp).
constexpr std::array<double, 4> kTriedNcrit{2048, 8192, 16384, 32768};

constexpr std::array<Parameter, 11> kParameters{{
    {.name = "dt",
     .unit = "time",
     .summary = "one step: what all bodies take together, or the longest individual step",
     .fallback = 0.015625,
     .least = 1e-12,
     .most = 1e3},
    tree::theta_parameter(
        "opening angle: a cell is opened within side / theta + its centre of mass's offset, by "
        "scheme = device, for groups, within 0.12 sides more"),
    tree::alpha_parameter(0.005),
    {.name = "softening",
     .unit = "length",
     .summary = "softening length, of Plummer or equivalent to it; bodies may bring their own",
     .fallback = 0.00390625,
     .least = 0,
     .most = 1e6,
     .formerly = "eps"},
    tree::leaf_parameter(16),
    {.name = "ncrit",
     .unit = "bodies",
     .summary = "scheme = grouped: in a group at most",
     .fallback = 8192,
     .least = 1,
     .most = 16777216,
     .whole = true,
     .tuning = {.values = kTriedNcrit, .choice = "scheme", .chosen = "grouped"}},
    tree::group_parameter(64),
    tree::eta_parameter("steps = individual: a body steps by at most sqrt(2 eta softening / |a|)"),
    tree::kRungsParameter,
    tree::kThreadsPerBlockParameter,
    tree::kBlocksParameter,
}};

constexpr std::array<std::string_view, 3> kCpuSchemes{"particle", "grouped", "best"};
constexpr std::array<std::string_view, 3> kCudaSchemes{"device", "particle", "grouped"};
constexpr std::array<std::string_view, 4> kSchemes{"particle", "grouped", "device",
                                                   "best"};  // of the enum
constexpr std::array<std::string_view, 2> kOpenings{"geometric", "relative"};
constexpr std::array<std::string_view, 2> kMomentOrders{"quadrupole", "monopole"};
constexpr std::array<std::string_view, 2> kSoftenings{"plummer", "spline"};
constexpr std::array<std::string_view, 2> kPrecisions{"fp64", "fp32"};
constexpr std::array<std::string_view, 2> kKernels{"optimized", "normal"};

constexpr std::array<Choice, 9> kChoices{{
    {"scheme",
     "particle: a walk for every body; grouped: a list for every group of bodies; best: a walk for "
     "every small group, its lists summed in SIMD",
     kCpuSchemes, Scope::kCpu},
    {"scheme",
     "device: all on the GPU; particle: the host's tree, a walk a thread (cudagadget2013); "
     "grouped: "
     "the host's lists through the direct-force kernel (belleman2007)",
     kCudaSchemes, Scope::kCuda},
    {"opening", "geometric: by theta; relative: by alpha, Gadget's", kOpenings, Scope::kBoth},
    {"moments", "of a cell; monopole: as published", kMomentOrders, Scope::kBoth},
    {.name = "softening_kernel",
     .summary = "plummer; spline: Gadget's, Newton's from 2.8 softenings on",
     .values = kSoftenings,
     .formerly = "softening"},
    tree::kStepsChoice,
    tree::kOrderChoice,
    {"precision", "of the walk; tree and bodies on the host are in double", kPrecisions,
     Scope::kBoth},
    {"kernel",
     "scheme = grouped; optimized: acceleration and potential; normal: jerk and nearest neighbour "
     "too, as the library gives them",
     kKernels, Scope::kCuda},
}};

/// Measured on Plummer spheres: 0.23 with 16 bodies in a leaf, 0.43 with 8, 1.45 with 1.
double cells_per_body(const Options& o) { return std::min(1.5, 3.5 / o.leaf); }

/// Reals of a cell: centre of mass, mass, opening; softening and links; quadrupole.
double cell_reals(const Options& o) { return 8 + (o.quadrupole ? 6 : 0); }

// A step with individual steps is counted as one shared step: work_share has the rest.
Work work(int stage, const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const double n = static_cast<double>(particles);
  const double real = o.single ? 4 : 8;                             // of the walk
  const double of_body = o.scheme == Scheme::kDevice ? real : 8.0;  // of its acceleration
  const double cells = cells_per_body(o) * n;
  const double tree = cell_reals(o) * real * cells;
  switch (stage) {
    case kSort: {  // position in, key and index out, and through the sort once
      // On the device the bodies move too: position, velocity, acceleration, number and rung in
      // and out, and a source for the walks out.
      const double moved = o.scheme == Scheme::kDevice ? 2 * (6 * 8 + 3 * real + 5) + 4 * real : 0;
      return {6 * n, (3 * 8 + 2 * 12 + moved) * n};
    }
    case kBuild:
      return {0, 8 * n + 12 * cells};
    case kMoments:  // mass times position and the squares about it, for body and cell
      return {20 * (n + cells), 4 * real * n + tree};
    case kGroup:
      return {10 * cells, tree};
    case kUpload:
      return {0, tree + 4 * real * n};
    case kWalk: {
      const double quadrupole = o.quadrupole ? 0.5 : 0;
      return {(tree::kMonopoleFlops + quadrupole * tree::kQuadrupoleFlops) * n *
                  expected_interactions(settings, particles),
              tree + (4 + 4) * real * n};
    }
    case kDownload:
      return {0, 4 * real * n};
    case kKick:  // of two halves; velocity in and out, acceleration in
      return {2 * 6 * n, 2 * (6 * 8 + 3 * of_body) * n};
    case kDrift:
      return {6 * n, 9 * 8 * n};
    // What comes to all ranks together, in the worst case: every body moved, every body and cell
    // imported once. A run counts what came. With scheme = device what comes to each rank, less its
    // own share: the acceleration of every body that walked.
    case kMigrate:
      return {0, 16 * 8 * n};
    case kExchange:
      if (o.scheme == Scheme::kDevice) return {0, 3 * real * n};
      return {0, tree + 4 * real * n};
  }
  return {};
}

Throughput throughput(const Settings&, std::int64_t particles) {
  return {"bodies", static_cast<double>(particles)};
}

// A walk's instructions depend on the tree; no count that holds for all is known.
double issue_slots(int, const Settings&) { return 0; }

std::string number(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace

Options options(const Settings& settings) {
  Options o;
  Binding bind(settings);
  tree::bind_options(settings, bind, o);
  bind("scheme", o.scheme, kSchemes);
  bind("ncrit", o.ncrit);
  bind("moments", o.quadrupole, "quadrupole");
  bind("softening_kernel", o.spline, "spline");
  bind("precision", o.single, "fp32");
  bind("kernel", o.normal, "normal");
  bind.done();
  return o;
}

std::int64_t host_bytes(std::int64_t particles, const Settings& settings) {
  const Options o = options(settings);
  // Of a body: id, mass, position, velocity, acceleration, potential, softening, rung, its index in
  // the tree's order.
  std::int64_t bodies = particles * (13 * 8 + 1 + 4);
  if (o.scheme == Scheme::kBest) bodies = 2 * bodies + particles * 2 * 4;  // and as given
  const std::int64_t tree = tree::tree_bytes(particles, o.leaf, o.quadrupole);
  return bodies + (o.single && o.scheme != Scheme::kBest ? tree + tree / 2 : tree);
}

// Fits to Plummer spheres of 2^15 to 2^17 bodies with 16 in a leaf: theta from 0.4 to 0.75, alpha
// of 0.005; groups of 512 and 2048 at 2^15.
double expected_interactions(const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const double n = static_cast<double>(particles), doublings = std::log2(n + 1);
  double count = 63 * std::max(doublings - 6.8, 1.0) / (o.theta * o.theta);
  if (o.relative) count = 48 * std::max(doublings - 2.3, 1.0) * std::sqrt(0.005 / o.alpha);
  if (o.grouped()) count += 350 * std::cbrt(o.ncrit);
  return std::min(n, count);
}

double work_share(int stage, const Settings& settings, const tree::WorkDone& done) {
  if (stage == kWalk) return done.of_interactions(expected_interactions(settings, done.particles));
  if (stage == kKick || stage == kDownload) return done.of_walks();
  if (stage == kExchange && options(settings).scheme == Scheme::kDevice) return done.of_walks();
  return done.of_trees();
}

namespace {

/// The root of kLeastSofteningSq: the inverse cube of a shorter softening overflows.
double least_softening(const Options& o) { return o.single ? 1e-12 : 1e-95; }

bool too_short(double softening, const Options& o) {
  return softening > 0 && softening < least_softening(o);
}

std::string too_short_in_words(const Options& o) {
  return "below " + number(least_softening(o)) + ", whose inverse cube " +
         (o.single ? "single" : "double") + " precision cannot hold: take 0 for none";
}

}  // namespace

void require_sound(const Settings& settings) {
  const Options o = options(settings);
  if (too_short(o.softening, o))
    throw UsageError("'softening' = " + number(o.softening) + " is " + too_short_in_words(o));
  if (o.grouped()) {
    if (o.quadrupole)
      throw UsageError(
          "scheme = grouped sums point masses by direct summation: set moments = monopole");
    if (o.relative)
      throw UsageError("scheme = grouped has opening = geometric: a group has no one acceleration");
    if (o.spline)
      throw UsageError(
          "scheme = grouped has softening_kernel = plummer, which the direct force has");
    if (o.individual)
      throw UsageError("scheme = grouped has steps = shared: its groups are of all bodies");
  }
  if (!o.ranks->alone() && o.scheme != Scheme::kParticle && o.scheme != Scheme::kDevice)
    throw UsageError(
        "several ranks need scheme = particle, or device on a GPU: the groups of the others are of "
        "bodies that one rank has");
  if (o.individual && !o.spline && !(o.softening > 0))
    throw UsageError(
        "steps = individual needs a softening: a body steps by sqrt(2 eta softening / |a|)");
}

void require_sound(const Particles& p, const Settings& settings) {
  require_bodies(p);
  if (p.softening.empty()) return;
  if (p.softening.size() != p.size())
    throw UsageError(std::to_string(p.softening.size()) + " softenings for " +
                     std::to_string(p.size()) + " bodies");
  const Options o = options(settings);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double own = p.softening[i];
    if (!(own >= 0) || !std::isfinite(own))
      tree::refuse(p, i, "has softening " + number(own) + ": it must be finite and not negative");
    if (too_short(own, o))
      tree::refuse(p, i, "has softening " + number(own) + ", " + too_short_in_words(o));
    if (o.individual && own == 0)
      tree::refuse(p, i, "has no softening: steps = individual are sqrt(2 eta softening / |a|)");
    if (!o.spline && own != o.softening)
      tree::refuse(p, i,
                   "has softening " + number(own) + ", 'softening' is " + number(o.softening) +
                       ": lengths that differ need softening_kernel = spline, whose reach is "
                       "finite");
  }
}

std::vector<double> spline_radii(const Particles& p, const Settings& settings) {
  const Options o = options(settings);
  if (!o.spline) return {};
  const bool equal = std::all_of(p.softening.begin(), p.softening.end(),
                                 [&](double own) { return own == o.softening; });
  if (equal) return {};
  std::vector<double> radii;
  radii.reserve(p.size());
  for (const double own : p.softening) radii.push_back(tree::kSplineRadius * own);
  return radii;
}

namespace {

PairForce pair_force(const Settings& settings, std::int64_t) {
  const Options o = options(settings);
  return {o.softening, o.spline ? SofteningKernel::kSpline : SofteningKernel::kPlummer};
}

/// Bytes of the sources in the lists of scheme = grouped: a quarter of `ncrit` bodies in a group,
/// as the cells of an octree are filled, and a list as long as what a body meets.
double list_bytes(const Settings& settings, std::int64_t particles, double of_a_source) {
  const Options o = options(settings);
  if (!o.grouped()) return 0;
  const double n = static_cast<double>(particles), groups = std::max(1.0, 4 * n / o.ncrit);
  return groups * expected_interactions(settings, particles) * of_a_source;
}

/// On the host: what host_bytes() leaves out.
std::int64_t passing(const Settings& settings, std::int64_t particles) {
  constexpr std::int64_t kBody = 16 * 8 + 2;  // with a species, a softening and a radius of its own
  const Options o = options(settings);
  const std::int64_t lists = static_cast<std::int64_t>(
      list_bytes(settings, particles, o.single ? 32 + 16 : 2 * 32));  // and as the walk reads them
  return tree::passing_bytes(particles, kBody) + lists;
}

MemoryNeed memory(const Settings& settings, std::int64_t particles) {
  const std::int64_t host = host_bytes(particles, settings) + passing(settings, particles);
  if (settings.backend() == Backend::kCpu) return {host, 0};
  const Options o = options(settings);
  if (o.scheme == Scheme::kDevice)
    return {tree::kHostBytesOfDeviceBody * particles,
            tree::device_bytes(particles, o.leaf, o.single ? 4 : 8)};
  const std::int64_t real = o.single ? 4 : 8;
  return {host, tree::copied_bytes(particles, o.leaf, real) +
                    static_cast<std::int64_t>(
                        list_bytes(settings, particles, static_cast<double>(4 * real)))};
}

// Cells are opened until the reference's forces are good to 1e-4: a force that lacks one body of
// 257 stands above three times that.
constexpr double kTriedTheta = 0.3, kThetaOfTruth = 1e-6;
constexpr TrialProblem kTrial{
    .give = [](Settings& settings) { settings.set("theta", kTriedTheta); },
    .make_exact = [](Settings& settings) { settings.set("theta", kThetaOfTruth); }};

constexpr std::array<std::string_view, 6> kOfTheHost{"sort",  "build", "moments",
                                                     "group", "kick",  "drift"};
constexpr std::array<HostStages, 2> kOnHost{
    {{"scheme", "particle", kOfTheHost}, {"scheme", "grouped", kOfTheHost}}};

constexpr Traits kTraits{.pair_force = pair_force,
                         .precision = "precision",
                         .sums = "scheme",
                         .begins_anywhere = true,
                         .counts_as_it_runs = true,
                         .keeps = Keeps::kAnyRun,
                         .trial = &kTrial,
                         .on_host = kOnHost};

constexpr std::string_view kBytesOfDouble = "2026-11-18T10:00";
constexpr FormerCount kFormerCounts[] = {
    {"sort", kBytesOfDouble, "bodies are moved too, and are in double"},
    {"kick", kBytesOfDouble, "bodies are in double whatever the walk is in"},
    {"drift", kBytesOfDouble, "bodies are in double whatever the walk is in"},
};

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      .name = "barnes_hut",
      .summary = "Barnes-Hut tree, kick-drift-kick leapfrog (belleman2007, cudagadget2013)",
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

}  // namespace tycho::barnes_hut
