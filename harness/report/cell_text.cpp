#include "harness/report/cell_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/result/short_commit.hpp"

namespace tycho::report {

namespace {

std::string in_steps(std::int64_t steps) { return plural(steps, "step"); }

std::string joined_notes(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + ", " + second;
}

/// Of counters of a profiler: at which commit they were counted, where the runs are of others.
std::vector<std::string> counted_elsewhere(const Exhibit& exhibit, const Grid& grid) {
  std::map<std::string, std::set<std::string>> runs_of;  // by the counters' commit
  for (const auto& row : grid.cells)
    for (const GridCell& cell : row) {
      if (!cell.value || !cell.run) continue;
      const std::string& own = cell.run->machine->provenance.build.commit;
      for (const auto& [stage, commit] : cell.run->counted_at)
        if (exhibit.y_quantity.starts_with("counter:" + stage + "_"))
          runs_of[commit].insert(result::short_commit(own));
    }
  std::vector<std::string> notes;
  for (const auto& [commit, runs] : runs_of)
    notes.push_back("Counted at commit " + commit + "; the recorded runs of these ids are of " +
                    listed({runs.begin(), runs.end()}) + ".");
  return notes;
}

/// "runtime/n=4096/cpu-all" of a run of a paper.
std::string id_within_paper(const Run& run) { return run.id.substr(run.id.find('/') + 1); }

/// " (2.31 s)": what a run that is not shown has; of a speed-up or a stage nothing.
std::string instead(const Exhibit& exhibit, const Run& run) {
  if (exhibit.y_quantity == "speedup" || exhibit.kind == "stages") return "";
  const auto value = quantity_of(run, exhibit.y_quantity);
  if (!value) return "";
  return " (" + (exhibit.y_unit == "s" ? duration(value->value) : number(value->value, 3)) + ")";
}

}  // namespace

Cell time_cell(const Run& run, const Estimate& time) {
  const bool noise = noisy(time);
  return {duration(time.value) + (noise ? std::string(" ") + kNoisyMark : "") +
              untold_mark(threads_untold(run)),
          "", noise ? Tone::kNoisy : Tone::kPlain};
}

Cell from_time_cell(const Run& run, const std::string& text) {
  if (text.empty()) return {};
  return {text + untold_mark(threads_untold(run)), "", Tone::kPlain};
}

std::string untold_mark(bool untold) { return untold ? std::string(" ") + kUntoldMark : ""; }

std::string with_untold_explained(const std::string& sentence) {
  if (sentence.find(kUntoldMark) == std::string::npos) return sentence;
  return sentence + " " + kUntoldMark + kUntoldMeans;
}

void explain_marks(Table& table) {
  // By the tone: the words of a paper may have the same sign.
  const bool noise = std::any_of(table.rows.begin(), table.rows.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(),
                       [](const Cell& cell) { return cell.tone == Tone::kNoisy; });
  });
  if (has_mark(table, kPartMark)) table.notes.push_back(std::string(kPartMark) + kPartMeans);
  if (noise) table.notes.push_back(std::string(kNoisyMark) + kNoisyMeans);
  if (has_mark(table, kUntoldMark)) table.notes.push_back(std::string(kUntoldMark) + kUntoldMeans);
}

bool has_mark(const Table& table, const char* mark) {
  return std::any_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
    return std::any_of(row.begin(), row.end(),
                       [&](const Cell& cell) { return cell.text.find(mark) != std::string::npos; });
  });
}

void drop_empty_columns(Table& table) {
  for (std::size_t c = table.columns.size(); c-- > 0;) {
    const bool empty = std::all_of(table.rows.begin(), table.rows.end(), [&](const auto& row) {
      return row[c].text.empty() || row[c].text == kSkippedMark;
    });
    if (!empty) continue;
    table.columns.erase(table.columns.begin() + static_cast<std::ptrdiff_t>(c));
    for (auto& row : table.rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

void lift_note(Table& table, std::size_t column) {
  std::set<std::string> notes;
  for (const auto& row : table.rows)
    if (row[column].tone != Tone::kSkipped) notes.insert(row[column].note);
  if (notes.size() != 1 || notes.begin()->empty()) return;
  table.columns[column].note = *notes.begin();
  for (auto& row : table.rows) row[column].note.clear();
}

std::string Unit::text(double value) const { return number(value / size, size == 1 ? 4 : 3); }

Unit unit_for(const Exhibit& exhibit, const std::vector<double>& values) {
  if (exhibit.y_unit != "s") return {exhibit.y_unit, 1};
  double most = 0;
  for (const double value : values)
    if (std::isfinite(value)) most = std::max(most, std::fabs(value));
  if (most > 0 && most < 1e-3) return {"\u00b5s", 1e-6};
  if (most > 0 && most < 1) return {"ms", 1e-3};
  return {"s", 1};
}

bool is_per_step(const std::string& quantity) {
  return quantity == "step_s" || quantity == "ns_each" || quantity == "per_s" ||
         quantity == "gflops" || quantity == "speedup" || quantity.rfind("stage:", 0) == 0;
}

std::string interval_note(const Unit& unit, const Estimate& value, const Times* timing) {
  if (!timing) return "";
  const double width = value.high - value.low;
  if (timing->repeats_measured <= 1) return "once";
  if (!(width > 0) || !std::isfinite(width)) return "";
  if (value.value == 0)  // relative to which no interval has a size
    return unit.text(value.low) + " to " + unit.text(value.high);
  const double percent = 50 * width / std::fabs(value.value);
  if (percent < 0.1) return "\u00b1<0.1%";
  return percent > 100 ? "\u00b1>100%" : "\u00b1" + number(percent, 2) + "%";
}

Known known(const Exhibit& exhibit, const GridCell& cell) {
  if (cell.run && exhibit.y_quantity != "speedup")
    if (const auto found = known(*cell.run, exhibit.y_quantity)) return *found;
  return {*cell.value, cell.state == CellState::kNoisy};
}

Cell factor_cell(const Known& factor, const std::string& marks) {
  return {factor_text(factor) + (factor.noisy ? std::string(" ") + kNoisyMark : "") + marks, "",
          factor.noisy ? Tone::kNoisy : Tone::kPlain};
}

Cell present(const Exhibit& exhibit, const GridCell& cell, const Unit& unit, bool steps) {
  if (cell.state == CellState::kSkipped) {
    const bool failed = cell.run && cell.run->status == result::Status::kFailed;
    return failed ? Cell{"failed", "", Tone::kBad} : Cell{kSkippedMark, "", Tone::kSkipped};
  }
  const Estimate& value = *cell.value;
  // A check's value and a counter are single numbers, whatever was timed beside them.
  const bool timed = exhibit.y_quantity.find("check:") == std::string::npos &&
                     exhibit.y_quantity.find("counter:") == std::string::npos &&
                     exhibit.y_quantity.find("setting:") == std::string::npos &&
                     exhibit.y_quantity != "moved";
  const Times* timing = timed && cell.run && cell.run->timing ? &*cell.run->timing : nullptr;
  const std::string interval = interval_note(unit, value, timing);
  const std::string untold = untold_mark(cell.untold);
  std::string marks, note = interval;
  if (cell.of_part()) {
    const std::string part =
        timing ? count_text(timing->steps_measured) + " of " + in_steps(timing->steps_requested)
               : "";
    const bool estimated = timing && !timing->estimated.empty();
    marks = std::string(" ") + kPartMark;
    note = estimated ? "estimated" : joined_notes(interval, part);
  }
  if (cell.state == CellState::kNoisy) {
    if (exhibit.y_quantity == "speedup") {
      Cell gain = factor_cell({value, true}, marks + untold);
      if (cell.of_part()) gain.note = note;
      return gain;
    }
    return {unit.text(value.value) + marks + " " + kNoisyMark + untold, note, Tone::kNoisy};
  }
  const std::string text =
      exhibit.y_quantity == "speedup" ? factor_text({value}) : unit.text(value.value);
  if (cell.of_part()) return {text + marks + untold, note, Tone::kExtrapolated};
  const bool said = steps && timing && is_per_step(exhibit.y_quantity);
  return {text + untold,
          joined_notes(interval, said ? steps_text(*cell.run, timing->steps_measured) : ""),
          Tone::kMeasured};
}

std::string whence_note(const Times& timing) {
  if (!timing.estimated.empty()) return "Estimated " + timing.estimated;
  return "Timed at " + plural(timing.epochs, "epoch") + " of the run of " + timing.carrier;
}

std::string shared_steps(const Grid& grid) {
  std::set<std::string> found;
  for (const auto& row : grid.cells)
    for (const GridCell& cell : row)
      if (cell.state == CellState::kMeasured && cell.run && cell.run->timing)
        found.insert(steps_text(*cell.run, cell.run->timing->steps_measured));
  return found.size() == 1 ? *found.begin() : "";
}

std::vector<std::string> chosen_notes(const Exhibit& exhibit,
                                      const std::vector<const GridCell*>& cells) {
  constexpr std::size_t kMostNamed = 3;
  std::map<Ground, std::set<std::string>> chosen;
  for (const GridCell* cell : cells)
    for (const NotShown& other : cell->not_shown) {
      // What was skipped beside what ran is no rival.
      if (!cell->value || !other.run->ok()) continue;
      chosen[other.ground].insert(id_within_paper(*cell->run) + ", not " +
                                  id_within_paper(*other.run) + instead(exhibit, *other.run));
    }
  std::vector<std::string> notes;
  for (const auto& [ground, pairs] : chosen) {
    const bool few = pairs.size() <= kMostNamed;
    const auto others = plural(static_cast<std::int64_t>(pairs.size()), "other run");
    notes.push_back("Where several runs could fill a cell, it shows " + words_of(ground) +
                    (few ? ": " + listed({pairs.begin(), pairs.end()})
                         : " (" + others + " not shown; the CSV file names them)") +
                    ".");
  }
  return notes;
}

std::vector<std::string> notes_of(const Exhibit& exhibit, const Grid& grid) {
  const CellCounts counts = grid.counts();
  std::vector<std::string> notes;
  if (const std::string steps = shared_steps(grid);
      !steps.empty() && is_per_step(exhibit.y_quantity))
    notes.push_back("Measured over " + steps + ".");
  if (counts.extrapolated > 0) notes.push_back(std::string(kPartMark) + kPartMeans);
  if (counts.noisy > 0) notes.push_back(std::string(kNoisyMark) + kNoisyMeans);
  if (grid.any_untold()) notes.push_back(std::string(kUntoldMark) + kUntoldMeans);
  std::vector<const GridCell*> cells;
  for (const auto& row : grid.cells)
    for (const GridCell& cell : row) cells.push_back(&cell);
  for (const std::string& note : chosen_notes(exhibit, cells)) notes.push_back(note);
  std::set<std::string> whence;
  for (const auto& row : grid.cells)
    for (const GridCell& cell : row)
      if (cell.value && cell.run && cell.run->timing && cell.run->timing->not_its_own())
        whence.insert(whence_note(*cell.run->timing) + ": " + cell.run->label);
  for (const std::string& note : whence) notes.push_back(note + ".");
  for (const std::string& note : counted_elsewhere(exhibit, grid)) notes.push_back(note);
  // By reason, the columns in which it stands.
  std::map<std::string, std::set<std::string>> why;
  for (const auto& row : grid.cells)
    for (std::size_t c = 0; c < row.size(); ++c)
      if (row[c].state == CellState::kSkipped && !row[c].reason.empty())
        why[row[c].reason].insert(grid.columns[c].label());
  for (const auto& [reason, columns] : why) {
    const bool all = columns.size() == grid.columns.size();
    notes.push_back(std::string(kSkippedMark) + ": " + reason +
                    (all ? "" : " (" + listed({columns.begin(), columns.end()}) + ")") + ".");
  }
  return notes;
}

}  // namespace tycho::report
