#include <cmath>

#include "harness/report/claims.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

Cell present(const Finding& finding, Tally& tally) {
  switch (finding.verdict) {
    case Verdict::kHolds:
      ++tally.holds;
      return {"holds", finding.observed, Tone::kGood};
    case Verdict::kHoldsNoLonger:
      ++tally.holds_no_longer;
      return {"holds no longer", finding.observed, Tone::kWarning};
    case Verdict::kNotMeasurable:
      break;
  }
  ++tally.not_measurable;
  return {"not measurable here", finding.observed, Tone::kPlain};
}

}  // namespace

std::vector<Block> claims_section(const Paper& paper, const Evidence& evidence, Tally& tally) {
  if (paper.claims.empty()) return {};
  Table table;
  table.id = slug(paper.key + "-claims");
  table.columns = {{"The paper says", "", false}, {"Tested as", "", false}};
  const auto machines = machines_of(evidence, paper.key);
  for (const auto& machine : machines)
    table.columns.push_back({machine->name, recorded_note(*machine), false});
  for (const Claim& claim : paper.claims) {
    std::string tested = claim.reads;
    if (!claim.published.empty()) tested += ". Published: " + claim.published;
    auto& row = table.rows.emplace_back();
    row.push_back({claim.sentence, claim.where, Tone::kPlain});
    row.push_back({tested, "", Tone::kPlain});
    for (const auto& machine : machines) {
      // A claim is tried on one machine's own runs: GPU and CPU of different machines do not mix.
      const std::vector<Run>& runs = machine->recorded ? evidence.recorded : evidence.inputs;
      row.push_back(present(try_claim(claim, paper.key, runs, *machine), tally));
    }
  }
  return {Heading{3, "Claims", paper.key + "-claims"}, std::move(table)};
}

std::vector<Block> audit_section(const Paper& paper) {
  if (paper.audits.empty()) return {};
  std::map<std::string, double> names;
  for (const auto& [id, value] : paper.values) names[id] = value.value;
  Table table;
  table.id = slug(paper.key + "-audit");
  table.columns = {{"Statement", "", false}, {"Arithmetic", "", false},    {"Gives", "", true},
                   {"Stated", "", true},     {"Gives / stated", "", true}, {"Verdict", "", false}};
  for (const Audit& audit : paper.audits) {
    const double value = evaluate(audit.expression, names);
    std::vector<Cell> row{{audit.text, "", Tone::kPlain},
                          {audit.expression, "", Tone::kPlain},
                          {quantity(value, audit.unit, 5), "", Tone::kPlain}};
    if (audit.against.empty()) {
      row.insert(row.end(), {{}, {}, {"for information", audit.finding, Tone::kPlain}});
    } else {
      const double stated = evaluate(audit.against, names);
      const bool adds_up = std::fabs(value / stated - 1) <= audit.tolerance;
      row.push_back({quantity(stated, audit.unit, 5), "", Tone::kPlain});
      row.push_back({number(value / stated, 4), "", Tone::kPlain});
      row.push_back({adds_up ? "adds up" : "does not add up", audit.finding,
                     adds_up ? Tone::kGood : Tone::kWarning});
    }
    table.rows.push_back(std::move(row));
  }
  return {Heading{3, "The paper's own arithmetic", paper.key + "-audit"}, std::move(table)};
}

}  // namespace tycho::report
