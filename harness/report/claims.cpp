#include "harness/report/claims.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "core/error.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;

/// One machine's runs, and why those that were asked for and did not run did not.
class Bench {
 public:
  Bench(const std::string& paper, const std::vector<Run>& runs, const Machine& machine) {
    for (const Run& run : runs) {
      if (run.paper == paper && run.machine->name == machine.name) runs_.push_back(&run);
    }
  }
  /// Runs with the quantity, in order.
  std::vector<std::pair<const Run*, double>> values(const Selector& of, const std::string& name) {
    std::vector<std::pair<const Run*, double>> found;
    for (const Run* run : runs_) {
      if (!matches(*run, of)) continue;
      if (const auto value = quantity_of(*run, name)) {
        found.emplace_back(run, value->value);
      } else if (why_.empty()) {
        why_ = run->ok() ? "the run does not hold " + name
                         : std::string(result::name(run->status)) + ": " + run->reason;
      }
    }
    return found;
  }
  Finding not_measurable() const {
    return {Verdict::kNotMeasurable, why_.empty() ? "no such run in these results" : why_};
  }

 private:
  std::vector<const Run*> runs_;
  std::string why_;
};

Bounds bounds_of(const json& test) {
  return {test.value("least", -HUGE_VAL), test.value("most", HUGE_VAL)};
}

Finding decide(bool holds, std::string observed) {
  return {holds ? Verdict::kHolds : Verdict::kHoldsNoLonger, std::move(observed)};
}

Finding try_value(const json& test, Bench& bench) {
  const auto found =
      bench.values(read_selector(test.at("of")), test.at("quantity").get<std::string>());
  if (found.empty()) return bench.not_measurable();
  const Bounds bounds = bounds_of(test);
  std::vector<double> values;
  bool holds = true;
  for (const auto& [run, value] : found) {
    values.push_back(value);
    holds &= bounds.hold(value);
  }
  return decide(holds, range(values));
}

Finding try_ratio(const json& test, Bench& bench) {
  const auto name = test.at("quantity").get<std::string>();
  const auto tops = bench.values(read_selector(test.at("of")), name);
  const auto bottoms = bench.values(read_selector(test.at("to")), test.value("to_quantity", name));
  const auto same = test.value("same", std::vector<std::string>{"n"});
  const Bounds bounds = bounds_of(test);
  std::vector<double> ratios;
  bool holds = true;
  for (const auto& [top, over] : tops) {
    for (const auto& [bottom, under] : bottoms) {
      // By name: before version 16 clang has no reference to a structured binding.
      const bool pair = std::all_of(same.begin(), same.end(),
                                    [top = top, bottom = bottom](const std::string& key) {
                                      return property(*top, key) == property(*bottom, key);
                                    });
      if (!pair) continue;
      ratios.push_back(over / under);
      holds &= bounds.hold(ratios.back());
    }
  }
  if (ratios.empty()) return bench.not_measurable();
  return decide(holds,
                range(ratios) +
                    (ratios.size() > 1 ? " over " + std::to_string(ratios.size()) + " pairs" : ""));
}

/// The runs against a number that the paper prints for their size: what became of its rows.
Finding try_published(const json& test, Bench& bench,
                      const std::map<std::string, double>& numbers) {
  const Bounds bounds = bounds_of(test);
  std::vector<double> ratios, sizes;
  bool holds = true;
  for (const auto& [run, value] :
       bench.values(read_selector(test.at("of")), test.at("quantity").get<std::string>())) {
    const auto over = test.at("over").get<std::string>();
    ratios.push_back(value / evaluate(fill(over, {{"n", run->n}}), numbers));
    sizes.push_back(static_cast<double>(run->n));
    holds &= bounds.hold(ratios.back());
  }
  if (ratios.empty()) return bench.not_measurable();
  return decide(holds, range(ratios) + " of the published, n = " + range(sizes));
}

Finding try_increasing(const json& test, Bench& bench) {
  const auto by = test.at("by").get<std::string>();
  const double slack = test.value("slack", 0.0);
  // Only runs alike in everything but `by` are compared.
  std::map<std::tuple<std::string, std::string, result::SettingValues>, std::map<double, double>>
      lines;
  for (const auto& [run, value] :
       bench.values(read_selector(test.at("of")), test.at("quantity").get<std::string>())) {
    const json x = property(*run, by);
    if (x.is_number()) lines[{run->case_name, run->variant, run->sweep}][x.get<double>()] = value;
  }
  std::string observed;
  bool holds = true, compared = false;
  for (const auto& [key, line] : lines) {
    double best = -HUGE_VAL;
    for (const auto& [x, value] : line) {
      if (value < best * (1 - slack) && holds) {
        observed = "falls to " + number(value) + " at " + by + " = " + exact(x);
        holds = false;
      }
      best = std::max(best, value);
    }
    compared |= line.size() > 1;
    if (holds && line.size() > 1) {
      observed = number(line.begin()->second) + " at " + by + " = " +
                 number(line.begin()->first, 7) + " to " + number(line.rbegin()->second) + " at " +
                 number(line.rbegin()->first, 7);
    }
  }
  return compared ? decide(holds, observed) : bench.not_measurable();
}

Finding try_argmax(const json& test, Bench& bench) {
  const auto over = test.at("over").get<std::string>(), by = test.at("by").get<std::string>();
  const json expect = test.at("expect");
  const json except = test.value("except", json::array());
  const double tolerance = test.value("tolerance", 0.0);
  std::map<double, std::map<double, double>> groups;  // by -> over -> quantity
  for (const auto& [run, value] :
       bench.values(read_selector(test.at("of")), test.at("quantity").get<std::string>())) {
    const json group = property(*run, by), along = property(*run, over);
    if (group.is_number() && along.is_number())
      groups[group.get<double>()][along.get<double>()] = value;
  }
  std::string observed;
  bool holds = true, compared = false;
  for (const auto& [group, line] : groups) {
    const auto best = std::max_element(
        line.begin(), line.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    observed += (observed.empty() ? "best: " : ", ") + number(best->first, 7) + " at " + by +
                " = " + exact(group);
    if (std::find(except.begin(), except.end(), json(group)) != except.end()) continue;
    if (line.size() < 2) continue;
    compared = true;
    const auto expected = line.find(expect.get<double>());
    holds &= expected != line.end() && expected->second >= best->second * (1 - tolerance);
  }
  return compared ? decide(holds, observed) : bench.not_measurable();
}

}  // namespace

Finding try_printed(const Printed& printed, const std::map<std::string, double>& numbers) {
  if (printed.expression.empty()) return {Verdict::kNotMeasurable, printed.why_not};
  std::vector<double> values;
  std::vector<std::string> broken;
  for (const Row& row : rows_of(printed.rows)) {
    values.push_back(evaluate(fill(printed.expression, row), numbers));
    if (!printed.bounds.hold(values.back()))
      broken.push_back(number(values.back(), 3) + " at " + row_name(row));
  }
  if (broken.empty() || values.size() == 1) return decide(broken.empty(), range(values));
  return decide(false, range(values) + ", out of bounds in " + std::to_string(broken.size()) +
                           " of " + std::to_string(values.size()) + " rows: " + listed(broken));
}

Finding try_claim(const Claim& claim, const Paper& paper, const std::vector<Run>& runs,
                  const Machine& machine) {
  Bench bench(paper.key, runs, machine);
  try {
    const std::string kind = claim.test.at("kind").get<std::string>();
    if (kind == "value") return try_value(claim.test, bench);
    if (kind == "ratio") return try_ratio(claim.test, bench);
    if (kind == "published") return try_published(claim.test, bench, numbers_of(paper));
    if (kind == "increasing") return try_increasing(claim.test, bench);
    if (kind == "argmax") return try_argmax(claim.test, bench);
    if (kind == "none") return {Verdict::kNotMeasurable, claim.test.at("why").get<std::string>()};
    throw UsageError("claim '" + claim.id + "' of " + paper.key + ": unknown test '" + kind +
                     "'; known are value, ratio, published, increasing, argmax, none");
  } catch (const json::exception& error) {
    throw UsageError("claim '" + claim.id + "' of " + paper.key + ": " + error.what());
  }
}

}  // namespace tycho::report
