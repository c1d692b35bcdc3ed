#include "core/contracts/barnes_hut.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string>

#include "core/contracts/tree_parameters.hpp"
#include "core/error.hpp"
#include "core/formulas/multipole.hpp"
#include "core/formulas/opening.hpp"
#include "core/require_bodies.hpp"
#include "core/settings.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::barnes_hut {

namespace {

// What the host builds is the same to the bit on both sides; the tree of scheme = device is its
// own. A replay of kick or drift would move bodies twice, one of the walk would
// open cells by other accelerations; everything else starts from the bodies anew.
constexpr std::array<Stage, 9> kStages{{
    {"sort", "Sort by Morton key", Consistency::kOrdered, true, true},
    {"build", "Tree build", Consistency::kOrdered, true, true},
    {"moments", "Multipole moments", Consistency::kOrdered, true, true},
    {"group", "Groups and interaction lists", Consistency::kOrdered, true, true},
    {"upload", "Copy to the GPU", Consistency::kBitwise, true, true},
    {"walk", "Tree walk", Consistency::kOrdered, true},
    {"download", "Copy to the host", Consistency::kBitwise, true, true},
    {"kick", "Kick (half step)", Consistency::kOrdered, true},
    {"drift", "Drift", Consistency::kOrdered, true},
}};

// What tuning tries of groups: as of leaves (tree_parameters.hpp).
constexpr std::array<double, 4> kTriedNcrit{2048, 8192, 16384, 32768};

constexpr std::array<Parameter, 10> kParameters{{
    {"dt",
     "time",
     "one step: what all bodies take together, or the longest individual step",
     0.015625,
     1e-12,
     1e3,
     false,
     {},
     Scope::kBoth},
    {"theta",
     "",
     "opening angle: a cell is opened within side / theta + its centre of mass's offset, by scheme "
     "= "
     "device, for groups, within 0.12 sides more",
     0.5,
     1e-6,
     tree::kLargestTheta,
     false,
     {},
     Scope::kBoth},
    tree::kAlphaParameter,
    {"eps",
     "length",
     "softening length, of Plummer or equivalent to it; bodies may bring their own",
     0.00390625,
     0,
     1e6,
     false,
     {},
     Scope::kBoth},
    tree::leaf_parameter(16),
    {"ncrit",
     "bodies",
     "scheme = grouped: in a group at most",
     8192,
     1,
     16777216,
     true,
     {},
     Scope::kBoth,
     {kTriedNcrit, "scheme", "grouped"}},
    {"eta",
     "",
     "steps = individual: a body steps by at most sqrt(2 eta eps / |a|)",
     0.025,
     1e-9,
     1,
     false,
     {},
     Scope::kBoth},
    tree::kRungsParameter,
    tree::kThreadsPerBlockParameter,
    tree::kBlocksParameter,
}};

constexpr std::array<std::string_view, 2> kCpuSchemes{"particle", "grouped"};
constexpr std::array<std::string_view, 3> kCudaSchemes{"device", "particle", "grouped"};
constexpr std::array<std::string_view, 2> kOpenings{"geometric", "relative"};
constexpr std::array<std::string_view, 2> kMomentOrders{"quadrupole", "monopole"};
constexpr std::array<std::string_view, 2> kSoftenings{"plummer", "spline"};
constexpr std::array<std::string_view, 2> kOrders{"morton", "id"};
constexpr std::array<std::string_view, 2> kPrecisions{"fp64", "fp32"};
constexpr std::array<std::string_view, 2> kKernels{"optimized", "normal"};

constexpr std::array<Choice, 9> kChoices{{
    {"scheme", "particle: a walk for every body; grouped: a list for every group of bodies",
     kCpuSchemes, Scope::kCpu},
    {"scheme",
     "device: all on the GPU; particle: the host's tree, a walk a thread (cudagadget2013); "
     "grouped: "
     "the host's lists through the direct-force kernel (belleman2007)",
     kCudaSchemes, Scope::kCuda},
    {"opening", "geometric: by theta; relative: by alpha, Gadget's", kOpenings, Scope::kBoth},
    {"moments", "of a cell; monopole: as published", kMomentOrders, Scope::kBoth},
    {"softening", "plummer; spline: Gadget's, Newton's from 2.8 eps on", kSoftenings, Scope::kBoth},
    tree::kStepsChoice,
    {"order", "of the bodies that walk, scheme = particle: along Morton's curve, or as they came",
     kOrders, Scope::kBoth},
    {"precision", "of the walk; tree and bodies on the host are in double", kPrecisions,
     Scope::kBoth},
    {"kernel",
     "scheme = grouped; optimized: acceleration and potential; normal: jerk and nearest neighbour "
     "too, as the library gives them",
     kKernels, Scope::kCuda},
}};

double real_bytes(const Settings& settings) { return settings.chosen("precision", "fp32") ? 4 : 8; }

/// Measured on Plummer spheres: 0.23 with 16 bodies in a leaf, 0.43 with 8, 1.45 with 1.
double cells_per_body(const Settings& settings) {
  return std::min(1.5, 3.5 / settings.number("leaf"));
}

/// Reals of a cell: centre of mass, mass, opening; softening and links; quadrupole.
double cell_reals(const Settings& settings) {
  return 8 + (settings.chosen("moments", "quadrupole") ? 6 : 0);
}

// A step with individual steps is counted as one shared step: work_share has the rest.
Work work(int stage, const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  const double real = real_bytes(settings);
  const double cells = cells_per_body(settings) * n;
  const double tree = cell_reals(settings) * real * cells;
  switch (stage) {
    case kSort:  // position in, key and index out, and through the sort once
      return {6 * n, (3 * real + 2 * 12) * n};
    case kBuild:
      return {0, 8 * n + 12 * cells};
    case kMoments:  // mass times position and the squares about it, for body and cell
      return {20 * (n + cells), 4 * real * n + tree};
    case kGroup:
      return {10 * cells, tree};
    case kUpload:
      return {0, tree + 4 * real * n};
    case kWalk: {
      const double quadrupole = settings.chosen("moments", "quadrupole") ? 0.5 : 0;
      return {(tree::kMonopoleFlops + quadrupole * tree::kQuadrupoleFlops) * n *
                  expected_interactions(settings, particles),
              tree + (4 + 4) * real * n};
    }
    case kDownload:
      return {0, 4 * real * n};
    case kKick:
      return {2 * 6 * n, 2 * 9 * real * n};
    case kDrift:
      return {6 * n, 9 * real * n};
  }
  return {};
}

Throughput throughput(const Settings&, std::int64_t particles) {
  return {"bodies", static_cast<double>(particles)};
}

// A walk's instructions depend on the tree; no count that holds for all is known.
double issue_slots(int, const Settings&) { return 0; }

[[noreturn]] void refuse(const Particles& p, std::size_t i, const std::string& why) {
  throw UsageError("particle " + std::to_string(i) + " (id " + std::to_string(p.id[i]) + ") " +
                   why);
}

std::string number(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

}  // namespace

std::int64_t host_bytes(std::int64_t particles, const Settings& settings) {
  // Bodies: mass, place, velocity, acceleration, potential, softening, rung and place in the order.
  const std::int64_t bodies = particles * (13 * 8 + 1 + 4);
  const std::int64_t tree = tree::tree_bytes(particles, settings.integer("leaf"),
                                             settings.chosen("moments", "quadrupole"));
  return bodies + (settings.chosen("precision", "fp32") ? tree + tree / 2 : tree);
}

// Fits to Plummer spheres of 2^15 to 2^17 bodies with 16 in a leaf: theta from 0.4 to 0.75, alpha
// of 0.005; groups of 512 and 2048 at 2^15.
double expected_interactions(const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles), doublings = std::log2(n + 1);
  const double theta = settings.number("theta");
  double count = 63 * std::max(doublings - 6.8, 1.0) / (theta * theta);
  if (settings.chosen("opening", "relative"))
    count = 48 * std::max(doublings - 2.3, 1.0) * std::sqrt(0.005 / settings.number("alpha"));
  if (settings.chosen("scheme", "grouped")) count += 350 * std::cbrt(settings.number("ncrit"));
  return std::min(n, count);
}

double work_share(int stage, const Settings& settings, std::int64_t particles,
                  std::int64_t advances, double interactions, double walks, double trees) {
  if (advances == 0) return 1;
  const double n = static_cast<double>(particles), steps = static_cast<double>(advances);
  if (stage == kWalk)
    return interactions / (n * expected_interactions(settings, particles) * steps);
  if (stage == kKick || stage == kDownload) return walks / (n * steps);
  return trees / steps;
}

void require_sound(const Settings& settings) {
  if (settings.chosen("scheme", "grouped")) {
    if (!settings.chosen("moments", "monopole"))
      throw UsageError(
          "scheme = grouped sums point masses by direct summation: set moments = monopole");
    if (!settings.chosen("opening", "geometric"))
      throw UsageError("scheme = grouped has opening = geometric: a group has no one acceleration");
    if (!settings.chosen("softening", "plummer"))
      throw UsageError("scheme = grouped has softening = plummer, which the direct force has");
    if (!settings.chosen("steps", "shared"))
      throw UsageError("scheme = grouped has steps = shared: its groups are of all bodies");
  }
  if (settings.chosen("steps", "individual") && settings.chosen("softening", "plummer") &&
      !(settings.number("eps") > 0))
    throw UsageError("steps = individual needs a softening: a body steps by sqrt(2 eta eps / |a|)");
}

void require_sound(const Particles& p, const Settings& settings) {
  require_bodies(p);
  if (p.softening.empty()) return;
  if (p.softening.size() != p.size())
    throw UsageError(std::to_string(p.softening.size()) + " softenings for " +
                     std::to_string(p.size()) + " bodies");
  const bool individual = settings.chosen("steps", "individual");
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double eps = p.softening[i];
    if (!(eps >= 0) || !std::isfinite(eps))
      refuse(p, i, "has softening " + number(eps) + ": it must be finite and not negative");
    if (individual && eps == 0)
      refuse(p, i, "has no softening: steps = individual are sqrt(2 eta eps / |a|)");
    if (settings.chosen("softening", "plummer") && eps != settings.number("eps"))
      refuse(p, i,
             "has softening " + number(eps) + ", 'eps' is " + number(settings.number("eps")) +
                 ": lengths that differ need softening = spline, whose reach is finite");
  }
}

std::vector<double> spline_radii(const Particles& p, const Settings& settings) {
  if (!settings.chosen("softening", "spline")) return {};
  const bool equal = std::all_of(p.softening.begin(), p.softening.end(),
                                 [&](double eps) { return eps == settings.number("eps"); });
  if (equal) return {};
  std::vector<double> radii;
  radii.reserve(p.size());
  for (const double eps : p.softening) radii.push_back(tree::kSplineRadius * eps);
  return radii;
}

namespace {

PairForce pair_force(const Settings& settings, std::int64_t) {
  return {settings.number("eps"), settings.chosen("softening", "spline")
                                      ? SofteningKernel::kSpline
                                      : SofteningKernel::kPlummer};
}

constexpr Traits kTraits{.pair_force = pair_force, .precision = "precision", .sums = "scheme"};

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      "barnes_hut", "Barnes-Hut tree, kick-drift-kick leapfrog (belleman2007, cudagadget2013)",
      kStages,      kParameters,
      kChoices,     work,
      throughput,   issue_slots,
      kTraits,
  };
  return kContract;
}

}  // namespace tycho::barnes_hut
