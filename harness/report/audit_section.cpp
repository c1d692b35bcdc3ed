#include "core/joined.hpp"
#include "harness/report/audit.hpp"
#include "harness/report/formula.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

/// What printed numbers give has no zeros at its end that a paper did not print: 1.9, not 1.900.
std::string without_zeros(std::string text) {
  if (text.find('.') == std::string::npos || text.find('e') != std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

/// One number with its unit, or the span of many.
std::string shown(const std::vector<double>& values, const std::string& unit) {
  if (values.empty()) return "";
  if (values.size() == 1) {
    if (unit == "s") return duration(values.front());
    return without_zeros(number(values.front())) + (unit.empty() ? "" : " " + unit);
  }
  return range(values) + (unit.empty() ? "" : " " + unit);
}

std::string ratios(const Judgement& judgement) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < judgement.stated.size(); ++i) {
    if (judgement.stated[i] != 0) ratios.push_back(judgement.gives[i] / judgement.stated[i]);
  }
  return ratios.empty()       ? ""
         : ratios.size() == 1 ? without_zeros(number(ratios.front()))
                              : range(ratios);
}

Cell verdict(const Audit& audit, const Judgement& judgement, Tally& tally) {
  const std::size_t rows = judgement.gives.size();
  std::string note;
  const auto say = [&](const std::string& more) {
    if (!more.empty()) join_to(note, more, ". ");
  };
  switch (judgement.verdict) {
    case Judgement::Verdict::kInformation:
      return {"for information", audit.finding, Tone::kPlain};
    case Judgement::Verdict::kAddsUp:
      ++tally.adds_up;
      if (rows > 1) say("all " + std::to_string(rows) + " rows");
      say(audit.finding);
      return {"adds up", note, Tone::kGood};
    case Judgement::Verdict::kDoesNot:
      break;
  }
  ++tally.does_not_add_up;
  if (rows > 1)
    say("in " + std::to_string(judgement.broken.size()) + " of " + std::to_string(rows) +
        " rows: " + listed(judgement.broken));
  say(audit.finding);
  return {"does not add up", note, Tone::kWarning};
}

/// What the numbers are held against, where nothing is stated.
std::string limits(const Bounds& bounds) {
  if (!bounds.given()) return "";
  if (bounds.least == -HUGE_VAL) return "at most " + limit_text(bounds.most);
  if (bounds.most == HUGE_VAL) return "at least " + limit_text(bounds.least);
  return limit_text(bounds.least) + " to " + limit_text(bounds.most);
}

}  // namespace

std::vector<Block> audit_section(const Paper& paper, Tally& tally) {
  if (paper.audits.empty()) return {};
  const auto numbers = numbers_of(paper);
  Table table;
  table.id = slug(paper.key + "-audit");
  table.columns = {{"Statement", "", false}, {"Arithmetic", "", false},    {"Gives", "", true},
                   {"Stated", "", true},     {"Gives / stated", "", true}, {"Verdict", "", false}};
  for (const Audit& audit : paper.audits) {
    const Judgement judgement = judge(audit, numbers);
    table.rows.push_back(
        {{audit.text, "", Tone::kPlain},
         {formula_text(audit.expression, paper.symbols), "", Tone::kPlain, "", audit.expression},
         {shown(judgement.gives, audit.unit), "", Tone::kPlain},
         {audit.against.empty() ? limits(audit.bounds) : shown(judgement.stated, audit.unit), "",
          Tone::kPlain},
         {ratios(judgement), "", Tone::kPlain},
         verdict(audit, judgement, tally)});
  }
  return {Heading{2, "The paper's own arithmetic", paper.key + "-audit"}, std::move(table)};
}

}  // namespace tycho::report
