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
  std::vector<Measured> values(const Selector& of, const std::string& name) {
    std::vector<Measured> found;
    for (const Run* run : runs_) {
      if (!matches(*run, of)) continue;
      if (const auto value = measured(*run, name)) {
        found.push_back(*value);
      } else if (why_.empty()) {
        why_ = run->ok() ? "these results do not have it (" +
                               words_of(name.substr(name.find(':') + 1)) + ")"
                         : std::string(result::name(run->status)) + ": " + run->reason;
      }
    }
    return found;
  }
  /// Those that a test is of.
  std::vector<Measured> values(const json& test) {
    return values(read_selector(test.at("of")), test.at("quantity").get<std::string>());
  }
  Finding not_measurable() const {
    return {Verdict::kNotMeasurable, why_.empty() ? "its runs are not in these results" : why_};
  }

 private:
  std::vector<const Run*> runs_;
  std::string why_;
};

Finding try_value(const json& test, Bench& bench) {
  Trial trial(test);
  for (const Measured& value : bench.values(test)) trial.add(value);
  return trial.empty() ? bench.not_measurable() : trial.finding("runs");
}

Finding try_ratio(const json& test, Bench& bench) {
  const auto name = test.at("quantity").get<std::string>();
  const auto tops = bench.values(test);
  const auto bottoms = bench.values(read_selector(test.at("to")), test.value("to_quantity", name));
  const auto same = test.value("same", std::vector<std::string>{"n"});
  Trial trial(test);
  for (const Measured& top : tops) {
    for (const Measured& bottom : bottoms) {
      if (std::all_of(same.begin(), same.end(), [&](const std::string& key) {
            return property(*top.run, key) == property(*bottom.run, key);
          }))
        trial.add_ratio(top, bottom);
    }
  }
  return trial.empty() ? bench.not_measurable() : trial.finding("pairs");
}

/// This machine against seconds of another that the paper prints: shown, and no verdict.
Finding try_published(const json& test, Bench& bench,
                      const std::map<std::string, double>& numbers) {
  std::vector<double> ratios, sizes;
  for (const Measured& value : bench.values(test)) {
    const auto over = test.at("over").get<std::string>();
    ratios.push_back(value.value.value / evaluate(fill(over, {{"n", value.run->n}}), numbers));
    sizes.push_back(static_cast<double>(value.run->n));
  }
  Finding finding{Verdict::kNotMeasurable, test.at("why").get<std::string>()};
  if (!ratios.empty())
    finding.observed +=
        "; for information, this machine takes " + range(ratios) + " of it, N = " + range(sizes);
  return finding;
}

/// Whether a value is as high as the highest, but for a part of this. Where it is not, the
/// intervals of the two may still allow it. Of noisy values all of the intervals must say so.
Answer reaches(const Measured& highest, const Measured& value, double part) {
  if (any_untold({highest, value})) return Answer::kUntold;
  const double least = 1 - part;
  const bool same = highest.run == value.run;
  const bool noisy = !same && (highest.noisy || value.noisy);
  if (noisy ? value.value.low >= highest.value.high * least
            : value.value.value >= highest.value.value * least)
    return Answer::kWithin;
  return value.value.high >= highest.value.low * least ? Answer::kNoise : Answer::kBeyond;
}

/// A property of a run as pages write it: "N", "cells per thread".
std::string symbol_of(const std::string& property) {
  return property == "n" ? "N" : words_of(property);
}

Finding try_increasing(const json& test, Bench& bench) {
  const auto by = test.at("by").get<std::string>();
  const double slack = test.value("slack", 0.0);
  // Only runs alike in everything but `by` are compared.
  std::map<std::tuple<std::string, std::string, result::SettingValues>, std::map<double, Measured>>
      lines;
  for (const Measured& value : bench.values(test)) {
    const json x = property(*value.run, by);
    if (x.is_number())
      lines[{value.run->case_name, value.run->variant, value.run->sweep}][x.get<double>()] = value;
  }
  Trial trial(test);
  std::string fall, rise;
  for (const auto& [key, line] : lines) {
    if (line.size() < 2) continue;
    Measured best = line.begin()->second;
    for (auto at = std::next(line.begin()); at != line.end(); ++at) {
      const Measured& next = at->second;
      const Answer answer = reaches(best, next, slack);
      trial.add(answer, {best, next});
      if (answer == Answer::kBeyond && fall.empty())
        fall = "falls to " + number(next.value.value) + " at " + symbol_of(by) + " = " +
               number(at->first, 9);
      if (next.value.value > best.value.value) best = next;
    }
    rise = number(line.begin()->second.value.value) + " at " + symbol_of(by) + " = " +
           number(line.begin()->first, 9) + " to " + number(line.rbegin()->second.value.value) +
           " at " + number(line.rbegin()->first, 9);
  }
  return trial.empty() ? bench.not_measurable() : trial.finding("", fall.empty() ? rise : fall);
}

Finding try_argmax(const json& test, Bench& bench) {
  const auto over = test.at("over").get<std::string>(), by = test.at("by").get<std::string>();
  const json expect = test.at("expect");
  const json except = test.value("except", json::array());
  const double tolerance = test.value("tolerance", 0.0);
  std::map<double, std::map<double, Measured>> groups;  // by -> over -> quantity
  for (const Measured& value : bench.values(test)) {
    const json group = property(*value.run, by), along = property(*value.run, over);
    if (group.is_number() && along.is_number())
      groups[group.get<double>()][along.get<double>()] = value;
  }
  Trial trial(test);
  std::string observed;
  for (const auto& [group, line] : groups) {
    const auto best = std::max_element(line.begin(), line.end(), [](const auto& a, const auto& b) {
      return a.second.value.value < b.second.value.value;
    });
    observed += (observed.empty() ? "best: " : ", ") + symbol_of(over) + " = " +
                number(best->first, 9) + " at " + symbol_of(by) + " = " + number(group, 9);
    if (std::find(except.begin(), except.end(), json(group)) != except.end()) continue;
    if (line.size() < 2) continue;
    const auto expected = line.find(expect.get<double>());
    // Any of the line may be the best where its time is too long.
    const bool untold = std::any_of(line.begin(), line.end(),
                                    [](const auto& value) { return value.second.untold; });
    if (untold)
      trial.add(Answer::kUntold, {best->second});
    else if (expected == line.end())
      trial.add_not_run(symbol_of(over) + " = " + number(expect.get<double>(), 9) + ", " +
                            symbol_of(by) + " = " + number(group, 9),
                        best->second);
    else
      trial.add(reaches(best->second, expected->second, tolerance),
                {expected->second, best->second});
  }
  return trial.empty() ? bench.not_measurable() : trial.finding("", observed);
}

/// The sizes that the paper prints numbers for; nothing where its rows are not sizes.
std::string sizes_of(const Rows& rows) {
  const auto found = rows.find("n");
  if (found == rows.end()) return "";
  std::vector<double> sizes;
  for (const json& n : found->second)
    if (n.is_number()) sizes.push_back(n.get<double>());
  return sizes.empty() ? "" : "; N = " + range(sizes);
}

}  // namespace

Finding try_printed(const Printed& printed, const std::map<std::string, double>& numbers,
                    bool shares) {
  if (printed.expression.empty()) return {Verdict::kNotMeasurable, printed.why_not};
  std::vector<double> values;
  std::vector<std::string> broken;
  for (const Row& row : rows_of(printed.rows)) {
    values.push_back(evaluate(fill(printed.expression, row), numbers));
    if (!printed.bounds.hold(values.back()))
      broken.push_back(number(values.back(), 3) + " for " + row_name(row));
  }
  std::string observed = shares ? percent_range(values) : range(values);
  if (values.size() > 1 && !broken.empty())
    observed += ", out of bounds in " + std::to_string(broken.size()) + " of " +
                std::to_string(values.size()) + " rows: " + listed(broken);
  observed += sizes_of(printed.rows);
  return {broken.empty() ? Verdict::kHolds : Verdict::kDoesNotHold, observed};
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
