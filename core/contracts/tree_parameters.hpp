// What the contracts that have a tree say alike: stages, parameters, choices, and the struct that a
// run's values of them are bound to.
#pragma once

#include <array>

#include "core/binding.hpp"
#include "core/contract.hpp"
#include "core/formulas/opening.hpp"
#include "core/particles.hpp"
#include "core/ranks/ranks.hpp"
#include "core/tree/tally.hpp"

namespace tycho::tree {

inline constexpr Stage kSortStage{.id = "sort",
                                  .label = "Sort by Morton key",
                                  .consistency = Consistency::kOrdered,
                                  .pure = true};
inline constexpr Stage kBuildStage{
    .id = "build", .label = "Tree build", .consistency = Consistency::kOrdered, .pure = true};
inline constexpr Stage kMomentsStage{.id = "moments",
                                     .label = "Multipole moments",
                                     .consistency = Consistency::kOrdered,
                                     .pure = true};
inline constexpr Stage kUploadStage{
    .id = "upload", .label = "Copy to the GPU", .consistency = Consistency::kBitwise, .pure = true};
inline constexpr Stage kDownloadStage{.id = "download",
                                      .label = "Copy to the host",
                                      .consistency = Consistency::kBitwise,
                                      .pure = true};

// Of several ranks. Behind the first migration of a step a second one finds nothing to move.
inline constexpr Stage kMigrateStage{.id = "migrate",
                                     .label = "Bodies to the ranks of their domains",
                                     .consistency = Consistency::kBitwise,
                                     .replayable = false};
inline constexpr Stage kExchangeStage{.id = "exchange",
                                      .label = "Cells and bodies, or forces, from the other ranks",
                                      .consistency = Consistency::kBitwise,
                                      .pure = true};

inline constexpr std::array<double, 6> kThreadsPerBlock{32, 64, 128, 256, 512, 1024};

// What tuning tries. Leaves decide what is summed directly and what by its moments: larger ones are
// no less exact, and the checks of a case hold for them all.
inline constexpr std::array<double, 4> kTriedLeaves{8, 16, 32, 64};
inline constexpr std::array<double, 4> kTriedGroups{16, 32, 64, 128};
inline constexpr std::array<double, 4> kTriedThreads{32, 64, 128, 256};
inline constexpr std::array<double, 3> kTriedBlocks{512, 1024, 4096};

constexpr Parameter alpha_parameter(double fallback) {
  return {.name = "alpha",
          .summary =
              "opening = relative: the part of a body's acceleration that one cell may be wrong by",
          .fallback = fallback,
          .least = 1e-12,
          .most = 1};
}

constexpr Parameter theta_parameter(std::string_view summary) {
  return {
      .name = "theta", .summary = summary, .fallback = 0.5, .least = 1e-6, .most = kLargestTheta};
}

constexpr Parameter eta_parameter(std::string_view summary) {
  return {.name = "eta", .summary = summary, .fallback = 0.025, .least = 1e-9, .most = 1};
}

constexpr Parameter leaf_parameter(double fallback) {
  return {.name = "leaf",
          .unit = "bodies",
          .summary = "in a leaf at most",
          .fallback = fallback,
          .least = 1,
          .most = 256,
          .whole = true,
          .tuning = {.values = kTriedLeaves}};
}

inline constexpr Parameter kRungsParameter{
    .name = "rungs",
    .summary =
        "steps = individual: the shortest step is dt / 2^rungs; steps that wanted less are counted",
    .fallback = 10,
    .least = 0,
    .most = 30,
    .whole = true};

constexpr Parameter group_parameter(double fallback) {
  return {.name = "group",
          .unit = "bodies",
          .summary = "scheme = best: in a group that shares a walk, at most",
          .fallback = fallback,
          .least = 1,
          .most = 4096,
          .whole = true,
          .scope = Scope::kCpu,
          .tuning = {.values = kTriedGroups, .choice = "scheme", .chosen = "best"}};
}

inline constexpr Parameter kThreadsPerBlockParameter{
    .name = "threads_per_block",
    .unit = "threads",
    .summary = "scheme = particle: threads of a block",
    .fallback = 64,
    .least = 32,
    .most = 1024,
    .whole = true,
    .allowed = kThreadsPerBlock,
    .scope = Scope::kCuda,
    .tuning = {.values = kTriedThreads, .choice = "scheme", .chosen = "particle"}};

inline constexpr Parameter kBlocksParameter{
    .name = "blocks",
    .summary = "scheme = particle: blocks of the walk, each taking its share of the bodies",
    .fallback = 1024,
    .least = 1,
    .most = 1 << 20,
    .whole = true,
    .scope = Scope::kCuda,
    .tuning = {.values = kTriedBlocks, .choice = "scheme", .chosen = "particle"}};

inline constexpr std::array<std::string_view, 2> kSteps{"shared", "individual"};
inline constexpr Choice kStepsChoice{
    "steps", "shared: dt for all; individual: dt / 2^k, each body its own", kSteps, Scope::kBoth};

inline constexpr std::array<std::string_view, 2> kOrders{"morton", "id"};
inline constexpr Choice kOrderChoice{
    "order", "of the bodies that walk, scheme = particle: along Morton's curve, or as they came",
    kOrders, Scope::kBoth};

/// The values of a run. A setting that has no meaning on the run's backend leaves its field as
/// here.
struct Options {
  double dt = 0, theta = 0, alpha = 0, softening = 0, eta = 0;
  int leaf = 0, rungs = 0, group = 0;
  bool relative = false;    // opening
  bool individual = false;  // steps
  bool by_id = false;       // order
  int threads_per_block = 0, blocks = 0;
  int threads = 1;         // of the CPU
  Ranks* ranks = nullptr;  // that share the run; never null behind bind_options()

  /// The deepest rung there can be.
  int deepest() const { return individual ? rungs : 0; }
};

/// Binds what is named above.
void bind_options(const Settings& settings, Binding& bind, Options& options);

/// How much work the steps since load() or restore() have done.
struct WorkDone {
  std::int64_t particles = 0, advances = 0;
  Tally tally;

  /// By what the counts of a stage are to be multiplied, where the contract counts `expected`
  /// interactions of each body, each body once, or one tree a step.
  double of_interactions(double expected) const;
  double of_walks() const;
  double of_trees() const;
};

/// Throws UsageError saying why body i of the particles cannot be.
[[noreturn]] void refuse(const Particles& particles, std::size_t i, const std::string& why);

/// Bytes on the host beside bodies and tree: two copies of the bodies, which are in another order
/// while they are loaded and stored, with the bodies of the load before still held; ids, lists of
/// those that are due, and another sort.
constexpr std::int64_t passing_bytes(std::int64_t bodies, std::int64_t of_a_body) {
  return bodies * (2 * of_a_body + 64);
}
/// Bytes that the host holds of a body that is on the device: id, mass, and which it is.
inline constexpr std::int64_t kHostBytesOfDeviceBody = 20;
/// Bytes on the device of bodies and their tree that are there alone, as gpu/tree lays them out;
/// `real` is the size of the walk's numbers.
std::int64_t device_bytes(std::int64_t bodies, int leaf, std::int64_t real);
/// Bytes on the device of the host's tree, which is copied there for the walk.
std::int64_t copied_bytes(std::int64_t bodies, int leaf, std::int64_t real);

}  // namespace tycho::tree
