// The record of a run: one case at one size on one backend, and what came of it. docs/formats.md,
// "a run", says it in words, cases/result.schema.json for other programs, and fields.hpp for this
// one.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/result/check_record.hpp"
#include "harness/result/cut_record.hpp"
#include "harness/result/device_record.hpp"
#include "harness/result/number.hpp"
#include "harness/result/processes_record.hpp"
#include "harness/result/series_record.hpp"
#include "harness/result/timing_record.hpp"

namespace tycho::result {

/// By name: a number, or the word that was chosen.
using SettingValue = std::variant<double, std::string>;
using SettingValues = std::map<std::string, SettingValue>;
/// By name. NaN is spelled null.
using Counters = std::map<std::string, Number>;

/// Settings that the case left open and `tycho tune` had found.
struct TunedSettings {
  std::string file;  // its name, without the folder
  SettingValues settings;
};

/// The library or program of the user's that a run was made with (docs/bring-your-own.md).
struct ImplementationRecord {
  std::string name, version;  // as the library names itself
  std::string file, sum;      // its name, without the folder, and a checksum of it
  std::string held_to;        // the case's variant whose checks were asked of it
  /// Of a program: its command line, without folders. Absent: a library.
  std::optional<std::string> command{};
  /// Checks of the case that look at what the code does not show.
  std::optional<std::vector<std::string>> not_asked{};
};

/// What is known of a run before it ran.
struct RunDescription {
  std::string id, paper, case_name, suite, algorithm, variant, label;
  std::string backend;  // "cpu" or "cuda"
  int threads = 1;
  std::int64_t n = 0;
  SettingValues settings;
  SettingValues sweep;  // those of the settings that the case sweeps
  std::optional<TunedSettings> tuned;
  std::optional<int> slow_double;
  std::optional<int> ranks;  // the processes that shared it; none: one, without MPI
  std::optional<ImplementationRecord> implementation;  // none: tycho's own

  bool on_gpu() const { return backend == "cuda"; }
};

enum class Status { kOk, kFailed, kSkipped };

/// "ok", "failed" or "skipped".
std::string_view name(Status status);

/// What executing a run gives. A run that did not come off has a reason and no timing.
struct RunOutcome {
  Status status = Status::kOk;
  std::string reason;
  std::optional<TimingRecord> timing;
  std::optional<SeriesRecord> series;
  std::optional<CutRecord> cut;  // of an evolution or a comparison; none: it took all steps
  std::optional<std::vector<CheckRecord>> checks;
  std::optional<std::vector<CheckNotJudged>> checks_not_judged;  // only where the run was cut
  /// Of a timing in several visits: a sum over the bits of the particles behind the verified steps.
  std::optional<std::string> verified_state;
  std::optional<Counters> counters;
  std::optional<DeviceRecord> device;
  std::optional<ProcessesRecord> processes;  // of a run on ranks
  /// Of a run that asked for all threads: as many as were fastest, and seconds a step by number of
  /// threads as they were tried.
  std::optional<int> threads_used;
  std::optional<std::map<std::string, double>> threads_tried;
  /// Seconds by phase, as progress tells them; those of a hundredth of the whole or more.
  std::optional<std::map<std::string, double>> spent_s;
  std::optional<std::int64_t> host_peak_bytes;  // the most memory that the process held

  bool ok() const { return status == Status::kOk; }
};

struct RunRecord : RunDescription, RunOutcome {
  std::string started;  // "2026-11-15T02:00:00Z"
  double wall_s = 0;
};

/// Keys in the order of their names; NaN, which JSON has not, becomes null when it is printed.
nlohmann::json to_json(const RunDescription& description);
nlohmann::json to_json(const RunRecord& run);

/// Throws UsageError naming `origin` (a file, a line of one), the JSON pointer, what is wrong and
/// what is allowed.
RunRecord read_run(const nlohmann::json& from, const std::string& origin);

/// A run as it is stored: at most kMostSamples samples of each time, evenly spaced so that a drift
/// still shows, and seven digits in samples and series. The statistics beside the samples are of
/// all samples and stay as they are.
RunRecord compact(RunRecord run);

}  // namespace tycho::result
