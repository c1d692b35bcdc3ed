#include "harness/report/audit.hpp"

#include <cmath>

#include "harness/report/expression.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

Judgement judge(const Audit& audit, const std::map<std::string, double>& numbers) {
  Judgement judgement;
  for (const Row& row : rows_of(audit.rows)) {
    const double gives = evaluate(fill(audit.expression, row), numbers);
    judgement.gives.push_back(gives);
    bool adds_up = audit.bounds.hold(gives);
    std::string seen = number(gives);
    if (!audit.against.empty()) {
      const double stated = evaluate(fill(audit.against, row), numbers);
      judgement.stated.push_back(stated);
      // Not by the ratio: what is stated may be zero.
      adds_up = std::fabs(gives - stated) <= audit.tolerance * std::fabs(stated);
      seen += ", stated " + number(stated);
    }
    if (!adds_up) judgement.broken.push_back((row.empty() ? "" : row_name(row) + ": ") + seen);
  }
  if (!judgement.broken.empty()) {
    judgement.verdict = Judgement::Verdict::kDoesNot;
  } else if (!audit.against.empty() || audit.bounds.given()) {
    judgement.verdict = Judgement::Verdict::kAddsUp;
  }
  return judgement;
}

}  // namespace tycho::report
