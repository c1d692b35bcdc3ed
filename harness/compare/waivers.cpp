#include "harness/compare/waivers.hpp"

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "harness/compare/pattern.hpp"
#include "harness/strict/strict_json.hpp"

namespace tycho::compare {

namespace {

std::string date_of(const strict::JsonView& view) {
  const std::string text = view.text();
  unsigned year = 0, month = 0, day = 0;
  const bool digits = text.size() == 10 &&
                      text.find_first_not_of("0123456789-") == std::string::npos &&
                      std::sscanf(text.c_str(), "%4u-%2u-%2u", &year, &month, &day) == 3;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(month), std::chrono::day(day)};
  if (!digits || text[4] != '-' || text[7] != '-' || !date.ok())
    view.fail("must be a date, YYYY-MM-DD, not '" + text + "'");
  return text;
}

Verdict verdict_of(const strict::JsonView& view) {
  const std::string word =
      view.one_of({"slower", "numerically different", "missing", "ambiguous", "faster"});
  for (const Verdict verdict :
       {Verdict::kSlower, Verdict::kNumericallyDifferent, Verdict::kMissing, Verdict::kAmbiguous})
    if (word == in_words(verdict)) return verdict;
  return Verdict::kFaster;
}

Waiver read_waiver(const strict::JsonView& view) {
  view.require_keys({"run", "stage", "verdict", "reason", "date", "expires", "up_to"});
  Waiver waiver;
  waiver.run = view.at("run").text();
  const auto stage = view.find("stage");
  waiver.stage = stage ? stage->text() : "*";
  waiver.verdict = verdict_of(view.at("verdict"));
  waiver.reason = view.at("reason").text();
  waiver.date = date_of(view.at("date"));
  waiver.expires = date_of(view.at("expires"));
  if (waiver.expires <= waiver.date) view.at("expires").fail("must be later than the date");
  if (const auto most = view.find("up_to")) waiver.up_to = most->number(0, 1e6);
  return waiver;
}

bool excuses(const Waiver& waiver, const Row& row) {
  if (row.verdict != waiver.verdict || !matches(waiver.run, row.run)) return false;
  if (!matches(waiver.stage, row.what)) return false;
  return !waiver.up_to || !row.timed || std::abs(row.timed->change) <= *waiver.up_to;
}

std::string name(const Waiver& waiver) {
  return "the waiver of '" + std::string(in_words(waiver.verdict)) + "' for " + waiver.run + ", " +
         waiver.stage + " (" + waiver.reason + ")";
}

}  // namespace

std::vector<Waiver> read_waivers(const std::filesystem::path& file) {
  const nlohmann::json root = strict::read_json(file);
  const strict::JsonView view(root, file.string());
  view.require_keys({"schema", "waivers"});
  view.at("schema").one_of({"tycho-waivers/1"});
  std::vector<Waiver> waivers;
  if (root.contains("waivers") && root.at("waivers").is_array() && root.at("waivers").empty())
    return waivers;
  for (const strict::JsonView& one : view.at("waivers").elements())
    waivers.push_back(read_waiver(one));
  return waivers;
}

void apply(const std::vector<Waiver>& waivers, const std::string& today, Comparison& comparison) {
  for (const Waiver& waiver : waivers) {
    if (waiver.expires <= today) {
      comparison.notes.push_back(name(waiver) + " expired on " + waiver.expires +
                                 " and is not applied");
      continue;
    }
    bool used = false;
    for (Row& row : comparison.rows) {
      if (!row.waiver.empty() || !excuses(waiver, row)) continue;
      row.waiver = waiver.reason + " (" + waiver.date + ", until " + waiver.expires + ")";
      used = true;
    }
    if (!used) comparison.notes.push_back(name(waiver) + " excuses nothing here");
  }
  conclude(comparison);
}

}  // namespace tycho::compare
