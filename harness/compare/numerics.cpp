#include "harness/compare/numerics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "harness/report/number.hpp"

namespace tycho::compare {

namespace {

using result::RunRecord;
using Values = std::vector<double>;

struct CheckValue {
  double value, limit;
  bool pass;
};

// By name; one that stands several times in a run (two percentiles) has its number.
using Checks = std::vector<std::pair<std::string, CheckValue>>;

Checks checks_of(const RunRecord& run) {
  Checks checks;
  std::map<std::string, int> seen;
  if (!run.checks) return checks;
  for (const result::CheckRecord& check : *run.checks) {
    const int place = ++seen[check.name];
    checks.emplace_back(place == 1 ? check.name : check.name + " (" + std::to_string(place) + ")",
                        CheckValue{check.value, check.limit, check.pass});
  }
  return checks;
}

const CheckValue* find(const Checks& checks, const std::string& name) {
  for (const auto& [other, value] : checks)
    if (other == name) return &value;
  return nullptr;
}

std::vector<Checks> checks_of(const std::vector<const RunRecord*>& runs) {
  std::vector<Checks> checks;
  for (const RunRecord* run : runs) checks.push_back(checks_of(*run));
  return checks;
}

Values values_of(const std::vector<Checks>& runs, const std::string& name) {
  Values values;
  for (const Checks& checks : runs)
    if (const CheckValue* check = find(checks, name)) values.push_back(check->value);
  return values;
}

double range(const Values& values) {
  if (values.size() < 2) return 0;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

std::string text(double value) { return report::number(value, 3); }

double most_move(const Values& base, const Values& fresh, double limit) {
  const double measured = 2 * std::max(range(base), range(fresh));
  const double assumed = kAssumedSpread * std::abs(base.front());
  const bool known = base.size() > 1 || fresh.size() > 1;
  return std::max(known ? measured : assumed, kPartOfLimit * std::abs(limit));
}

Row judge(const std::string& run, const std::string& name, const CheckValue& before,
          const CheckValue* after, const Values& base, const Values& fresh, bool same_length) {
  Row row{run, "check " + name, Verdict::kSame, "", {}, true, ""};
  if (!after) {
    row.verdict = Verdict::kMissing;
    row.reason = "the check is gone";
  } else if (before.pass && !after->pass) {
    row.verdict = Verdict::kNumericallyDifferent;
    row.reason = "held with " + text(before.value) + ", fails with " + text(after->value) +
                 " (limit " + text(after->limit) + ")";
  } else if (!before.pass) {
    row.reason = after->pass ? "holds now" : "does not hold in either";
  } else if (same_length) {
    const double most = most_move(base, fresh, after->limit);
    if (!(std::abs(after->value - before.value) <= most)) {
      row.verdict = Verdict::kNumericallyDifferent;
      row.reason = "moved from " + text(before.value) + " to " + text(after->value) +
                   ", by more than " + text(most) + " (" +
                   (base.size() > 1 || fresh.size() > 1 ? "twice its measured spread"
                                                        : "its assumed spread") +
                   " or 1% of its limit)";
    }
  }
  return row;
}

}  // namespace

std::vector<Row> compare_numerics(const std::vector<const RunRecord*>& base,
                                  const std::vector<const RunRecord*>& fresh) {
  std::vector<Row> rows;
  const RunRecord &before = *base.front(), &after = *fresh.front();
  // Another suite takes other numbers of steps: what held must hold, but values may be others.
  const bool same_length = before.suite == after.suite;
  const std::vector<Checks> then = checks_of(base), now = checks_of(fresh);
  for (const auto& [name, value] : then.front())
    rows.push_back(judge(before.id, name, value, find(now.front(), name), values_of(then, name),
                         values_of(now, name), same_length));
  return rows;
}

}  // namespace tycho::compare
