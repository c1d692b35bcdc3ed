// A case: one figure or table of a paper as data. docs/formats.md describes the file.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/contract.hpp"
#include "harness/case/along.hpp"
#include "harness/checks/check.hpp"
#include "harness/result/run_record.hpp"
#include "harness/terms/check_spec.hpp"
#include "harness/terms/measure.hpp"
#include "harness/terms/pictures.hpp"
#include "harness/terms/program_command.hpp"
#include "harness/terms/setting_values.hpp"

namespace tycho::cases {

/// One line of a figure or column of a table: a backend with its settings.
struct Variant {
  std::string name;   // "gpu-tiled": part of a run's id
  std::string label;  // "GPU, tiled kernel": shown to people
  Backend backend = Backend::kCpu;
  int threads = 1;  // CPU threads, of each rank where there are several; 0 means all there are
  std::vector<int> ranks{};  // every number is a run on as many; empty: a run without MPI
  /// Why its ranks are for a cluster, and run only where `--ranks` or `--launcher` asks for them;
  /// empty: they run anywhere.
  std::string cluster{};
  terms::SettingValues settings;
  std::map<std::string, std::vector<terms::SettingValue>> sweep;  // every combination is a run
  std::vector<std::int64_t> only_sizes;  // particle counts this variant is run at; empty: all

  // Of a library or program of the user's, which `--implementation` and `--program` add:
  std::optional<result::ImplementationRecord> implementation{};
  std::filesystem::path library{};
  bool g6 = false;                     // it is a GRAPE-6 library
  const Contract* contract = nullptr;  // the algorithm's, with the library's stages
  std::string held_to{};               // the variant whose checks and sizes it has
  /// The program that takes the place of an algorithm; a case may have it, too.
  std::optional<terms::ProgramCommand> program{};

  /// Of a code of the user's of which less is seen than of tycho's own: what it is. A GRAPE-6
  /// library is called by an algorithm of tycho's.
  std::optional<checks::Code> code() const {
    if (program) return checks::Code::kProgram;
    if (implementation && !g6) return checks::Code::kLibrary;
    return std::nullopt;
  }
  /// The name that the case's checks and sizes know it by.
  const std::string& known_as() const { return implementation ? held_to : name; }
};

/// Processes that measure a timing, one in each passage through the campaign.
struct Visits {
  int cpu = 1, cuda = 1;
};

/// A problem size: the number of particles, and settings that go with it (a mesh side, say).
struct SizeSpec {
  std::int64_t particles = 0;
  terms::SettingValues settings;
  std::vector<std::string> variants;  // names of the variants run at this size; empty: all
  /// The variant that a comparison at this size is held against, where the plain reference would
  /// take too long; empty: the reference.
  std::string reference{};
  std::optional<Along> along{};    // of an interval
  std::optional<Visits> visits{};  // in place of the suite's
};

inline constexpr std::array<std::string_view, 4> kSuiteNames{"smoke", "quick", "standard", "full"};

/// How much of a case is run: `smoke` in tests, `quick` for a first report within minutes on two
/// CPU cores, `standard` for one that can be relied on, `full` as published.
struct Suite {
  std::vector<SizeSpec> sizes;
  std::int64_t steps = 0;    // the published number of steps of one repeat
  int repeats = 1;           // the published number of repeats
  double seconds = 0;        // time one run may measure for; 0: no limit of its own
  std::int64_t lead_in = 0;  // interval: steps before the timed ones
  Visits visits;             // of a timing
};

struct Case {
  std::filesystem::path file;
  std::string paper;  // "bertinelli2025"
  std::string name;   // "fig3.1"
  std::string title;
  std::vector<std::string> reproduces;  // "Figure 3.1"
  std::vector<std::string> notes;
  std::string algorithm;
  nlohmann::json initial;  // "kind", "seed", and what the kind takes: see harness/initial
  terms::SettingValues settings;
  std::vector<Variant> variants;
  std::map<std::string, Suite> suites;
  terms::Measure measure = terms::Measure::kTiming;
  int samples = 0;           // evolution, comparison: how many points of the way are kept
  terms::Pictures pictures;  // evolution of a mesh, a galaxy or a universe
  std::vector<terms::CheckSpec> checks;
  nlohmann::json as_read;  // the whole file: what two readings of the case are compared by

  std::string id() const { return paper + "/" + name; }
};

/// Reads and checks a case file. Throws UsageError naming the file, the JSON pointer and what is
/// allowed: bad JSON, an unknown key, a wrong type, a value out of range, a setting the algorithm
/// does not have. `contracts` are the algorithms that exist.
Case read_case(const std::filesystem::path& file, std::span<const Contract* const> contracts);
/// The same of what `file` is to hold; the file itself need not be there.
Case read_case(nlohmann::json content, const std::filesystem::path& file,
               std::span<const Contract* const> contracts);

/// All cases below a folder, in the order of paper and name: every <paper>/<case>.json but those in
/// published/, of another schema, or larger than any case.
std::vector<Case> read_cases(const std::filesystem::path& folder,
                             std::span<const Contract* const> contracts);

}  // namespace tycho::cases
