#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

/// The runs of a case that passed a check for one reason, and the one that came nearest to failing.
struct Passed {
  explicit Passed(std::string why) : reason(std::move(why)) {}

  std::string reason;
  int runs = 0;
  double nearest = -1;  // value over limit
  Check check;
  std::string run;

  void add(const Run& from, const Check& passed) {
    ++runs;
    // A limit of zero is met exactly.
    const double part = passed.limit > 0 ? passed.value / passed.limit : 0;
    if (part <= nearest) return;
    nearest = part;
    check = passed;
    run = from.id;
  }
};

/// Of one case, check and machine, in the order in which runs first gave each reason: from small
/// sizes to large ones.
using ByReason = std::vector<Passed>;

Passed& for_reason(ByReason& all, const std::string& reason) {
  for (Passed& passed : all)
    if (passed.reason == reason) return passed;
  return all.emplace_back(reason);
}

std::vector<Cell> check_row(const Run& run, const Check& check) {
  return {{run.id, "", Tone::kPlain},
          {check.name, "", Tone::kPlain},
          {number(check.value), "", Tone::kPlain},
          {limit_text(check.limit), "", Tone::kPlain},
          {check.pass ? "pass" : "fail", "", check.pass ? Tone::kGood : Tone::kBad},
          {check.reason, "", Tone::kPlain},
          machine_cell(*run.machine)};
}

}  // namespace

std::vector<Block> checks_section(const std::string& paper, const Evidence& evidence,
                                  std::vector<Table>& files) {
  const std::vector<Column> columns{{"Run", "", false},     {"Check", "", false},
                                    {"Value", "", true},    {"Limit", "", true},
                                    {"Verdict", "", false}, {"Why this limit", "", false},
                                    {"Machine", "", false}};
  // Of every run: why a limit is as it is stands once a case in the tables of the page.
  constexpr std::ptrdiff_t kReason = 5;
  Table every{slug(paper + "-checks"), "", columns, {}, false};
  every.columns.erase(every.columns.begin() + kReason);
  Table failed{slug(paper + "-checks-failed"), "Failed checks", columns, {}, false};
  Table not_judged{
      slug(paper + "-checks-not-judged"),
      "Checks that were not judged",
      {{"Run", "", false}, {"Check", "", false}, {"Why", "", false}, {"Machine", "", false}},
      {},
      false};
  std::map<std::tuple<std::string, std::string, std::string>, ByReason> groups;
  for (const Run& run : evidence.runs) {
    if (run.paper != paper) continue;
    for (const Check& check : run.checks) {
      every.rows.push_back(check_row(run, check));
      every.rows.back().erase(every.rows.back().begin() + kReason);
      if (check.pass)
        for_reason(groups[{run.case_name, check.name, run.machine->name}], check.reason)
            .add(run, check);
      else
        failed.rows.push_back(check_row(run, check));
    }
    for (const result::CheckNotJudged& check : run.checks_not_judged)
      not_judged.rows.push_back({{run.id, "", Tone::kPlain},
                                 {check.name, "", Tone::kPlain},
                                 {check.reason, "", Tone::kPlain},
                                 machine_cell(*run.machine)});
  }
  if (every.rows.empty() && not_judged.rows.empty()) return {};
  Table passed{slug(paper + "-checks-passed"),
               "Passed checks, by case",
               {{"Case", "", false},
                {"Check", "", false},
                {"Runs", "", true},
                {"Nearest to its limit", "", true},
                {"Limit", "", true},
                {"Of the limit", "", true},
                {"Why this limit", "", false},
                {"Machine", "", false}},
               {},
               true};
  for (const auto& [key, reasons] : groups) {
    const auto& [name, check, machine] = key;
    for (const Passed& group : reasons)
      passed.rows.push_back({{name, "", Tone::kPlain},
                             {check, "", Tone::kPlain},
                             {std::to_string(group.runs), "", Tone::kPlain},
                             {number(group.check.value), group.run, Tone::kPlain},
                             {limit_text(group.check.limit), "", Tone::kPlain},
                             {number(100 * group.nearest, 2) + "%", "", Tone::kPlain},
                             {group.reason, "", Tone::kPlain},
                             {machine, "", Tone::kPlain}});
  }
  std::vector<Block> blocks{
      Heading{2, "Checks", paper + "-checks"},
      Prose{{{std::to_string(every.rows.size() - failed.rows.size()) + " passed, " +
              std::to_string(failed.rows.size()) + " failed" +
              (not_judged.rows.empty()
                   ? std::string()
                   : ", " + std::to_string(not_judged.rows.size()) + " not judged") +
              ". A check passes when its value is at most its limit. "},
             {"Every one of them", "tables/" + every.id + ".csv"},
             {"."}}}};
  files.push_back(std::move(every));
  for (Table* table : {&failed, &not_judged, &passed}) {
    table->searched = true;
    if (!table->rows.empty()) blocks.push_back(std::move(*table));
  }
  return blocks;
}

}  // namespace tycho::report
