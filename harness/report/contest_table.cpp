// Three CPU columns where the paper has one, the best GPU code, and its speed-up over each.
#include <algorithm>
#include <set>

#include "harness/report/bouts.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/choice.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/factor.hpp"
#include "harness/report/number.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

namespace {

constexpr std::array<const char*, kRivals.size()> kCpuTitles{
    "CPU, one plain thread", "CPU, all threads, plain", "CPU, all threads, best"};

// In the head of a column of times, unless all of them are of one variant: then its name is.
constexpr const char* kTime = "time";

Cell time_cell(const Run* run, const std::string& quantity) {
  if (!run) return {kSkippedMark, "", Tone::kSkipped};
  const bool part = state_of(*run, quantity).state == CellState::kExtrapolated;
  const bool noise = is_noisy(*run, quantity);
  std::string text = duration(quantity_of(*run, quantity)->value);
  if (part) text += std::string(" ") + kPartMark;
  if (noise) text += std::string(" ") + kNoisyMark;
  text += untold_mark(threads_untold(*run));
  const Tone tone = noise ? Tone::kNoisy : part ? Tone::kExtrapolated : Tone::kMeasured;
  std::string how = run->label;
  if (run->timing && run->timing->epochs > 0) how += ", timed along " + run->timing->carrier;
  if (run->timing && !run->timing->estimated.empty()) how += ", estimated";
  return {text, how, tone};
}

/// How many times faster the GPU is.
Cell gain_cell(const Bout& bout, const Run* rival, const std::string& quantity) {
  if (!bout.best || !rival) return {kSkippedMark, "", Tone::kSkipped};
  Cell gain = factor_cell(factor_of(*known(*rival, quantity), *known(*bout.best, quantity)),
                          untold_mark(threads_untold(*rival)));
  if (const std::string few = few_steps(*rival); !few.empty()) gain.note = "over " + few;
  return gain;
}

}  // namespace

Exhibited contest_exhibit(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  Table table;
  table.id = slug(paper.key + "-" + exhibit.id);
  table.caption = "CPU programs, and how many times faster the best GPU code is than each";
  table.columns = {{"Work", "", false}, {"N", "", true}, {"Machine", "", false}};
  for (const char* title : kCpuTitles) table.columns.push_back({title, kTime, true});
  table.columns.push_back({"GPU, best code", kTime, true});
  for (const char* title : kCpuTitles)
    table.columns.push_back({std::string("GPU over ") + title, "times faster", true});
  bool of_several = false;
  std::set<std::string> estimated;
  for (const Contest& contest : exhibit.contests) {
    for (const Bout& bout : bouts_of(contest, paper.key, evidence, true)) {
      // One time alone compares nothing; it stands in the paper's own table.
      if (bout.rivals_there() + (bout.best ? 1 : 0) < 2) continue;
      of_several |= bout.of_several;
      auto& row = table.rows.emplace_back();
      row.push_back({contest.algorithm, "", Tone::kPlain});
      row.push_back({count_text(bout.n), "", Tone::kPlain});
      row.push_back(machine_cell(*bout.machine));
      for (const Run* rival : bout.rivals) {
        row.push_back(time_cell(rival, contest.quantity));
        if (rival && rival->timing && !rival->timing->estimated.empty())
          estimated.insert(whence_note(*rival->timing) + ": " + rival->label + ".");
      }
      row.push_back(time_cell(bout.best, contest.quantity));
      for (const Run* rival : bout.rivals) row.push_back(gain_cell(bout, rival, contest.quantity));
    }
  }
  Exhibited made;
  if (table.rows.empty()) {
    made.absent = "Not run: no two of these columns are in these results.";
    return made;
  }
  if (exhibit.contests.size() == 1) {
    table.caption += ": " + exhibit.contests.front().algorithm;
    table.columns.erase(table.columns.begin());
    for (auto& row : table.rows) row.erase(row.begin());
  }
  drop_empty_columns(table);
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    if (table.columns[c].note == kTime) lift_note(table, c);
  explain_marks(table);
  table.notes.insert(table.notes.end(), estimated.begin(), estimated.end());
  if (of_several) table.notes.push_back(kFastestOfSeveral);
  if (has_mark(table, kSkippedMark))
    table.notes.push_back(std::string(kSkippedMark) + ": not run at this size on this machine.");
  table.folded = table.rows.size() > kMostOpenRows;
  made.tables.push_back(std::move(table));
  return made;
}

}  // namespace tycho::report
