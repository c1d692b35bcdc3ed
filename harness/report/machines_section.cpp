// How a new machine is judged: each stage of each run, on every machine that made it.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/report/exhibit.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

const std::string kWhole = "whole step";

/// One run, by machine.
using Twins = std::map<std::string, const Run*>;

std::optional<Estimate> time_of(const Run& run, const std::string& stage) {
  return quantity_of(run, stage == kWhole ? "step_s" : "stage:" + stage + ".step_s");
}

/// A stage's time over the first machine's, of all runs of a variant: their geometric mean and
/// ends.
struct Ratios {
  int runs = 0;
  double log_sum = 0, least = HUGE_VAL, most = 0;

  void add(double ratio) {
    ++runs;
    log_sum += std::log(ratio);
    least = std::min(least, ratio);
    most = std::max(most, ratio);
  }
  Cell cell() const {
    if (runs == 0) return {"", "no steady run in common", Tone::kPlain};
    const std::string ends =
        runs == 1 ? "one run"
                  : std::to_string(runs) + " runs, " + number(least, 3) + " to " + number(most, 3);
    return {number(std::exp(log_sum / runs), 3), ends, Tone::kPlain};
  }
};

/// A row for each stage of a run: its time on every machine, and over the first one's.
std::vector<std::vector<Cell>> twin_rows(const Twins& twins,
                                         const std::vector<std::string>& machines,
                                         const std::vector<std::string>& stages) {
  std::vector<std::vector<Cell>> rows;
  for (const std::string& stage : stages) {
    auto& row = rows.emplace_back();
    row.push_back({twins.begin()->second->id, "", Tone::kPlain});
    row.push_back({stage, "", Tone::kPlain});
    std::optional<Estimate> first;
    for (const std::string& machine : machines) {
      const auto found = twins.find(machine);
      const auto time = found == twins.end() ? std::nullopt : time_of(*found->second, stage);
      row.push_back({time ? duration(time->value) : "", "", Tone::kPlain});
      if (machine == machines.front()) {
        first = time;
        continue;
      }
      const bool noise = first && time && (noisy(*first) || noisy(*time));
      row.push_back({noise           ? "noisy"
                     : first && time ? number(time->value / first->value, 3)
                                     : "",
                     "", noise ? Tone::kNoisy : Tone::kPlain});
    }
  }
  return rows;
}

}  // namespace

std::vector<Block> machines_section(const std::string& paper, const Evidence& evidence) {
  std::vector<std::string> machines, ids;
  std::map<std::string, Twins> runs;  // by id
  for (const Run& run : evidence.inputs) {
    if (run.paper != paper || !run.ok() || !run.timing) continue;
    if (std::find(machines.begin(), machines.end(), run.machine->name) == machines.end())
      machines.push_back(run.machine->name);
    if (!runs.count(run.id)) ids.push_back(run.id);
    runs[run.id][run.machine->name] = &run;
  }
  if (machines.size() < 2) return {};

  std::map<std::string, Table> tables;                     // by case
  std::vector<std::pair<std::string, std::string>> kinds;  // variant and stage
  std::map<std::pair<std::string, std::string>, std::map<std::string, Ratios>> ratios;
  for (const std::string& id : ids) {
    const Twins& twins = runs.at(id);
    if (twins.size() < 2) continue;
    const Run& any = *twins.begin()->second;
    std::vector<std::string> stages{kWhole};
    for (const auto& [name, stage] : any.timing->stages) stages.push_back(name);
    for (auto& row : twin_rows(twins, machines, stages))
      tables[any.case_name].rows.push_back(std::move(row));
    const auto first = twins.find(machines.front());
    if (first == twins.end()) continue;
    for (const std::string& stage : stages) {
      const std::pair kind(any.label, stage);
      if (!ratios.count(kind)) kinds.push_back(kind);
      for (const auto& [machine, run] : twins) {
        const auto time = time_of(*run, stage), base = time_of(*first->second, stage);
        if (time && base && base->value > 0 && time->value > 0 && !noisy(*time) && !noisy(*base))
          ratios[kind][machine].add(time->value / base->value);
      }
    }
  }
  std::vector<Block> blocks{
      Heading{3, "Machines side by side", paper + "-machines"},
      Paragraph{"What each machine takes of the time of " + machines.front() +
                ": below 1 is faster. Over all runs that both made, the geometric mean and the "
                "ends; each run by itself below."}};
  if (tables.empty()) {
    blocks.push_back(
        Notice{Tone::kWarning, "No run was made on two of these machines: nothing to compare."});
    return blocks;
  }
  // Whole steps in plain sight, their stages one click away.
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Table steps{slug(paper + "-machines"), "Whole steps", {{"Variant", "", false}}, {}, false};
  Table stages{slug(paper + "-machines-stages"),
               "Stages",
               {{"Variant", "", false}, {"Stage", "", false}},
               {},
               true};
  for (Table* table : {&steps, &stages})
    for (std::size_t m = 1; m < machines.size(); ++m)
      table->columns.push_back({machines[m], "over " + machines.front(), true});
  for (const auto& kind : kinds) {
    const bool whole = kind.second == kWhole;
    auto& row = (whole ? steps : stages).rows.emplace_back();
    row.push_back({kind.first, "", Tone::kPlain});
    if (!whole) row.push_back({kind.second, "", Tone::kPlain});
    for (std::size_t m = 1; m < machines.size(); ++m)
      row.push_back(ratios[kind][machines[m]].cell());
  }
  for (Table* table : {&steps, &stages})
    if (!table->rows.empty()) blocks.push_back(std::move(*table));
  for (auto& [name, table] : tables) {
    table.id = slug(paper + "-" + name + "-machines");
    table.caption = name + ": stages on each machine";
    table.columns = {{"Run", "", false}, {"Stage", "", false}};
    for (const std::string& machine : machines) {
      table.columns.push_back({machine, "", true});
      if (machine != machines.front())
        table.columns.push_back({"Ratio", machine + " over " + machines.front(), true});
    }
    table.folded = true;
    blocks.push_back(std::move(table));
  }
  return blocks;
}

}  // namespace tycho::report
