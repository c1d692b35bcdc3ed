// How a new machine is judged: each stage of each run, on every machine that made it.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/known_contracts.hpp"
#include "harness/report/ceilings.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

const std::string kWhole = "whole step";

/// One run, by machine.
using Twins = std::map<std::string, const Run*>;

std::optional<Estimate> time_of(const Run& run, const std::string& stage) {
  return quantity_of(run, stage == kWhole ? "step_s" : "stage:" + stage + ".step_s");
}

/// How many times as fast as the first machine a stage is, over all runs of a variant: their
/// geometric mean and ends.
struct Factors {
  int runs = 0;
  double log_sum = 0, least = HUGE_VAL, most = 0;
  /// Of the ceilings that bind the stage on both machines.
  int bound = 0;
  double ceiling_log_sum = 0;
  std::set<std::string> ceilings;

  void add(double factor) {
    ++runs;
    log_sum += std::log(factor);
    least = std::min(least, factor);
    most = std::max(most, factor);
  }
  void add_ceiling(const Floor& own, const Floor& first) {
    ++bound;
    ceiling_log_sum += std::log(first.seconds / own.seconds);
    ceilings.insert(own.ceiling);
  }
  double mean() const { return std::exp(log_sum / runs); }
  /// What the machine's ceilings alone would make of it: "1.90", bound by memory.
  Cell ceiling_cell() const {
    if (bound == 0) return {};
    std::string names;
    for (const std::string& name : ceilings) names += (names.empty() ? "" : ", ") + name;
    return {number(std::exp(ceiling_log_sum / bound), 3), names, Tone::kPlain};
  }
  Cell cell() const {
    if (runs == 0) return {"", "no steady run in common", Tone::kPlain};
    const std::string ends =
        runs == 1 ? "one run"
                  : std::to_string(runs) + " runs, " + number(least, 3) + " to " + number(most, 3);
    return {number(mean(), 3), ends, Tone::kPlain};
  }
};

/// The ceilings of a stage of one run on two machines; nothing of a whole step, or without probes.
void add_ceilings(Factors& factors, const std::string& stage, const Run& run, const Run& first,
                  const Evidence& evidence) {
  const result::ProbeFile *own = probe_of(run, evidence), *others = probe_of(first, evidence);
  if (!own || !others) return;
  const auto find = [&](const Run& of, const result::ProbeFile& probe) -> std::optional<Floor> {
    for (const auto& [name, time] : of.timing->stages)
      if (name == stage) return binding_floor(of, name, time, probe);
    return std::nullopt;
  };
  const auto here = find(run, *own), there = find(first, *others);
  if (here && there) factors.add_ceiling(*here, *there);
}

/// The whole step, then the stages of a run in the order in which a step does them; those that no
/// contract has come last.
std::vector<std::string> stages_in_order(const Run& run) {
  std::vector<std::string> names;
  for (const auto& [name, stage] : run.timing->stages) names.push_back(name);
  const Contract* contract = find_contract(run.algorithm);
  const auto place = [&](const std::string& name) -> std::size_t {
    if (!contract) return 0;
    const std::string first = name.substr(0, name.find('+'));  // of a fused stage
    const auto& stages = contract->stages;
    const auto found = std::find_if(stages.begin(), stages.end(),
                                    [&](const Stage& stage) { return stage.id == first; });
    return static_cast<std::size_t>(found - stages.begin());
  };
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
  names.insert(names.begin(), kWhole);
  return names;
}

/// What is compared: a stage of a variant.
struct Kind {
  std::string variant, stage, algorithm;
  auto operator<=>(const Kind&) const = default;
};

/// The factors of what is compared, machine by machine.
using Ratios = std::map<Kind, std::map<std::string, Factors>>;

/// The stages that gain most and least on a machine; empty where there are not two.
std::string ends_sentence(const std::string& machine, const Ratios& ratios) {
  std::vector<std::pair<double, std::string>> gains;
  for (const auto& [kind, machines] : ratios) {
    const auto found = machines.find(machine);
    if (kind.stage == kWhole || found == machines.end() || found->second.runs == 0) continue;
    const Cell cell = found->second.cell();
    gains.emplace_back(found->second.mean(), stage_in_sentence(kind.algorithm, kind.stage) +
                                                 " of \u201c" + kind.variant + "\u201d, " +
                                                 cell.text + " times as fast (" + cell.note + ")");
  }
  if (gains.size() < 2) return "";
  const auto [least, most] = std::minmax_element(gains.begin(), gains.end());
  return machine + ": the stage that gains most is " + most->second +
         "; the one that gains least is " + least->second + ".";
}

/// A row for each stage of a run: its time on every machine, and how many times as fast as the
/// first one.
std::vector<std::vector<Cell>> twin_rows(const Twins& twins,
                                         const std::vector<std::string>& machines,
                                         const std::vector<std::string>& stages) {
  std::vector<std::vector<Cell>> rows;
  for (const std::string& stage : stages) {
    auto& row = rows.emplace_back();
    row.push_back({twins.begin()->second->id, "", Tone::kPlain});
    row.push_back(stage_cell(twins.begin()->second->algorithm, stage));
    std::optional<Estimate> first;
    for (const std::string& machine : machines) {
      const auto found = twins.find(machine);
      const auto time = found == twins.end() ? std::nullopt : time_of(*found->second, stage);
      row.push_back(time ? time_cell(*found->second, *time) : Cell{});
      if (machine == machines.front()) {
        first = time;
        continue;
      }
      const bool noise = first && time && (noisy(*first) || noisy(*time));
      row.push_back({noise           ? kNoisyMark
                     : first && time ? number(first->value / time->value, 3)
                                     : "",
                     "", noise ? Tone::kNoisy : Tone::kPlain});
    }
  }
  return rows;
}

/// The runs of a paper that several machines may have made.
struct Meeting {
  std::vector<std::string> machines;  // the first is the one that others are compared with
  std::vector<std::string> ids;       // of the runs, in order
  std::map<std::string, Twins> runs;  // by id
};

Meeting meeting_of(const std::string& paper, const Evidence& evidence) {
  Meeting meeting;
  for (const Run& run : evidence.inputs) {
    if (run.paper != paper || !run.ok() || !run.timing) continue;
    auto& [machines, ids, runs] = meeting;
    if (std::find(machines.begin(), machines.end(), run.machine->name) == machines.end())
      machines.push_back(run.machine->name);
    if (!runs.count(run.id)) ids.push_back(run.id);
    runs[run.id][run.machine->name] = &run;
  }
  return meeting;
}

/// What came of the comparison: each run by itself, and all runs of a variant together.
struct Compared {
  std::map<std::string, Table> tables;  // by case
  std::vector<Kind> kinds;              // by algorithm and variant, each with its stages in order
  Ratios ratios;

  /// Whether a ceiling is known of any stage on two machines.
  bool probed() const {
    return std::any_of(ratios.begin(), ratios.end(), [](const auto& kind) {
      return std::any_of(kind.second.begin(), kind.second.end(),
                         [](const auto& machine) { return machine.second.bound > 0; });
    });
  }
};

/// The factors of the stages of one run on every machine over the first.
void add_factors(Compared& compared, const Twins& twins, const Run& first,
                 const std::vector<std::string>& stages, const Evidence& evidence) {
  for (const std::string& stage : stages) {
    const Kind kind{first.label, stage, first.algorithm};
    if (!compared.ratios.count(kind)) compared.kinds.push_back(kind);
    for (const auto& [machine, run] : twins) {
      Factors& factors = compared.ratios[kind][machine];
      const auto time = time_of(*run, stage), base = time_of(first, stage);
      if (time && base && base->value > 0 && time->value > 0 && !noisy(*time) && !noisy(*base))
        factors.add(base->value / time->value);
      add_ceilings(factors, stage, *run, first, evidence);
    }
  }
}

Compared compare_runs(const Meeting& meeting, const Evidence& evidence) {
  Compared compared;
  for (const std::string& id : meeting.ids) {
    const Twins& twins = meeting.runs.at(id);
    if (twins.size() < 2) continue;
    const Run& any = *twins.begin()->second;
    const std::vector<std::string> stages = stages_in_order(any);
    for (auto& row : twin_rows(twins, meeting.machines, stages))
      compared.tables[any.case_name].rows.push_back(std::move(row));
    if (const auto first = twins.find(meeting.machines.front()); first != twins.end())
      add_factors(compared, twins, *first->second, stages, evidence);
  }
  std::stable_sort(compared.kinds.begin(), compared.kinds.end(), [](const Kind& a, const Kind& b) {
    return std::tie(a.algorithm, a.variant) < std::tie(b.algorithm, b.variant);
  });
  return compared;
}

/// Whole steps, and stages: how many times as fast as the first machine each other one is.
std::vector<Table> factor_tables(const std::string& paper, const Meeting& meeting,
                                 Compared& compared) {
  const std::vector<std::string>& machines = meeting.machines;
  const std::vector<Kind>& kinds = compared.kinds;
  const bool probed = compared.probed();
  Table steps{slug(paper + "-machines"), "Whole steps", {{"Variant", "", false}}, {}, false};
  Table stages{slug(paper + "-machines-stages"),
               "Stages",
               {{"Variant", "", false}, {"Stage", "", false}},
               {},
               false};
  for (Table* table : {&steps, &stages})
    for (std::size_t m = 1; m < machines.size(); ++m) {
      table->columns.push_back({machines[m], "times as fast as " + machines.front(), true});
      if (table == &stages && probed)
        table->columns.push_back({"Its ceiling", "times that of " + machines.front(), true});
    }
  // One label may be of variants of several algorithms.
  const bool several = std::any_of(kinds.begin(), kinds.end(), [&](const Kind& kind) {
    return kind.algorithm != kinds.front().algorithm;
  });
  for (const Kind& kind : kinds) {
    const bool whole = kind.stage == kWhole;
    auto& row = (whole ? steps : stages).rows.emplace_back();
    row.push_back({kind.variant, several ? algorithm_words(kind.algorithm) : "", Tone::kPlain});
    if (!whole) row.push_back(stage_cell(kind.algorithm, kind.stage));
    for (std::size_t m = 1; m < machines.size(); ++m) {
      const Factors& factors = compared.ratios[kind][machines[m]];
      row.push_back(factors.cell());
      if (!whole && probed) row.push_back(factors.ceiling_cell());
    }
  }
  stages.folded = stages.rows.size() > kMostOpenRows;
  std::vector<Table> tables;
  for (Table* table : {&steps, &stages})
    if (!table->rows.empty()) tables.push_back(std::move(*table));
  return tables;
}

/// The table of each case, run by run, with its name and heads; one click away.
std::vector<Table> run_tables(const std::string& paper, const Meeting& meeting,
                              std::map<std::string, Table> tables) {
  std::vector<Table> named;
  for (auto& [name, table] : tables) {
    table.id = slug(paper + "-" + name + "-machines");
    table.caption = name + ": stages on each machine";
    table.columns = {{"Run", "", false}, {"Stage", "", false}};
    for (const std::string& machine : meeting.machines) {
      table.columns.push_back({machine, "", true});
      if (machine != meeting.machines.front())
        table.columns.push_back({"Times as fast", machine, true});
    }
    table.folded = true;
    explain_marks(table);
    named.push_back(std::move(table));
  }
  return named;
}

}  // namespace

std::vector<Block> machines_section(const std::string& paper, const Evidence& evidence) {
  const Meeting meeting = meeting_of(paper, evidence);
  if (meeting.machines.size() < 2) return {};
  std::vector<Block> blocks{Heading{2, paper, paper + "-machines"}};
  for (Block& block : untold_threads(paper, evidence)) blocks.push_back(std::move(block));
  Compared compared = compare_runs(meeting, evidence);
  if (compared.tables.empty()) {
    blocks.push_back(
        Notice{Tone::kWarning, "No run was made on two of these machines: nothing to compare."});
    return blocks;
  }
  for (std::size_t m = 1; m < meeting.machines.size(); ++m)
    if (const std::string ends = ends_sentence(meeting.machines[m], compared.ratios); !ends.empty())
      blocks.push_back(Paragraph{ends, true});
  for (Table& table : factor_tables(paper, meeting, compared)) blocks.push_back(std::move(table));
  for (Table& table : run_tables(paper, meeting, std::move(compared.tables)))
    blocks.push_back(std::move(table));
  return blocks;
}

}  // namespace tycho::report
