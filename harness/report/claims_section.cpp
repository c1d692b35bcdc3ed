#include "harness/report/claims.hpp"
#include "harness/report/exhibit.hpp"
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

Cell present_printed(const Finding& finding) {
  switch (finding.verdict) {
    case Verdict::kHolds:
      return {"holds", finding.observed, Tone::kGood};
    case Verdict::kHoldsNoLonger:
      return {"does not hold", finding.observed, Tone::kWarning};
    case Verdict::kNotMeasurable:
      break;
  }
  return {"no numbers", finding.observed, Tone::kPlain};
}

}  // namespace

std::vector<Block> claims_section(const std::vector<const Paper*>& papers, const Evidence& evidence,
                                  Tally& tally) {
  Table table;
  table.id = "claims";
  table.columns = {{"Paper", "", false},
                   {"It says", "", false},
                   {"Tested as", "", false},
                   {"Its own numbers", "", false}};
  const auto machines = machines_of(evidence);
  for (const auto& machine : machines)
    table.columns.push_back({machine->name, recorded_note(*machine), false});
  for (const Paper* paper : papers) {
    const auto numbers = numbers_of(*paper);
    for (const Claim& claim : paper->claims) {
      auto& row = table.rows.emplace_back();
      row.push_back({paper->key, "", Tone::kPlain});
      row.push_back({claim.sentence, claim.where, Tone::kPlain});
      row.push_back({claim.reads, claim.published.empty() ? "" : "Published: " + claim.published,
                     Tone::kPlain});
      row.push_back(present_printed(try_printed(claim.printed, numbers)));
      for (const auto& machine : machines) {
        // A claim is tried on one machine's own runs: GPU and CPU of different machines do not mix.
        const std::vector<Run>& runs = machine->recorded ? evidence.recorded : evidence.inputs;
        row.push_back(present(try_claim(claim, *paper, runs, *machine), tally));
      }
    }
  }
  if (table.rows.empty()) return {};
  return {Heading{2, "What the papers claim", "claims"},
          Paragraph{"Each testable sentence, held first against the numbers that the paper itself "
                    "prints and then against what each machine measured."},
          std::move(table)};
}

}  // namespace tycho::report
