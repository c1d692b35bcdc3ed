// What both sides of an algorithm promise: stages, parameters, choices and operation counts.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/memory_need.hpp"
#include "core/traits.hpp"

namespace tycho {

class Settings;

enum class Backend { kCpu, kCuda };
std::string_view name(Backend backend);

/// How well a stage's result repeats: what `tycho list` says of it, and what tests of repeated runs
/// hold it to. The limits of a case's checks are written in the case, each with its reason.
enum class Consistency {
  kBitwise,  // same bits in every run and on every backend
  kOrdered,  // same bits in every run of one backend; other backends round otherwise
  kAtomic,   // the order of the sum varies from run to run
};
std::string_view name(Consistency consistency);

/// A timed sub-step. Its id names the file, the function, the timing scope and the JSON key.
struct Stage {
  std::string_view id;
  std::string_view label;  // the published row, or the words a reader knows it by
  Consistency consistency = Consistency::kOrdered;
  /// Whether running it again at once costs the same, so that a batch of replays measures it.
  bool replayable = true;
  /// Whether replays leave the state as a single run does, so that nothing has to be loaded again.
  bool pure = false;
};

/// The backends on which a parameter or choice has a meaning; on others it must not be set.
enum class Scope { kBoth, kCpu, kCuda };
bool applies(Scope scope, Backend backend);

struct Contract;
/// The present name of a setting, given its present or a former name. A name that no setting has
/// or had is returned unchanged.
std::string_view current_parameter(const Contract& contract, std::string_view name);
std::string_view current_choice(const Contract& contract, std::string_view name);

/// For a parameter that distributes the work and does not change the quality of results: the values
/// that `tycho tune` tries, and the choice for which it has a meaning; empty: for all.
struct Tuning {
  std::span<const double> values;
  std::string_view choice{}, chosen{};
};

/// A number an algorithm takes; it may have an entry for each backend, as a Choice.
struct Parameter {
  std::string_view name;
  std::string_view unit{};
  std::string_view summary;
  double fallback, least, most;
  bool whole = false;                 // only integers
  std::span<const double> allowed{};  // where not empty: only these
  Scope scope = Scope::kBoth;
  Tuning tuning{};
  std::string_view formerly{};  // the name it had; cases, results and tunings that use it are read
};

/// A word that an algorithm takes; the first value is the default. A choice whose values differ
/// between the backends has two entries of the same name, one after the other.
struct Choice {
  std::string_view name;
  std::string_view summary;
  std::span<const std::string_view> values;
  Scope scope = Scope::kBoth;
  std::string_view formerly{};  // as a parameter's
};

/// Operations counted by a stated convention, and the fewest bytes through memory (every input
/// read once, every output written once), of one stage in one step.
struct Work {
  double flops = 0;
  double bytes = 0;
};

/// What one step counts as in the papers' rates: `count` pairs, particles or cells.
struct Throughput {
  std::string_view unit;
  double count = 0;
};

/// A stage whose work was counted otherwise in the past: flops and bytes in results of that time
/// are not those of Contract::work.
struct FormerCount {
  std::string_view stage;
  std::string_view until;  // holds for runs that began before, as `started` of a run is written
  std::string_view reason;
  /// Whether the work of a run with these settings was counted otherwise. Null: of all runs.
  bool (*of)(const Settings& settings) = nullptr;
};

struct Contract {
  std::string_view name;
  std::string_view summary;  // printed by `tycho list`
  std::span<const Stage> stages;
  std::span<const Parameter> parameters;
  std::span<const Choice> choices;
  Work (*work)(int stage, const Settings& settings, std::int64_t particles);
  Throughput (*throughput)(const Settings& settings, std::int64_t particles);
  /// Instructions one lane must issue per counted unit in a stage, where the contract counts them,
  /// else 0: with the lanes and the clock of a GPU, or the multiply-adds a second of a CPU's
  /// vectors, this is the stage's issue limit.
  double (*issue_slots)(int stage, const Settings& settings);
  Traits traits{};
  std::span<const FormerCount> former_counts{};
  /// The number of steps after which the work repeats, where some work is not done in every step.
  /// Null: every step does the same work.
  std::int64_t (*period)(const Settings& settings) = nullptr;
  /// Null: not known.
  MemoryNeed (*memory)(const Settings& settings, std::int64_t particles) = nullptr;
};

}  // namespace tycho
