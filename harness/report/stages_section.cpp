#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/joined.hpp"
#include "harness/report/ceilings.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/select.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

/// Where a column before the last is asked for.
void insert_before_last(auto& cells, auto cell) { cells.insert(cells.end() - 1, std::move(cell)); }

/// The fraction of the ceiling that binds a stage, and its name.
std::vector<Cell> ceiling_cells(const Run& run, const std::string& name, const StageTime& stage,
                                const Evidence& evidence) {
  const result::ProbeFile* probe = probe_of(run, evidence);
  if (!probe) return {{}, {"not probed", "", Tone::kPlain}};
  const auto floor = binding_floor(run, name, stage, *probe);
  if (!floor || !(stage.step_s.value > 0)) return {{}, {}};
  return {from_time_cell(run, number(100 * floor->seconds / stage.step_s.value, 3) + "%"),
          {floor->ceiling, "", Tone::kPlain}};
}

/// What the GPU used, and what it was slowed down by.
std::vector<Cell> power_cells(const Run& run) {
  const Times& timing = *run.timing;
  const auto shown = [](const std::optional<double>& value, const char* unit) {
    return value ? number(*value, 3) + unit : std::string();
  };
  Cell clock{run.clock_least_mhz ? number(run.clock_mhz) + " MHz" : "", "", Tone::kPlain};
  if (run.clock_least_mhz && *run.clock_least_mhz < 0.99 * run.clock_mhz)
    clock.note = "down to " + number(*run.clock_least_mhz);
  Cell throttled;
  if (!timing.throttle_reasons.empty())
    throttled = {std::to_string(timing.throttled_windows) + " of " +
                     std::to_string(timing.repeats_measured) + " windows" +
                     (timing.throttled_stages ? ", stages" : ""),
                 timing.throttle_reasons, Tone::kWarning};
  return {{shown(run.joules_per_step, " J"), "", Tone::kPlain},
          {shown(run.power_w, " W"), "", Tone::kPlain},
          std::move(clock),
          std::move(throttled)};
}

/// What the processor used, its memory in small print.
Cell processor_cell(const Run& run) {
  const result::DeviceRecord& used = run.cores;
  if (!used.processor_joules_per_step) return {};
  return {
      number(*used.processor_joules_per_step, 3) + " J",
      used.memory_joules_per_step ? "memory " + number(*used.memory_joules_per_step, 3) + " J" : "",
      Tone::kPlain};
}

/// From end to end; its half width in percent where both ends read alike, and nothing where there
/// is no scatter.
std::string ends_text(const Estimate& time) {
  if (!(time.low < time.high)) return "";
  const std::string low = duration(time.low), high = duration(time.high);
  if (low != high) return low + " to " + high;
  const double percent = 50 * width_of(time);
  return percent < 0.1 ? "\u00b1<0.1%" : "\u00b1" + number(percent, 2) + "%";
}

std::vector<Cell> stage_row(const Run& run, const std::string& name, const StageTime& stage) {
  const auto fraction = quantity_of(run, "stage:" + name + ".fraction");
  return {{run.id, "", Tone::kPlain},
          stage_cell(run.algorithm, name),
          stage.mean ? Cell{} : time_cell(run, stage.step_s),
          {ends_text(stage.step_s), "", Tone::kPlain},
          stage.mean ? time_cell(run, stage.step_s) : Cell{},
          {stage.method, "", Tone::kPlain},
          from_time_cell(run, stage.gflops > 0 ? number(stage.gflops) : ""),
          from_time_cell(run, stage.gbytes > 0 ? number(stage.gbytes) : ""),
          {fraction ? number(100 * fraction->value, 3) + "%" : "", "", Tone::kPlain},
          machine_cell(*run.machine)};
}

/// The steps that the stages were timed in.
std::string marked_steps(const std::vector<result::StepSpan>& spans) {
  std::int64_t steps = 0, last = 0;
  for (const result::StepSpan& span : spans) {
    steps += span.to - span.from;
    last = std::max(last, span.to);
  }
  if (steps == 0) return "";
  return std::to_string(steps) + (steps < last ? " of the first " + std::to_string(last) : "");
}

/// Why a gap above a tenth of the step is there.
Cell gap_cell(const Times& timing) {
  const double step = timing.clean_step_s.value;
  const bool apart = std::abs(timing.unattributed_s) > 0.1 * step ||
                     std::abs(timing.disturbance.value_or(0)) > 0.1;
  if (!apart) return {};
  if (!timing.gap_reasons) return {"not recorded", "", Tone::kWarning};
  if (timing.gap_reasons->empty()) return {"not known", "", Tone::kWarning};
  const std::string words = joined(*timing.gap_reasons);
  return {words, "", Tone::kPlain};
}

std::vector<Cell> step_row(const Run& run) {
  const Times& timing = *run.timing;
  return {{run.id, "", Tone::kPlain},
          time_cell(run, timing.step_s),
          {marked_steps(timing.stage_steps), "", Tone::kPlain},
          from_time_cell(run, duration(timing.instrumented_step_s)),
          {timing.disturbance ? number(100 * *timing.disturbance, 2) + "%" : "", "", Tone::kPlain},
          from_time_cell(run, duration(timing.unattributed_s)),
          gap_cell(timing),
          {timing.host_waits ? number(*timing.host_waits) : "", "", Tone::kPlain},
          machine_cell(*run.machine)};
}

/// What any run of the paper has: a column that would be empty is left out.
struct Extras {
  bool probed = false, watched = false, cold = false, counted = false;
  std::set<std::string> uncounted;  // why the processor's energy is not known
  std::set<int> lanes;              // of a multiprocessor of the GPUs
};

Extras extras_of(const std::vector<const Run*>& runs, const Evidence& evidence) {
  Extras extras;
  for (const Run* run : runs) {
    extras.probed |= probe_of(*run, evidence) != nullptr;
    if (const auto lanes = lanes_of(*run)) extras.lanes.insert(*lanes);
    extras.watched |= run->joules_per_step || run->power_w || run->clock_least_mhz;
    extras.counted |= run->cores.processor_joules_per_step.has_value();
    if (run->cores.processor_energy_absent)
      extras.uncounted.insert(*run->cores.processor_energy_absent);
    for (const auto& [name, stage] : run->timing->stages)
      extras.cold |= stage.cold_step_s.has_value();
  }
  return extras;
}

/// The tables of a case and, where there are several machines, of one of them.
struct StageTables {
  Table stages, steps;
  std::int64_t least_n = 0, most_n = 0;

  std::string sizes() const {
    return ", N = " + count_text(least_n) + (least_n < most_n ? " to " + count_text(most_n) : "");
  }
};
using TablesByCase = std::map<std::pair<std::string, std::string>, StageTables>;

void add_rows(StageTables& tables, const Run& run, const Extras& extras, const Evidence& evidence) {
  tables.least_n = tables.steps.rows.empty() ? run.n : std::min(tables.least_n, run.n);
  tables.most_n = std::max(tables.most_n, run.n);
  for (const auto& [name, stage] : run.timing->stages) {
    auto& row = tables.stages.rows.emplace_back(stage_row(run, name, stage));
    if (extras.cold)
      insert_before_last(
          row, from_time_cell(run, stage.cold_step_s ? duration(stage.cold_step_s->value) : ""));
    if (!extras.probed) continue;
    for (Cell& cell : ceiling_cells(run, name, stage, evidence))
      insert_before_last(row, std::move(cell));
  }
  auto& row = tables.steps.rows.emplace_back(step_row(run));
  if (extras.watched)
    for (Cell& cell : power_cells(run)) insert_before_last(row, std::move(cell));
  if (extras.counted) insert_before_last(row, processor_cell(run));
}

std::vector<Column> stage_heads(const Extras& extras) {
  std::vector<Column> heads{{"Run", "", false},           {"Stage", "", false},
                            {"Median", "", true},         {"95% interval", "", true},
                            {"Mean", "", true},           {"Method", "", false},
                            {"GFLOP/s", "", true},        {"GB/s", "", true},
                            {"Of issue limit", "", true}, {"Machine", "", false}};
  if (extras.cold) insert_before_last(heads, Column{"Cold", "", true});
  if (extras.probed) {
    insert_before_last(heads, Column{"Of its ceiling", "", true});
    insert_before_last(heads, Column{"Bound by", "", false});
  }
  return heads;
}

std::vector<Column> step_heads(const Extras& extras) {
  std::vector<Column> heads{{"Run", "", false},
                            {"Step, clean", "", true},
                            {"Steps with marks", "", true},
                            {"Step, with marks", "", true},
                            {"Disturbance", "", true},
                            {"Unattributed", "", true},
                            {"Why above a tenth", "", false},
                            {"Host waits", "", true},
                            {"Machine", "", false}};
  if (extras.watched)
    for (const char* title : {"Joules per step", "Power", "Clock", "Throttled"})
      insert_before_last(heads, Column{title, "", std::string(title) != "Throttled"});
  if (extras.counted) insert_before_last(heads, Column{"Processor, joules per step", "", true});
  return heads;
}

/// "128 lanes", "64 or 128 lanes"; "lanes" where no GPU's are known.
std::string lanes_in_words(const std::set<int>& lanes) {
  std::string words = joined(
      lanes, [](int one) { return std::to_string(one); }, " or ");
  join_to(words, "lanes", " ");
  return words;
}

/// What the heads of the tables mean.
List terms_of(const Extras& extras) {
  List terms{
      {"Median: of several samples of the stage's time in a step. Mean: a stage that was measured "
       "as one number has its mean over the steps with marks. These are the stages of runs along "
       "their way (an evolution, a comparison), of intervals, of a single window, and those that "
       "only some steps have.",
       "Method: clock is the host's clock; events is the elapsed time of the stream between two "
       "events; replay is a batch of that stage alone, used where a stage is too short for events. "
       "A replay finds in the caches what the replay before left there: where a stage's bytes fit "
       "the last cache, its time and GB/s are those of warm caches.",
       "GFLOP/s and GB/s: the contract's counted operations and fewest bytes over this time.",
       "Of issue limit: of " + lanes_in_words(extras.lanes) +
           " x multiprocessors x clock / counted issue slots per unit; the clock is the mean of "
           "the "
           "timed windows or, where it was not read then, the faster of those before and after.",
       "Step, clean: the median over windows; of a run along its way the mean over its steps.",
       "Disturbance: how much longer a step takes with stage marks than without; totals come from "
       "windows without them. Empty where steps with marks make the total too, as in long runs.",
       "Unattributed: what no stage accounts for.",
       "Why above a tenth: the reason where disturbance or unattributed time exceeds a tenth of "
       "the step. Replay: a stage alone, with warm caches, takes another time than within the "
       "step. Marks: "
       "the marks of the stages cost that much beside so short a step. Overlap: stages run beside "
       "one another. Ahead: "
       "without marks the host enqueues steps ahead and does not wait. Launches: steps go at the "
       "pace at which the host enqueues them. Ranks: a stage's time is that of its slowest rank. "
       "Noise: the interval of the median is wider than a tenth to either side.",
       "Host waits: how often the host waited for the GPU; empty where nobody counted."}};
  if (extras.probed) {
    terms.items.push_back(
        "Of its ceiling: the least time that this machine's ceilings (tycho probe) allow the "
        "counted work, over the stage's time. Bytes are the fewest, so little of a ceiling may "
        "also mean that the stage moves more than it must. More than 100%: a part of the bytes was "
        "still in a cache, by the stage before or because several sweeps are done in one pass; the "
        "cores had more of the memory than while they were probed; or, of fma, flops are counted "
        "by "
        "a convention of the papers (38 for a monopole, 60 with the jerk) that is above what the "
        "hardware does.");
    terms.items.push_back(
        "Bound by: the ceiling that allows least. Memory: bytes over the highest of the copy, read "
        "and write bandwidths; cache: over the copy within the L2 or, on the CPU, the first-level "
        "cache, where the bytes of a call fit into the last cache; last cache: over the triad "
        "there, where they do not fit into the cores' own; fma: flops over the rate of fused "
        "multiply-adds; issue slots: counted instructions over the rate that the lanes issue, on "
        "the CPU that of fused multiply-adds; launch: a kernel for each call, as in a graph; "
        "transfer: bytes over a copy from or to "
        "pinned memory. What the host does for a GPU is held against the host's ceilings (host "
        "memory).");
  }
  if (extras.cold)
    terms.items.push_back(
        "Cold: the median of single calls with the last cache written over before each. Given "
        "where a stage's bytes fit this cache.");
  if (extras.watched)
    terms.items.push_back(
        "Joules per step, power and clock: the GPU's during the clean windows. Throttled: windows "
        "in which it was slowed down by power or heat, and why; their samples are kept and "
        "marked.");
  if (extras.counted)
    terms.items.push_back(
        "Processor, joules per step: what all sockets used during the clean windows, by their own "
        "counters (RAPL), other programs' share included; where the processor counts it, what its "
        "memory used stands below.");
  return terms;
}

/// Both tables, named and with their heads. Cases and exhibits may have one name: files of a case's
/// tables say that they are the appendix's.
void append_tables(std::vector<Block>& blocks, const std::string& paper, TablesByCase tables,
                   const Extras& extras, const CaseTitles& titles) {
  for (auto& [key, pair] : tables) {
    const auto& [name, machine] = key;
    const std::string which = machine.empty() ? "" : "-" + machine;
    const std::string where = pair.sizes() + (machine.empty() ? "" : ", " + machine);
    Table &stages = pair.stages, &steps = pair.steps;
    stages.id = slug(paper + "-appendix-" + name + "-stages" + which);
    name_by_case(stages, name, titles, where + ": all stages");
    stages.columns = stage_heads(extras);
    steps.id = slug(paper + "-appendix-" + name + "-steps" + which);
    name_by_case(steps, name, titles, where + ": whole steps, disturbance and unattributed time");
    steps.columns = step_heads(extras);
    for (Table* table : {&stages, &steps}) {
      table->folded = table->searched = true;
      explain_marks(*table);
      if (!table->rows.empty()) drop_empty_columns(*table);
    }
    // Runs of which no stage was timed have whole steps only.
    if (!stages.rows.empty()) blocks.push_back(std::move(stages));
    blocks.push_back(std::move(steps));
  }
}

}  // namespace

std::vector<Block> stages_section(const std::string& paper, const Evidence& evidence,
                                  const CaseTitles& titles) {
  std::vector<const Run*> runs;
  for (const Run& run : evidence.runs)
    if (run.paper == paper && run.timing) runs.push_back(&run);
  if (runs.empty()) return {};
  const Extras extras = extras_of(runs, evidence);
  TablesByCase tables;
  for (const Run* run : runs)
    add_rows(tables[{run->case_name, run->machine_tag.empty() ? "" : run->machine->name}], *run,
             extras, evidence);
  std::vector<Block> blocks{
      Heading{2, "Stage by stage", paper + "-stages"},
      Paragraph{std::string("Seconds per step: the median with its 95% interval (") + kFewSamples +
                "), or the mean of what was measured as one number."},
      terms_of(extras)};
  if (!extras.uncounted.empty())
    blocks.push_back(Paragraph{"The energy of the processor is not known of some runs: " +
                               listed({extras.uncounted.begin(), extras.uncounted.end()}) + "."});
  append_tables(blocks, paper, std::move(tables), extras, titles);
  return blocks;
}

}  // namespace tycho::report
