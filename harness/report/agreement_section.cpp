#include <cmath>
#include <map>

#include "core/joined.hpp"
#include "harness/report/agreement.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

std::string stage_in(const std::string& quantity) {
  const std::size_t colon = quantity.find(':'), dot = quantity.rfind('.');
  if (quantity == "step_s") return "step";
  return colon == std::string::npos ? quantity : quantity.substr(colon + 1, dot - colon - 1);
}

Cell time_cell(const AgreementRow& row) {
  if (row.quantity == "step_s") return {"Whole step", "", Tone::kPlain, "", row.quantity};
  return stage_cell(row.algorithm, stage_in(row.quantity));
}

std::vector<Cell> row_of(const AgreementRow& row) {
  std::string values;
  for (const auto& [name, value] : row.values)
    join_to(values, name.second + ": " + duration(value.time.value));
  const bool contradicts = row.outcome == Outcome::kContradicts;
  std::string verdict = contradicts ? "contradicts" : "may be chance";
  if (row.spread.known())
    verdict += ": processes differ by " + number(100 * std::expm1(row.spread.sigma), 2) + "%";
  return {
      {row.label, row.where, Tone::kPlain},
      time_cell(row),
      {values,
       "by " + row.across + (row.noisy ? "; " + std::to_string(row.noisy) + " noisy left out" : ""),
       Tone::kPlain},
      {number(row.ratio, 3), verdict, contradicts ? Tone::kWarning : Tone::kNoisy},
      {row.machine, "", Tone::kPlain}};
}

}  // namespace

std::vector<Block> agreement_section(const Paper& paper, const Evidence& evidence) {
  if (paper.agreements.empty()) return {};
  std::vector<Block> blocks{Heading{2, "Rows of ours that must agree", paper.key + "-agreement"}};
  Table table;
  table.id = slug(paper.key + "-agreement");
  table.columns = {{"What", "", false},
                   {"Stage", "", false},
                   {"Measured", "", false},
                   {"Largest / smallest", "", true},
                   {"Machine", "", false}};
  for (const Agreement& agreement : paper.agreements) {
    std::map<Outcome, int> rows;
    int noise = 0;
    for (const AgreementRow& row : agreement_rows(agreement, paper.key, evidence.runs)) {
      ++rows[row.outcome];
      noise += row.noisy;
      if (row.outcome != Outcome::kAgrees) table.rows.push_back(row_of(row));
    }
    if (rows.empty()) continue;  // these runs were not made, or their times are noisy
    const int agree = rows[Outcome::kAgrees], within = rows[Outcome::kWithinProcesses],
              contradict = rows[Outcome::kContradicts];
    blocks.push_back(Notice{
        contradict ? Tone::kWarning : Tone::kPlain,
        agreement.text + " Within " + number(100 * agreement.tolerance, 2) +
            "% or their intervals: " + plural(agree, "row") +
            (agree == 1 ? " agrees, " : " agree, ") +
            (within ? plural(within, "row") + " no further apart than processes that run the same, "
                    : "") +
            plural(contradict, "row") +
            (contradict == 1 ? " contradicts itself" : " contradict themselves") +
            (noise ? ", " + plural(noise, "noisy time") + " left out" : "") + "."});
  }
  if (blocks.size() == 1) return {};
  table.folded = table.rows.size() > 12;
  if (!table.rows.empty()) blocks.push_back(std::move(table));
  return blocks;
}

}  // namespace tycho::report
