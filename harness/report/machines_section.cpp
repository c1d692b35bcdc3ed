// How a new machine is judged: each stage of each run, on every machine that made it.
#include <algorithm>
#include <map>

#include "core/joined.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/machine_factors.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

Cell factor_cell(const Factors& factors) {
  if (factors.runs == 0) return {"", "no steady run in common", Tone::kPlain};
  const std::string ends = factors.runs == 1 ? "one run"
                                             : std::to_string(factors.runs) + " runs, " +
                                                   factor_end_text(factors.least) + " to " +
                                                   factor_end_text(factors.most);
  const Known mean{{factors.mean(), factors.least, factors.most}};
  return {factor_text(mean) + untold_mark(factors.untold), ends, Tone::kPlain};
}

/// What the machine's ceilings alone would make of it: "1.90", bound by memory.
Cell ceiling_cell(const Factors& factors) {
  if (factors.bound == 0) return {};
  const std::string names = joined(factors.ceilings);
  return {number(factors.ceiling_mean(), 3), names, Tone::kPlain};
}

/// "1.80 times as fast (3 runs, 1.7 to 1.9; its ceiling, memory, 1.90 times)".
std::string factor_words(const Factors& factors) {
  const Cell cell = factor_cell(factors), ceiling = ceiling_cell(factors);
  const std::string held =
      ceiling.text.empty() ? "" : "; its ceiling, " + ceiling.note + ", " + ceiling.text + " times";
  return cell.text + " times as fast (" + cell.note + held + ")";
}

/// The stages that gain most and least on a machine, of the GPU's where it has two; empty where
/// there are not two at all. A factor that rests on unbound threads may be many times too large or
/// too small, and is neither.
std::string ends_sentence(const std::string& machine, const MachineFactors& compared) {
  std::vector<std::pair<double, std::string>> gains;
  std::size_t on_gpu = 0;
  for (const ComparedStage& kind : compared.kinds) {  // the GPU's first
    const auto& machines = compared.factors.at(kind);
    const auto found = machines.find(machine);
    if (kind.stage == kWholeStep || found == machines.end()) continue;
    if (found->second.runs == 0 || found->second.untold) continue;
    gains.emplace_back(found->second.mean(), stage_in_sentence(kind.algorithm, kind.stage) +
                                                 " of \u201c" + kind.variant + "\u201d, " +
                                                 factor_words(found->second));
    if (kind.on_gpu) on_gpu = gains.size();
  }
  if (on_gpu >= 2) gains.resize(on_gpu);
  if (gains.size() < 2) return "";
  const auto [least, most] = std::minmax_element(gains.begin(), gains.end());
  return machine + ": the stage that gains most is " + most->second +
         "; the one that gains least is " + least->second + ".";
}

/// A row for each stage of a run: its time on every machine, and how many times as fast as the
/// first one.
std::vector<std::vector<Cell>> twin_rows(const Twins& twins,
                                         const std::vector<std::string>& machines) {
  std::vector<std::vector<Cell>> rows;
  for (const std::string& stage : stages_in_order(*twins.begin()->second)) {
    auto& row = rows.emplace_back();
    row.push_back({twins.begin()->second->id, "", Tone::kPlain});
    row.push_back(stage_cell(twins.begin()->second->algorithm, stage));
    std::optional<Known> first;
    bool first_untold = false;
    for (const std::string& machine : machines) {
      const auto found = twins.find(machine);
      const auto time = found == twins.end() ? std::nullopt : time_of(*found->second, stage);
      row.push_back(time ? time_cell(*found->second, *time) : Cell{});
      if (machine == machines.front()) {
        if (time) first = known(*found->second, time_name(stage));
        first_untold = time && threads_untold(*found->second);
        continue;
      }
      if (!first || !time) {
        row.push_back({});
        continue;
      }
      row.push_back(factor_cell(factor_of(*first, *known(*found->second, time_name(stage))),
                                untold_mark(first_untold || threads_untold(*found->second))));
    }
  }
  return rows;
}

/// Whole steps, and stages of the GPU and of the CPU: how many times as fast as the first machine
/// each other one is.
std::vector<Table> factor_tables(const std::string& paper, const Meeting& meeting,
                                 const MachineFactors& compared) {
  const std::vector<std::string>& machines = meeting.machines;
  const std::vector<ComparedStage>& kinds = compared.kinds;
  const bool probed = compared.probed();
  Table steps{slug(paper + "-machines"), "Whole steps", {{"Variant", "", false}}, {}, false};
  Table on_gpu{slug(paper + "-machines-stages-gpu"),
               "Stages on the GPU",
               {{"Variant", "", false}, {"Stage", "", false}},
               {},
               false};
  Table on_cpu = on_gpu;
  on_cpu.id = slug(paper + "-machines-stages-cpu");
  on_cpu.caption = "Stages on the CPU";
  for (Table* table : {&steps, &on_gpu, &on_cpu})
    for (std::size_t m = 1; m < machines.size(); ++m) {
      table->columns.push_back({machines[m], "times as fast as " + machines.front(), true});
      if (table != &steps && probed)
        table->columns.push_back({"Its ceiling", "times that of " + machines.front(), true});
    }
  // One label may be of variants of several algorithms.
  const bool several = std::any_of(kinds.begin(), kinds.end(), [&](const ComparedStage& kind) {
    return kind.algorithm != kinds.front().algorithm;
  });
  for (const ComparedStage& kind : kinds) {
    const bool whole = kind.stage == kWholeStep;
    auto& row = (whole ? steps : kind.on_gpu ? on_gpu : on_cpu).rows.emplace_back();
    row.push_back({kind.variant, several ? algorithm_words(kind.algorithm) : "", Tone::kPlain});
    if (!whole) row.push_back(stage_cell(kind.algorithm, kind.stage));
    for (std::size_t m = 1; m < machines.size(); ++m) {
      const auto& of_kind = compared.factors.at(kind);
      const auto found = of_kind.find(machines[m]);
      const Factors factors = found == of_kind.end() ? Factors{} : found->second;
      row.push_back(factor_cell(factors));
      if (!whole && probed) row.push_back(ceiling_cell(factors));
    }
  }
  on_cpu.folded = on_cpu.rows.size() > kMostOpenRows;
  std::vector<Table> tables;
  for (Table* table : {&steps, &on_gpu, &on_cpu}) {
    if (table->rows.empty()) continue;
    explain_marks(*table);
    tables.push_back(std::move(*table));
  }
  return tables;
}

/// A table for each case, run by run; one click away.
std::vector<Table> run_tables(const std::string& paper, const Meeting& meeting,
                              const CaseTitles& titles) {
  std::map<std::string, Table> tables;
  for (const std::string& id : meeting.ids) {
    const Twins& twins = meeting.runs.at(id);
    Table& table = tables[twins.begin()->second->case_name];
    for (auto& row : twin_rows(twins, meeting.machines)) table.rows.push_back(std::move(row));
  }
  std::vector<Table> named;
  for (auto& [name, table] : tables) {
    table.id = slug(paper + "-" + name + "-machines");
    name_by_case(table, name, titles, ": stages on each machine");
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

std::vector<Block> machines_section(const std::string& paper, const Evidence& evidence,
                                    const CaseTitles& titles) {
  const Meeting meeting = meeting_of(paper, evidence);
  if (meeting.machines.size() < 2) return {};
  std::vector<Block> blocks{Heading{2, paper, paper + "-machines"}};
  for (Block& block : untold_threads(paper, evidence)) blocks.push_back(std::move(block));
  if (meeting.ids.empty()) {
    blocks.push_back(
        Notice{Tone::kWarning, "No run was made on two of these machines: nothing to compare."});
    return blocks;
  }
  const MachineFactors compared = compare_machines(meeting, evidence);
  for (std::size_t m = 1; m < meeting.machines.size(); ++m)
    if (const std::string ends = ends_sentence(meeting.machines[m], compared); !ends.empty())
      blocks.push_back(Paragraph{ends, Voice::kLead});
  for (Table& table : factor_tables(paper, meeting, compared)) blocks.push_back(std::move(table));
  for (Table& table : run_tables(paper, meeting, titles)) blocks.push_back(std::move(table));
  return blocks;
}

}  // namespace tycho::report
