// Where the time of a long run goes beside its steps, and what it takes of the host's memory.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/bytes_in_words.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"

namespace tycho::report {

namespace {

// Runs that take less are not waited for.
constexpr double kLong_s = 30;

/// A column, and the phases of a run (as its progress tells them) whose times it adds up.
struct Share {
  const char* head;
  std::vector<std::string_view> phases;
};

const std::array<Share, 6>& shares() {
  static const std::array<Share, 6> all{
      Share{"Initial condition", {"making the initial condition"}},
      Share{"Trying threads, first steps verified", {"trying", "verifying"}},
      Share{"Loading, lead-in, warm-up", {"loading", "leading in", "warming up"}},
      Share{"Steps for the headline",
            {"timing", "evolving", "comparing", "carrying", "timing at an epoch"}},
      Share{"Stages", {"timing the stages", "replaying"}},
      Share{"Checks, haloes, states", {"checking", "looking for haloes", "writing states"}}};
  return all;
}

Cell seconds_cell(double seconds) {
  return {seconds > 0 ? duration(seconds) : std::string(), "", Tone::kPlain};
}

std::vector<Cell> row_of(const Run& run) {
  std::vector<Cell> row{{run.id, "", Tone::kPlain}, seconds_cell(run.wall_s)};
  double told = 0;
  for (const Share& share : shares()) {
    double sum = 0;
    for (const std::string_view phase : share.phases)
      if (const auto found = run.spent_s.find(std::string(phase)); found != run.spent_s.end())
        sum += found->second;
    told += sum;
    row.push_back(seconds_cell(sum));
  }
  row.push_back(seconds_cell(std::max(0.0, run.wall_s - told)));
  row.push_back({run.host_peak_bytes ? bytes_in_words(*run.host_peak_bytes) : std::string(), "",
                 Tone::kPlain});
  row.push_back(machine_cell(*run.machine));
  return row;
}

}  // namespace

std::vector<Block> long_runs_section(const std::string& paper, const Evidence& evidence) {
  Table table;
  table.id = slug(paper + "-long-runs");
  table.caption = "Runs of half a minute or more: where their time went";
  table.columns = {{"Run", "", false}, {"Whole run", "", true}};
  for (const Share& share : shares()) table.columns.push_back({share.head, "", true});
  table.columns.push_back({"Rest", "", true});
  table.columns.push_back({"Most memory on the host", "", true});
  table.columns.push_back({"Machine", "", false});
  for (const Run& run : evidence.runs)
    if (run.paper == paper && !run.spent_s.empty() && run.wall_s >= kLong_s)
      table.rows.push_back(row_of(run));
  // Older results do not tell.
  if (table.rows.empty()) return {};
  table.notes.push_back(
      "Whole run: from before the process was started to its end. Energies and pictures on the way "
      "count as steps here, and not in the times of steps anywhere else. An interval that was "
      "passed once, with marks, has its steps under Stages. Rest: the start of the "
      "process, and phases of less than a hundredth of the run.");
  table.folded = true;
  return {Heading{2, "Where long runs spend their time", paper + "-long-runs-heading"},
          std::move(table)};
}

}  // namespace tycho::report
