// A case: one figure or table of a paper as data. docs/formats.md describes the file.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/contract.hpp"

namespace tycho::cases {

/// A number or a word, as a case gives it to a setting.
using SettingValue = std::variant<double, std::string>;
using SettingValues = std::map<std::string, SettingValue>;

/// One line of a figure or column of a table: a backend with its settings.
struct Variant {
  std::string name;   // "gpu-tiled": part of a run's id
  std::string label;  // "GPU, tiled kernel": shown to people
  Backend backend = Backend::kCpu;
  int threads = 1;  // CPU threads; 0 means all the machine has
  SettingValues settings;
  std::map<std::string, std::vector<SettingValue>> sweep;  // every combination is a run
  std::vector<std::int64_t> only_sizes;  // particle counts this variant is run at; empty: all
};

/// A problem size: the number of particles, and settings that go with it (a mesh side, say).
struct SizeSpec {
  std::int64_t particles = 0;
  SettingValues settings;
  std::vector<std::string> variants;  // names of the variants run at this size; empty: all
};

inline constexpr std::array<std::string_view, 3> kSuiteNames{"smoke", "quick", "full"};

/// How much of a case is run: `smoke` in tests, `quick` on two CPU cores, `full` as published.
struct Suite {
  std::vector<SizeSpec> sizes;
  std::int64_t steps = 0;    // the published number of steps of one repeat
  int repeats = 1;           // the published number of repeats
  double seconds = 0;        // time one run may measure for; 0: no limit of its own
  std::int64_t lead_in = 0;  // interval: steps before the timed ones
};

enum class Measure {
  kTiming,      // time windows of steps, stage by stage
  kEvolution,   // one long run, sampled on its way: energy, orbits
  kInterval,    // a stretch of time after a lead-in, as a whole
  kComparison,  // step by step beside the reference: where the two part
};

struct CheckSpec {
  std::string name;    // "energy_drift": see harness/checks
  double limit = 0;    // passes when value <= limit
  std::string reason;  // why this limit
  std::map<std::string, double> parameters;
  std::vector<std::string> variants;  // names of the variants it applies to; empty: all
  std::int64_t largest_n = 0;         // applies up to this many particles; 0: to all
  std::int64_t smallest_n = 0;        // applies from this many on
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
  SettingValues settings;
  std::vector<Variant> variants;
  std::map<std::string, Suite> suites;
  Measure measure = Measure::kTiming;
  int samples = 0;   // evolution, comparison: how many points of the way are kept
  int pictures = 0;  // evolution of an algorithm with a mesh: how many are taken, the ends included
  std::vector<CheckSpec> checks;

  std::string id() const { return paper + "/" + name; }
};

/// Reads and checks a case file. Throws UsageError naming the file, the JSON pointer and what is
/// allowed: bad JSON, an unknown key, a wrong type, a value out of range, a setting the algorithm
/// has not got. `contracts` are the algorithms that exist.
Case read_case(const std::filesystem::path& file, std::span<const Contract* const> contracts);

/// All cases below a folder, in the order of paper and name: every <paper>/<case>.json but those in
/// published/.
std::vector<Case> read_cases(const std::filesystem::path& folder,
                             std::span<const Contract* const> contracts);

/// The case of this id, or all cases of a paper where `wanted` is its key. Throws UsageError with
/// the nearest id where there is none.
std::vector<const Case*> find_cases(std::span<const Case> cases, std::string_view wanted);

}  // namespace tycho::cases
