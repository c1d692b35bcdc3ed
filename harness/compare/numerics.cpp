#include "harness/compare/numerics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/joined.hpp"
#include "harness/report/number.hpp"

namespace tycho::compare {

namespace {

using result::RunRecord;
using Values = std::vector<double>;

struct CheckValue {
  double value, limit;
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
                        CheckValue{check.value, check.limit});
  }
  return checks;
}

// Why a check of BASE has no value in NEW.
std::string why_gone(const std::vector<const RunRecord*>& fresh, const std::string& name) {
  for (const RunRecord* run : fresh) {
    if (!run->checks_not_judged) continue;
    for (const result::CheckNotJudged& check : *run->checks_not_judged)
      if (name == check.name || name.starts_with(check.name + " (")) return check.reason;
  }
  return "the check is gone";
}

const CheckValue* find(const Checks& checks, const std::string& name) {
  for (const auto& [other, value] : checks)
    if (other == name) return &value;
  return nullptr;
}

// One check as a side measured it, once or more often.
struct Measurements {
  Values values;
  double limit = std::numeric_limits<double>::infinity();  // the strictest

  double first() const { return values.front(); }
  // NaN is worse than any number.
  double worst() const {
    for (const double value : values)
      if (std::isnan(value)) return value;
    return *std::max_element(values.begin(), values.end());
  }
  double range() const {
    Values finite;
    for (const double value : values)
      if (std::isfinite(value)) finite.push_back(value);
    if (finite.size() < 2) return 0;
    const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
    return *high - *low;
  }
};

Measurements measured(const std::vector<Checks>& runs, const std::string& name) {
  Measurements all;
  for (const Checks& checks : runs)
    if (const CheckValue* check = find(checks, name)) {
      all.values.push_back(check->value);
      all.limit = std::min(all.limit, check->limit);
    }
  return all;
}

std::vector<Checks> checks_of(const std::vector<const RunRecord*>& runs) {
  std::vector<Checks> checks;
  for (const RunRecord* run : runs) checks.push_back(checks_of(*run));
  return checks;
}

std::string text(double value) {
  return std::isnan(value) ? "no number" : report::number(value, 3);
}

// What a value may move by.
struct Move {
  double most = 0;
  bool was_measured = false;

  std::string words() const {
    return text(most) + (was_measured ? " (twice its measured spread" : " (its assumed spread") +
           " or 1% of its limit)";
  }
};

Move move_of(double value, double range, bool was_measured, double limit) {
  const double spread = was_measured ? 2 * range : kAssumedSpread * std::abs(value);
  return {std::max(spread, kPartOfLimit * std::abs(limit)), was_measured};
}

// Of a check that failed in BASE: what is worse now; empty: nothing. What NEW scatters by excuses
// none of it.
std::string worse(const Measurements& base, const Measurements& fresh, double limit,
                  bool same_length) {
  const double before = base.worst(), after = fresh.worst();
  if (std::isnan(before)) return "";
  const Move move = move_of(before, base.range(), base.values.size() > 1, limit);
  const bool grew = same_length && after > before + move.most;
  if (!grew && !std::isnan(after)) return "";
  return "failed with " + text(before) + ", fails with " + text(after) + ", " +
         (std::isnan(after) ? "which is worse" : "worse by more than " + move.words());
}

Row judge(const std::string& run, const std::string& name, const Measurements& base,
          const Measurements& fresh, bool same_length) {
  Row row{run, "check " + name, Verdict::kSame, "", {}, true, ""};
  const auto different = [&](std::string why) {
    row.verdict = Verdict::kNumericallyDifferent;
    row.reason = std::move(why);
  };
  const double limit = std::min(base.limit, fresh.limit);
  const bool held = base.worst() <= base.limit, holds = fresh.worst() <= limit;
  if (held && !holds) {
    different("held with " + text(base.worst()) + ", fails with " + text(fresh.worst()) +
              " (limit " + text(limit) + ")");
  } else if (!held) {
    const std::string why = worse(base, fresh, limit, same_length);
    if (!why.empty())
      different(why);
    else
      row.reason = holds ? "holds now" : "does not hold in either";
  } else if (same_length) {
    const bool was_measured = base.values.size() > 1 || fresh.values.size() > 1;
    const Move move =
        move_of(base.first(), std::max(base.range(), fresh.range()), was_measured, limit);
    if (!(std::abs(fresh.first() - base.first()) <= move.most))
      different("moved from " + text(base.first()) + " to " + text(fresh.first()) +
                ", by more than " + move.words());
  }
  return row;
}

// When an evolution or a comparison was looked at: in steps, or in time.
Values seen_at(const RunRecord& run) {
  Values seen;
  if (!run.series) return seen;
  for (const char* name : {"difference", "energy_error"})
    if (const auto found = run.series->curves.find(name); found != run.series->curves.end())
      seen.insert(seen.end(), found->second.t.begin(), found->second.t.end());
  return seen;
}

// Of all measurements of a side, in their order.
std::vector<std::string> names_of(const std::vector<Checks>& runs) {
  std::vector<std::string> names;
  for (const Checks& checks : runs)
    for (const auto& [name, ignored] : checks)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

// A check that none of BASE's measurements has and that fails is no less wrong for being new.
void add_only_new(const std::string& run, const std::string& name, const Measurements& is,
                  std::vector<Row>& rows, OtherChecks& others) {
  if (is.worst() <= is.limit) return others.only_new.push_back("check " + name + " of " + run);
  const std::string why =
      "not in BASE, fails with " + text(is.worst()) + " (limit " + text(is.limit) + ")";
  rows.push_back({run, "check " + name, Verdict::kNumericallyDifferent, why, {}, true, ""});
}

}  // namespace

std::vector<Row> compare_numerics(const std::vector<const RunRecord*>& base,
                                  const std::vector<const RunRecord*>& fresh, OtherChecks& others) {
  std::vector<Row> rows;
  const RunRecord& before = *base.front();
  // Another suite takes other numbers of steps: what held must hold, but values may be others.
  // So does a run that its time has cut.
  const auto as_long = [&](const RunRecord* run) {
    return run->suite == before.suite && seen_at(*run) == seen_at(before);
  };
  const bool same_length = std::all_of(base.begin(), base.end(), as_long) &&
                           std::all_of(fresh.begin(), fresh.end(), as_long);
  const std::vector<Checks> then = checks_of(base), now = checks_of(fresh);
  for (const std::string& name : names_of(then)) {
    const Measurements was = measured(then, name), is = measured(now, name);
    Row row{before.id, "check " + name, Verdict::kMissing, why_gone(fresh, name), {}, true, ""};
    if (!is.values.empty()) {
      const Row judged = judge(before.id, name, was, is, same_length);
      // Gone in some of NEW's measurements only.
      if (is.values.size() == now.size() || judged.verdict < row.verdict) row = judged;
    }
    rows.push_back(row);
    if (is.values.empty()) continue;
    if (was.limit == is.limit) continue;
    const std::string change = "limit " + text(was.limit) + ", then " + text(is.limit);
    others.limits.push_back("check " + name + " of " + before.id + ": " + change);
    std::string& reason = rows.back().reason;
    join_to(reason, change, "; ");
  }
  for (const std::string& name : names_of(now))
    if (measured(then, name).values.empty())
      add_only_new(before.id, name, measured(now, name), rows, others);
  return rows;
}

std::vector<std::string> in_lines(const OtherChecks& others) {
  std::vector<std::string> lines;
  const auto add = [&](const std::vector<std::string>& checks, const std::string& of_one,
                       const std::string& of_many) {
    const std::size_t count = checks.size();
    if (count > 0)
      lines.push_back(std::to_string(count) +
                      (count == 1 ? " check " + of_one : " checks " + of_many) + "; " +
                      (count == 1 ? "" : "the first: ") + checks.front());
  };
  const std::string judges = " in NEW, and the stricter one judges";
  add(others.limits, "has another limit" + judges, "have other limits" + judges);
  add(others.only_new, "that BASE has not got holds in NEW", "that BASE has not got hold in NEW");
  return lines;
}

}  // namespace tycho::compare
