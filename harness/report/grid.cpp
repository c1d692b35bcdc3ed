#include "harness/report/grid.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "core/joined.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/report/verdict.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;

/// What tells one series from another, wherever it was measured.
json series_key(const Exhibit& exhibit, const Run& run) {
  json key = json::array();
  for (const std::string& name : exhibit.split) key.push_back(property(run, name));
  return key;
}

template <typename T>
int place_in(std::vector<T>& list, const T& value) {
  const auto found = std::find(list.begin(), list.end(), value);
  const auto index = static_cast<int>(found - list.begin());
  if (found == list.end()) list.push_back(value);
  return index;
}

std::string filled_label(std::string text, const Run& run) {
  for (std::size_t open = 0; (open = text.find('{', open)) != std::string::npos;) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    // "{active|0=all|1=one}": values that have names of their own.
    std::stringstream inside(text.substr(open + 1, close - open - 1));
    std::string name;
    std::getline(inside, name, '|');
    std::string value = name == "n"      ? count_text(run.n)
                        : name == "cube" ? cube_text(run.n)
                                         : text_of(property(run, name));
    for (std::string named; std::getline(inside, named, '|');) {
      const std::size_t equals = named.find('=');
      if (equals == std::string::npos || named.substr(0, equals) != value) continue;
      value = named.substr(equals + 1);
      break;
    }
    text.replace(open, close - open + 1, value);
    open += value.size();
  }
  return text;
}

constexpr const char* kNoRun = "not in these results";

/// What is shown of a cell. Where the fastest run counts, other quantities of the cell are of the
/// same run; else a run that has nothing to show makes room for one that has.
Choice choice_of(const Exhibit& exhibit, const std::vector<const Run*>& candidates,
                 const Evidence& evidence) {
  const bool speedup = exhibit.y_quantity == "speedup";
  const std::string time = speedup ? exhibit.base : exhibit.y_quantity;
  const Place place{exhibit.select, exhibit.fastest ? "step_s" : time, exhibit.fastest};
  if (exhibit.fastest || !speedup) return choose(candidates, place);
  std::vector<const Run*> there, without;
  for (const Run* run : candidates)
    (shown(exhibit, *run, evidence) ? there : without).push_back(run);
  if (there.empty()) return choose(candidates, place);
  Choice choice = choose(there, place);
  for (const Run* run : without) choice.not_shown.push_back({run, Ground::kNumber});
  return choice;
}

}  // namespace

void CellCounts::add(CellState state) {
  switch (state) {
    case CellState::kMeasured:
      ++measured;
      break;
    case CellState::kExtrapolated:
      ++extrapolated;
      break;
    case CellState::kNoisy:
      ++noisy;
      break;
    case CellState::kSkipped:
      ++skipped;
      break;
  }
}

void CellCounts::add(const GridCell& cell) {
  add(cell.state);
  extrapolated += cell.noisy_part;
}

CellCounts& CellCounts::operator+=(const CellCounts& other) {
  measured += other.measured;
  extrapolated += other.extrapolated;
  noisy += other.noisy;
  skipped += other.skipped;
  return *this;
}

CellCounts Grid::counts() const {
  CellCounts counts;
  for (const auto& row : cells) {
    for (const GridCell& cell : row) counts.add(cell);
  }
  return counts;
}

bool Grid::any_untold() const {
  return std::any_of(cells.begin(), cells.end(), [](const auto& row) {
    return std::any_of(row.begin(), row.end(),
                       [](const GridCell& cell) { return cell.value && cell.untold; });
  });
}

std::vector<const Run*> runs_of(const Exhibit& exhibit, const std::string& paper,
                                const Evidence& evidence) {
  std::vector<const Run*> runs;
  for (const Run& run : evidence.runs) {
    if (run.paper == paper && matches(run, exhibit.select)) runs.push_back(&run);
  }
  for (const Run& run : evidence.estimated) {
    // Of a recorded machine only the GPU is shown beside the runs of this one.
    if (run.paper == paper && !run.machine->recorded && matches(run, exhibit.select))
      runs.push_back(&run);
  }
  return runs;
}

std::string series_name(const Exhibit& exhibit, const Run& run) {
  if (!exhibit.split_label.empty()) return filled_label(exhibit.split_label, run);
  std::string label;
  for (const std::string& name : exhibit.split) join_to(label, text_of(property(run, name)));
  return label;
}

std::string series_label(const Exhibit& exhibit, const Run& run) {
  return series_name(exhibit, run) + (run.machine_tag.empty() ? "" : ", " + run.machine_tag);
}

GridCell state_of(const Run& run, const std::string& quantity) {
  GridCell cell;
  cell.run = &run;
  if (!run.ok()) {
    cell.reason = run.status == result::Status::kFailed ? "failed: " + run.reason : run.reason;
    return cell;
  }
  const bool part = run.timing && run.timing->rests_on_part(quantity);
  cell.state = part ? CellState::kExtrapolated : CellState::kMeasured;
  return cell;
}

bool rests_on_untold(const Exhibit& exhibit, const Run& run, const Evidence& evidence) {
  if (!is_time(exhibit.y_quantity)) return false;
  if (threads_untold(run)) return true;
  const Run* other =
      exhibit.y_quantity == "speedup" ? counterpart_of(exhibit, run, evidence) : nullptr;
  return other && threads_untold(*other);
}

namespace {

/// Totals of steps that are alike have the ratio of their steps. Of a way of which a part was run,
/// the rest is not known.
bool of_part_of_a_way(const Exhibit& exhibit, const Run& run) {
  const bool alike = !run.timing->on_the_way && !run.timing->not_its_own();
  return !alike && run.timing->rests_on_part(exhibit.base);
}

CellState speedup_state(const Exhibit& exhibit, const Run& run, const Evidence& evidence) {
  const Run* other = counterpart_of(exhibit, run, evidence);
  const bool part = of_part_of_a_way(exhibit, run) || (other && of_part_of_a_way(exhibit, *other));
  return part ? CellState::kExtrapolated : CellState::kMeasured;
}

}  // namespace

const Run* counterpart_of(const Exhibit& exhibit, const Run& run, const Evidence& evidence) {
  const bool in_one_row = exhibit.against.count(exhibit.x_key) == 0;
  const std::vector<Run>& others = run.machine->recorded ? evidence.recorded : evidence.runs;
  std::vector<const Run*> found;
  for (const Run& other : others)
    if (other.paper == run.paper && other.machine->name == run.machine->name &&
        matches(other, exhibit.against) &&
        (in_one_row ? property(other, exhibit.x_key) == property(run, exhibit.x_key)
                    : series_key(exhibit, other) == series_key(exhibit, run)) &&
        std::all_of(
            exhibit.same.begin(), exhibit.same.end(),
            [&](const std::string& key) { return property(other, key) == property(run, key); }) &&
        quantity_of(other, exhibit.base))
      found.push_back(&other);
  return choose(found, {exhibit.against, exhibit.base}).run;
}

bool is_noisy(const Run& run, const std::string& quantity) {
  const auto value = quantity_of(run, quantity);
  return value && noisy(*value);
}

bool rests_on_noise(const Exhibit& exhibit, const Run& run, const Evidence& evidence) {
  if (exhibit.y_quantity != "speedup") return is_noisy(run, exhibit.y_quantity);
  const Run* other = counterpart_of(exhibit, run, evidence);
  if (other && other->id == run.id) return false;  // 1, whatever its time scatters by
  return is_noisy(run, exhibit.base) || (other && is_noisy(*other, exhibit.base));
}

std::optional<Estimate> shown(const Exhibit& exhibit, const Run& run, const Evidence& evidence) {
  if (exhibit.y_quantity != "speedup") return quantity_of(run, exhibit.y_quantity);
  const auto own = measured(run, exhibit.base);
  const Run* other = counterpart_of(exhibit, run, evidence);
  if (!own || !other) return std::nullopt;
  if (other->id == run.id) return Estimate{1, 1, 1};  // over itself, whatever its time scatters by
  return quotient(measured(*other, exhibit.base)->value, own->value);
}

Grid make_grid(const Exhibit& exhibit, const std::string& paper, const Evidence& evidence) {
  const std::vector<const Run*> runs = runs_of(exhibit, paper, evidence);
  Grid grid;
  std::set<double> rows(exhibit.x_values.begin(), exhibit.x_values.end());
  // A column is a series on a machine; the machines of one series stand side by side.
  using Key = std::pair<json, std::string>;
  std::vector<json> series;
  std::vector<std::string> machines;
  std::vector<Key> keys;
  std::map<std::pair<double, Key>, std::vector<const Run*>> at;
  for (const Run* run : runs) {
    const json x = property(*run, exhibit.x_key);
    if (!x.is_number()) continue;
    rows.insert(x.get<double>());
    const Key key{series_key(exhibit, *run), run->machine->name};
    place_in(series, key.first);
    place_in(machines, key.second);
    place_in(keys, key);
    at[{x.get<double>(), key}].push_back(run);
  }
  grid.rows.assign(rows.begin(), rows.end());
  if (exhibit.ordered) std::sort(series.begin(), series.end());
  std::stable_sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return std::pair(place_in(series, a.first), place_in(machines, a.second)) <
           std::pair(place_in(series, b.first), place_in(machines, b.second));
  });
  for (const Key& key : keys) {
    const auto any = std::find_if(at.begin(), at.end(),
                                  [&](const auto& entry) { return entry.first.second == key; });
    const Run& run = *any->second.front();
    grid.columns.push_back({series_name(exhibit, run), run.machine, run.machine_tag,
                            place_in(series, key.first), place_in(machines, key.second)});
  }
  for (const double row : grid.rows) {
    auto& cells = grid.cells.emplace_back();
    // With no run at all the exhibit still has its published rows, and says why they are empty.
    if (keys.empty()) cells.push_back({CellState::kSkipped, {}, kNoRun, nullptr, false, {}});
    for (const Key& key : keys) {
      const auto found = at.find({row, key});
      if (found == at.end()) {
        cells.push_back({CellState::kSkipped, {}, kNoRun, nullptr, false, {}});
        continue;
      }
      Choice choice = choice_of(exhibit, found->second, evidence);
      const Run& run = *choice.run;
      GridCell cell = state_of(run, exhibit.y_quantity);
      if (cell.state != CellState::kSkipped) {
        cell.value = shown(exhibit, run, evidence);
        if (cell.value && exhibit.y_quantity == "speedup")
          cell.state = speedup_state(exhibit, run, evidence);
        if (!cell.value) {
          cell.state = CellState::kSkipped;
          cell.reason = exhibit.y_quantity == "speedup" ? "no counterpart ran on the same machine"
                                                        : why_missing(run, exhibit.y_quantity);
        } else if (rests_on_noise(exhibit, run, evidence)) {
          cell.make_noisy();
        }
        cell.untold = cell.value && rests_on_untold(exhibit, run, evidence);
      }
      cell.not_shown = std::move(choice.not_shown);
      cells.push_back(std::move(cell));
    }
  }
  if (keys.empty())
    grid.columns.push_back({exhibit.y_label, std::make_shared<const Machine>(), "", 0, 0});
  return grid;
}

}  // namespace tycho::report
