// An exhibit's runs laid out as the paper's table: a row for each x, a column for each series,
// and in every cell what is known, or why nothing is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/report/choice.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"

namespace tycho::report {

/// Noisy, of a part of the steps too: a time has an interval wider than kWidestInterval
/// (noise.hpp), or the speed-up is over or of such a time. Of a speed-up the value then decides
/// nothing and is not shown.
enum class CellState { kMeasured, kExtrapolated, kNoisy, kSkipped };

struct GridCell;

/// A noisy cell of a part of the steps counts as both.
struct CellCounts {
  int measured = 0, extrapolated = 0, noisy = 0, skipped = 0;

  void add(CellState state);
  void add(const GridCell& cell);
  CellCounts& operator+=(const CellCounts& other);
};

struct GridCell {
  CellState state = CellState::kSkipped;
  std::optional<Estimate> value;
  std::string reason;  // of a skipped one
  const Run* run = nullptr;
  bool untold = false;                // rests on threads that nobody bound to cores (select.hpp)
  std::vector<NotShown> not_shown{};  // that could stand here too, and why they do not (choice.hpp)
  bool noisy_part = false;            // a noisy one is also of a part of the steps

  bool of_part() const { return state == CellState::kExtrapolated || noisy_part; }
  /// It rests on a noisy time.
  void make_noisy() {
    noisy_part = of_part();
    state = CellState::kNoisy;
  }
};

struct GridColumn {
  std::string series;
  std::shared_ptr<const Machine> machine;
  std::string machine_tag;  // as the runs'
  int group = 0;            // index of its series, which machines share
  int machine_index = 0;    // among the machines of the exhibit

  std::string label() const { return series + (machine_tag.empty() ? "" : ", " + machine_tag); }
};

struct Grid {
  std::vector<double> rows;
  std::vector<GridColumn> columns;
  std::vector<std::vector<GridCell>> cells;  // [row][column]

  CellCounts counts() const;
  bool any_untold() const;
};

/// The runs of the exhibit's paper that it shows.
std::vector<const Run*> runs_of(const Exhibit& exhibit, const std::string& paper,
                                const Evidence& evidence);

Grid make_grid(const Exhibit& exhibit, const std::string& paper, const Evidence& evidence);

/// The run that a speed-up is over: on the same machine, since a recorded GPU is compared with its
/// own recorded CPU. It is in the same row; where `against` says what the rows are by (one rank of
/// many), it is in the same column. Null: there is none with such a time.
const Run* counterpart_of(const Exhibit& exhibit, const Run& run, const Evidence& evidence);

/// What the exhibit shows of one run: its y quantity, or how much faster than its counterpart, for
/// which a time measured once is taken to be uncertain by a tenth (verdict.hpp).
std::optional<Estimate> shown(const Exhibit& exhibit, const Run& run, const Evidence& evidence);

/// Whether a time of a run, or what follows from one, has too wide an interval.
bool is_noisy(const Run& run, const std::string& quantity);
/// Whether what the exhibit shows of a run is, or follows from, a noisy time.
bool rests_on_noise(const Exhibit& exhibit, const Run& run, const Evidence& evidence);
/// Whether what the exhibit shows of a run is, or follows from, a time of unbound threads.
bool rests_on_untold(const Exhibit& exhibit, const Run& run, const Evidence& evidence);

/// "unroll {unroll}" with the run's own values.
std::string series_name(const Exhibit& exhibit, const Run& run);
/// The same, and the machine where there are several.
std::string series_label(const Exhibit& exhibit, const Run& run);

/// What is known of a quantity of the run; if the run was not made, why. A quantity per step is
/// measured, in however many steps; a total is extrapolated where a part of its steps was run.
GridCell state_of(const Run& run, const std::string& quantity);

}  // namespace tycho::report
