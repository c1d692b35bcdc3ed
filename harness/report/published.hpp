// A paper's numbers, exhibits, claims and arithmetic, as cases/published/<paper>.json has them.
#pragma once

#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/arithmetic.hpp"
#include "harness/report/figure.hpp"
#include "harness/report/formula.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

struct PublishedValue {
  double value = 0;
  std::string unit, text, where;
  std::string exactness;  // "about", "as printed", "an upper bound"
  std::string on;         // the column of the paper's table: its hardware or program
  std::optional<double> last_digit = {};  // a unit of it, where `value` was converted
};

/// A published value that belongs into an exhibit: at this x, beside the runs that match.
struct PublishedPoint {
  std::string value;        // id
  std::optional<double> x;  // none: at the largest at which a run that matches was measured
  Selector select;
  std::string skipped;  // why no run of ours can answer it; empty: one may
};

/// A line across the figure.
struct Level {
  std::string value;  // id
  std::string label;
};

/// A line that theory gives: y(t) is an expression of t.
struct Theory {
  std::string label, expression;
  double from = 0, to = 0;
  std::optional<double> through;  // the time at which it is scaled to meet the first curve
};

/// A row of a table of stages; without a stage it is the whole step.
struct StageRow {
  std::string label, stage;
  Selector of, against;
  std::string drawn = {};  // the bar it is a part of, where the figure sums several rows
};
struct StageColumn {
  std::string label;
  Selector select;
  std::string on;  // what the paper measured it on
};

/// A series that the figure and the open table show: runs, or a published column.
struct Line {
  Selector select;
  std::string published;  // or the label of a column of stages
};

/// The best GPU code against three CPU programs: by such contests the front, and tables where the
/// paper has one CPU column, say honestly how much faster the GPU is.
struct Contest {
  std::string algorithm, quantity;
  Selector best, one_thread, all_threads, simd;  // empty: there is no such program
  std::string way = {};  // what a time is of, where a result does not say from when: an interval
};

/// Curves that a sentence holds against each other, and what the paper says of its own pair.
struct CurvePair {
  Selector of, against;
  std::vector<std::string> same;  // what both runs share beside their size
  std::string says, where;        // the paper; empty: it says nothing of how far they lie apart
  double within = 0;              // the most that `says` is taken to mean, in the median
};

/// A quantity of an exhibit of runs.
struct RunColumn {
  std::string quantity, label, unit;
};

struct Exhibit {
  std::string id, kind, title, caption, note;
  Selector select;
  bool own = false;     // tycho's, not the paper's: its cells are not counted as published ones
  bool beyond = false;  // and of what the paper does not show: stands after its exhibits

  std::string x_key = "n", x_label;
  Scale x_scale = Scale::kLinear;
  std::vector<double> x_values;  // the published ones: those missing here are counted as skipped

  std::string y_quantity, y_label, y_unit;
  Scale y_scale = Scale::kLinear;
  bool magnitude = false;  // of a signed series
  /// Of several series: what a reader calls each; empty: nothing but the run's label.
  std::map<std::string, std::string> series_words = {};
  std::string base;  // speedup: the quantity compared
  Selector against;  // speedup: the runs compared with

  std::vector<std::string> split{"label"};  // one line or column for each combination
  std::string split_label;                  // "unroll {unroll}"
  bool ordered = false;
  bool fastest = false;           // of several runs in a cell (choice.hpp)
  std::vector<Line> lines;        // which are drawn; none: the first five
  std::vector<std::string> same;  // speedup: what both runs must share beside x
  std::vector<Selector> zoom;     // these alone once more, in a panel of their own
  std::vector<Exhibit> panels;    // side by side, instead of one

  bool beside = false;              // pictures: the last one of every run in one figure
  std::int64_t frames = 0;          // pictures: of a run at most, both ends included; 0: all
  std::vector<std::string> planes;  // orbits: "xy", "xz", "yz", "3d"
  std::vector<PublishedPoint> published;
  std::vector<Level> levels;

  // threshold: a table of row / column against the number of SMs
  std::string row_label, column_label;
  std::vector<double> rows, columns;
  std::vector<std::vector<double>> cells;  // as printed in the paper
  std::string threshold;                   // id of the published one

  // stages: a row for each stage, a column for each kind of run; cells as printed, or none
  std::vector<StageRow> stage_rows;
  std::vector<StageColumn> stage_columns;
  std::string drawn;  // "stacked" or "bars"; empty: a table only

  std::vector<Contest> contests;       // contest: a row for each of them and each size
  std::vector<RunColumn> run_columns;  // runs: a row for each run

  std::vector<Theory> theories;
  std::optional<CurvePair> pair;  // series along a run's time
};

/// From least to most, both included; NaN lies nowhere.
struct Bounds {
  double least = -HUGE_VAL, most = HUGE_VAL;

  bool hold(double value) const { return value >= least && value <= most; }
  bool given() const { return least != -HUGE_VAL || most != HUGE_VAL; }
};

/// What the paper's own numbers say of a claim: an expression for every row, within its bounds.
struct Printed {
  Rows rows;
  std::string expression;
  Bounds bounds;
  std::string why_not;  // there is no expression
};

struct Claim {
  std::string id, sentence, where, published, reads;
  Printed printed;
  nlohmann::json test;
};

/// Arithmetic that should come out, in every row: as what is stated, or within bounds. With neither
/// it is for information.
struct Audit {
  std::string text, expression, unit, against, finding;
  double tolerance = 0;  // relative
  Rows rows;
  Bounds bounds;
};

/// Times of ours that cannot depend on what tells the runs apart: they agree, or the measurement is
/// wrong. Runs of one machine and variant that are alike in all else are held against each other.
struct Agreement {
  std::string text;
  std::vector<std::string> quantities;
  Selector select;
  std::string across;    // what tells them apart: "case"
  double tolerance = 0;  // relative
};

struct Hardware {
  std::string name, text, where;
};

/// A row of the front's table "then and now": a published number with what answers it today.
struct Headline {
  std::string what;   // "1,048,576 bodies for a quarter of a time unit"
  std::string value;  // id of the published number
  std::string on;     // the hardware and the year of then
  std::string quantity, base;
  Selector against;  // speedup: the runs compared with
  Selector method, best;
  std::int64_t n = 0;    // the paper's own size; a run of another size says so
  std::string size;      // in words: "128^3 cells"
  bool on_front = true;  // else on the paper's own page only
};

/// What is known of checks that fail for one reason: however many fail, it is one finding.
struct KnownFinding {
  std::string id, sentence, known;
  std::string check;
  Selector select;
};

/// The time of runs that would take too long, from other runs of their machine and size.
struct TimeFormula {
  Selector of;  // the runs it stands for
  std::int64_t least_n = 0;
  Selector stages_of, counters_of;  // where the names of the expression come from, beside n
  std::string total_s;              // the expression
  std::string text;                 // what it is, in words
};

/// A picture worth showing on the front: the last of a run or, along its way, all of them.
struct Vista {
  std::string text;
  Selector select;
  bool along = false;
};

/// What a case of the paper says of itself: what the paper leaves open, and what is tycho's.
struct CaseNotes {
  std::string name, title;
  std::vector<std::string> notes;
};

struct Paper {
  std::string key, title, author, venue;
  std::string topic;  // what it is about, in a few words
  std::string about;  // what it did, in a sentence
  std::vector<Headline> headlines;
  std::vector<KnownFinding> findings;
  std::vector<TimeFormula> estimates;
  std::vector<Contest> contests;
  std::vector<Vista> vistas;
  /// Labels of recorded runs, and what a newcomer reads instead.
  std::map<std::string, std::string> labels;
  std::vector<Hardware> hardware;
  std::map<std::string, PublishedValue> values;
  std::vector<Exhibit> exhibits;
  std::vector<Claim> claims;
  std::vector<Audit> audits;
  Symbols symbols;  // of the names in the audits' arithmetic
  std::vector<Agreement> agreements;
  std::vector<CaseNotes> cases;

  const PublishedValue& value(const std::string& id) const { return values.at(id); }
  /// As lists of pages name it: who does not know the key knows the topic.
  std::string name() const { return topic.empty() ? key : topic + " (" + key + ")"; }
  /// Its authors, and where it appeared.
  std::string by() const { return author + (venue.empty() ? "" : ", " + venue); }
};

/// Every published/<paper>.json, by key, with the notes of the cases in the folder <paper> beside
/// published/. Strict with what is published: throws UsageError naming file and JSON pointer.
std::map<std::string, Paper> read_published(const std::filesystem::path& folder);

}  // namespace tycho::report
