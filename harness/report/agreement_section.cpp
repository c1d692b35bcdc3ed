#include <algorithm>

#include "harness/report/agreement.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {

namespace {

std::string stage_in(const std::string& quantity) {
  const std::size_t colon = quantity.find(':'), dot = quantity.rfind('.');
  return colon == std::string::npos ? quantity : quantity.substr(colon + 1, dot - colon - 1);
}

std::vector<Cell> row_of(const AgreementRow& row) {
  std::string values;
  for (const auto& [name, value] : row.values)
    values += (values.empty() ? "" : ", ") + name.second + ": " + duration(value.value);
  return {
      {row.label, row.where, Tone::kPlain},
      stage_cell(row.algorithm, stage_in(row.quantity)),
      {values,
       "by " + row.across + (row.noisy ? "; " + std::to_string(row.noisy) + " noisy left out" : ""),
       Tone::kPlain},
      {number(row.ratio, 3), "contradicts", Tone::kWarning},
      {row.machine, "", Tone::kPlain}};
}

}  // namespace

std::vector<Block> agreement_section(const Paper& paper, const Evidence& evidence, Tally& tally) {
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
    int agree = 0, contradict = 0, noise = 0;
    for (const AgreementRow& row : agreement_rows(agreement, paper.key, evidence.runs)) {
      ++(row.agrees ? agree : contradict);
      noise += row.noisy;
      if (!row.agrees) table.rows.push_back(row_of(row));
    }
    if (agree + contradict == 0) continue;  // these runs were not made, or their times are noisy
    tally.agree += agree;
    tally.contradict += contradict;
    blocks.push_back(
        Notice{contradict ? Tone::kWarning : Tone::kPlain,
               agreement.text + " Within " + number(100 * agreement.tolerance, 2) +
                   "% or their intervals: " + plural(agree, "row") +
                   (agree == 1 ? " agrees, " : " agree, ") + plural(contradict, "row") +
                   (contradict == 1 ? " contradicts itself" : " contradict themselves") +
                   (noise ? ", " + plural(noise, "noisy time") + " left out" : "") + "."});
  }
  if (blocks.size() == 1) return {};
  table.folded = table.rows.size() > 12;
  if (!table.rows.empty()) blocks.push_back(std::move(table));
  return blocks;
}

}  // namespace tycho::report
