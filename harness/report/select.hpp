// Which runs an exhibit or a claim speaks of, and which of their numbers.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/load.hpp"

namespace tycho::report {

/// Conditions by name, each with the values allowed: "case", "backend", "variant", "label",
/// "threads", "ranks", "n", or any setting of the run.
using Selector = std::map<std::string, std::vector<nlohmann::json>>;

/// {"case": "fig3.1", "unroll": [16, 32]}: a value or a list of them for each name.
Selector read_selector(const nlohmann::json& from);

nlohmann::json to_json(const result::SettingValue& value);

/// What a run has under such a name; null where it has nothing.
nlohmann::json property(const Run& run, const std::string& name);

bool matches(const Run& run, const Selector& selector);

/// A property as text: 16, fp32.
std::string text_of(const nlohmann::json& value);

/// A number of a run, by name; nothing where the run does not have it.
///   step_s, total_s           the headline window, without stage marks
///   gflops                    counted flops of the stage that sets the rate, over the whole step
///   of_peak                   gflops over the GPU's peak, peak_gflops
///   per_s                     pairs, particles or cells a second, over the whole step
///   ns_each                   nanoseconds of a step over the pairs, particles or cells counted
///   rank_step_s, rank_seconds step_s of a run on ranks, and that times their number
///   moved                     the mean part of the bodies that a synchronisation point moves
///   stage:<s>.step_s|ns_each|gflops|gbytes|per_s|giga_per_s|fraction|of_copy|share|amdahl|imbalance
///                             fraction: of the issue limit; of_copy: of the copy bandwidth that
///                             the run counted; <s> may be several, "deposit|guard_add": their sum;
///                             amdahl: the most a step can gain if this stage took no time
///   series:<s>.max_abs|end_abs                of an evolution
///   counter:<c>, check:<c>, check:<c>.<detail>, setting:<s>
///   check:<c>.change          of its details initial and final: (final - initial) / |initial|
///   38*<quantity>             the quantity so many times, as flops a pair
std::optional<Estimate> quantity_of(const Run& run, const std::string& name);

/// What processes found of step_s or of stage:<s>.step_s, <s> a single stage; empty otherwise.
Processes processes_of(const Run& run, const std::string& name);

/// Logarithms of times, which is how processes are compared (harness/statistics/spread.hpp).
std::vector<double> levels_of(const std::vector<double>& times);
/// Of all processes. Some were left out because of their times: the others differ by less than
/// processes do.
std::vector<double> levels_of_all(const Processes& processes);

/// Whether a CPU run on several threads does not say how they waited and where they were. Such runs
/// are of an older tycho, their threads were free, and their times can be many times too long.
bool threads_untold(const Run& run);

/// Whether the one step that was asked for is an interval, in which bodies take steps of their own.
bool is_interval(const Run& run);

/// "3 steps"; where the step is an interval "3 passages of the interval".
std::string steps_text(const Run& run, std::int64_t count);

/// "1 step" of a time that rests on fewer than three: how much it scatters is not known. Else
/// empty.
std::string few_steps(const Run& run);

/// Steps that a run went. A run beside its reference is timed over a few of them, and goes as far
/// as its curve of differences, step by step.
std::int64_t steps_gone(const Run& run);

/// Why a run that is ok does not have the quantity.
std::string why_missing(const Run& run, const std::string& name);

/// The fused stage that does the first of these ("deposit|guard_add") among others; "" where none.
std::string fused_stage(const Run& run, const std::string& list);

/// Single-precision lanes of a multiprocessor of the run's GPU; nothing for a run on the CPU, and
/// where they are not known. Then there is neither a peak nor a limit.
std::optional<int> lanes_of(const Run& run);

/// Of the run's GPU: single-precision lanes x SMs x the highest clock, one operation a cycle. A
/// multiply-add counts as one, as in bertinelli2025.
std::optional<double> peak_gflops(const Run& run);

/// Units a second this run's GPU could issue in a stage at most, where its contract counts issue
/// slots: lanes x SMs x clock / slots.
std::optional<double> issue_limit(const Run& run, const StageTime& stage);

}  // namespace tycho::report
