#include <map>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

std::vector<Cell> stage_row(const Run& run, const std::string& name, const StageTime& stage) {
  const auto fraction = quantity_of(run, "stage:" + name + ".fraction");
  return {{run.id, "", Tone::kPlain},
          {name, "", Tone::kPlain},
          {duration(stage.step_s.value), "", Tone::kPlain},
          {duration(stage.step_s.low) + " to " + duration(stage.step_s.high), "", Tone::kPlain},
          {stage.method, "", Tone::kPlain},
          {stage.gflops > 0 ? number(stage.gflops) : "", "", Tone::kPlain},
          {stage.gbytes > 0 ? number(stage.gbytes) : "", "", Tone::kPlain},
          {fraction ? number(100 * fraction->value, 3) + "%" : "", "", Tone::kPlain},
          {run.machine->name, recorded_note(*run.machine), Tone::kPlain}};
}

std::vector<Cell> step_row(const Run& run) {
  const Timing& timing = *run.timing;
  return {{run.id, "", Tone::kPlain},
          {duration(timing.step_s.value), "", Tone::kPlain},
          {duration(timing.instrumented_step_s), "", Tone::kPlain},
          {number(100 * timing.disturbance, 2) + "%", "", Tone::kPlain},
          {duration(timing.unattributed_s), "", Tone::kPlain},
          {number(timing.host_waits), "", Tone::kPlain},
          {run.machine->name, recorded_note(*run.machine), Tone::kPlain}};
}

}  // namespace

std::vector<Block> stages_section(const std::string& paper, const Evidence& evidence) {
  std::map<std::string, std::pair<Table, Table>> tables;  // by case
  for (const Run& run : evidence.runs) {
    if (run.paper != paper || !run.timing) continue;
    auto& [stages, steps] = tables[run.case_name];
    for (const auto& [name, stage] : run.timing->stages)
      stages.rows.push_back(stage_row(run, name, stage));
    steps.rows.push_back(step_row(run));
  }
  if (tables.empty()) return {};
  std::vector<Block> blocks{
      Heading{3, "Stage by stage", paper + "-stages"},
      Paragraph{
          "Seconds per step, median and 95% interval. Method: clock is the host's clock; events is "
          "the elapsed time of the stream between two events; replay is a batch of that stage "
          "alone, used where a stage is too short for events. GFLOP/s and GB/s are the contract's "
          "counted operations and fewest bytes over the median. Issue limit: 128 lanes x "
          "multiprocessors x clock / counted issue slots per unit; the clock is the faster of "
          "those "
          "read before and after the run."},
      Paragraph{
          "Disturbance is how much longer a step takes with stage marks than without; totals come "
          "from windows without them. Unattributed is what no stage accounts for."}};
  for (auto& [name, pair] : tables) {
    auto& [stages, steps] = pair;
    stages.id = slug(paper + "-" + name + "-stages");
    stages.caption = name + ": stages";
    stages.folded = steps.folded = true;
    stages.columns = {
        {"Run", "", false},         {"Stage", "", false},         {"Median", "", true},
        {"95% interval", "", true}, {"Method", "", false},        {"GFLOP/s", "", true},
        {"GB/s", "", true},         {"Of issue limit", "", true}, {"Machine", "", false}};
    steps.id = slug(paper + "-" + name + "-steps");
    steps.caption = name + ": whole steps, disturbance and unattributed time";
    steps.columns = {
        {"Run", "", false},        {"Step, clean", "", true},  {"Step, with marks", "", true},
        {"Disturbance", "", true}, {"Unattributed", "", true}, {"Host waits", "", true},
        {"Machine", "", false}};
    blocks.push_back(std::move(stages));
    blocks.push_back(std::move(steps));
  }
  return blocks;
}

std::vector<Block> checks_section(const std::string& paper, const Evidence& evidence) {
  Table failed, passed;
  for (const Run& run : evidence.runs) {
    if (run.paper != paper) continue;
    for (const Check& check : run.checks) {
      auto& table = check.pass ? passed : failed;
      table.rows.push_back(
          {{run.id, "", Tone::kPlain},
           {check.name, "", Tone::kPlain},
           {number(check.value), "", Tone::kPlain},
           {number(check.limit), "", Tone::kPlain},
           {check.pass ? "pass" : "fail", "", check.pass ? Tone::kGood : Tone::kBad},
           {check.reason, "", Tone::kPlain},
           {run.machine->name, recorded_note(*run.machine), Tone::kPlain}});
    }
  }
  if (failed.rows.empty() && passed.rows.empty()) return {};
  std::vector<Block> blocks{
      Heading{3, "Checks", paper + "-checks"},
      Paragraph{std::to_string(passed.rows.size()) + " passed, " +
                std::to_string(failed.rows.size()) +
                " failed. A check passes when its value is at most its limit."}};
  failed.id = slug(paper + "-checks-failed");
  failed.caption = "Failed checks";
  passed.id = slug(paper + "-checks-passed");
  passed.caption = "Passed checks";
  passed.folded = true;
  for (Table* table : {&failed, &passed}) {
    table->columns = {{"Run", "", false},    {"Check", "", false},   {"Value", "", true},
                      {"Limit", "", true},   {"Verdict", "", false}, {"Why this limit", "", false},
                      {"Machine", "", false}};
    if (!table->rows.empty()) blocks.push_back(std::move(*table));
  }
  return blocks;
}

}  // namespace tycho::report
