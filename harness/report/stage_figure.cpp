#include "harness/report/stage_figure.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/joined.hpp"
#include "harness/report/document.hpp"
#include "harness/report/factor.hpp"
#include "harness/report/main_lines.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

using Bars = std::vector<std::vector<StageBar>>;

/// The columns that the exhibit names, or as many as a figure takes.
std::vector<std::size_t> drawn_columns(const Exhibit& exhibit, std::size_t most) {
  std::vector<std::size_t> columns;
  for (const Line& line : exhibit.lines)
    for (std::size_t c = 0; c < exhibit.stage_columns.size(); ++c)
      if (exhibit.stage_columns[c].label == line.published) columns.push_back(c);
  if (!columns.empty()) return columns;
  for (std::size_t c = 0; c < std::min(most, exhibit.stage_columns.size()); ++c)
    columns.push_back(c);
  return columns;
}

/// The parts of the figure, each with the rows that it sums.
std::vector<std::pair<std::string, std::vector<std::size_t>>> parts_of_step(
    const Exhibit& exhibit) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> parts;
  for (std::size_t r = 0; r < exhibit.stage_rows.size(); ++r) {
    const StageRow& row = exhibit.stage_rows[r];
    if (row.stage.empty() && row.drawn.empty()) continue;  // the whole step, where nothing asks
    const std::string& name = row.drawn.empty() ? row.label : row.drawn;
    auto found = std::find_if(parts.begin(), parts.end(),
                              [&](const auto& part) { return part.first == name; });
    if (found == parts.end()) found = parts.insert(parts.end(), {name, {}});
    found->second.push_back(r);
  }
  return parts;
}

/// The stages of a row, of which it is the sum: "push|deposit".
std::set<std::string> stages_of(const StageRow& row) {
  std::set<std::string> stages;
  for (std::size_t begin = 0; begin < row.stage.size();) {
    const std::size_t end = std::min(row.stage.find('|', begin), row.stage.size());
    stages.insert(row.stage.substr(begin, end - begin));
    begin = end + 1;
  }
  return stages;
}

/// The rows of which another row is the sum: together they have all of its stages. None where it is
/// not the sum of others.
std::vector<std::size_t> rows_summed(const Exhibit& exhibit, std::size_t sum) {
  const std::set<std::string> all = stages_of(exhibit.stage_rows[sum]);
  std::vector<std::size_t> rows;
  std::set<std::string> covered;
  for (std::size_t r = 0; r < exhibit.stage_rows.size(); ++r) {
    const std::set<std::string> own = stages_of(exhibit.stage_rows[r]);
    const bool within = !own.empty() && own.size() < all.size() &&
                        std::includes(all.begin(), all.end(), own.begin(), own.end());
    if (!within) continue;
    rows.push_back(r);
    covered.insert(own.begin(), own.end());
  }
  if (covered != all) rows.clear();
  return rows;
}

/// Whether one of the rows has a noisy speed-up.
bool noise_in(const std::vector<std::size_t>& rows, std::size_t column, const Bars& bars) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](std::size_t row) { return bars[row][column].noise; });
}

/// Times and shares add up; of speed-ups the figure shows the mean of their rows. 0: nothing, since
/// no row has a value, or noise took that of one: the mean of the others would be of another part.
double together(const Exhibit& exhibit, const std::vector<std::size_t>& rows, std::size_t column,
                const Bars& bars) {
  if (noise_in(rows, column, bars)) return 0;
  double sum = 0;
  int count = 0;
  for (const std::size_t row : rows)
    if (const auto& value = bars[row][column].value; value && std::isfinite(value->value))
      sum += value->value, ++count;
  if (count == 0) return 0;
  return exhibit.y_quantity == "speedup" ? sum / count : sum;
}

/// The mean of the rows' speed-ups, with the means of both ends of their intervals.
Known mean_of(const std::vector<std::size_t>& rows, std::size_t column, const Bars& bars) {
  Known mean{{}, noise_in(rows, column, bars)};
  auto& [value, low, high] = mean.value;
  int count = 0;
  for (const std::size_t row : rows)
    if (const auto& own = bars[row][column].value)
      value += own->value, low += own->low, high += own->high, ++count;
  if (count > 0) mean.value = {value / count, low / count, high / count};
  return mean;
}

/// What the mean of the rows lies between where noise forbids to give it; nothing where one of the
/// ends is no number that a logarithmic axis has.
std::optional<Estimate> between(const std::vector<std::size_t>& rows, std::size_t column,
                                const Bars& bars) {
  const Known mean = mean_of(rows, column, bars);
  if (!mean.noisy || !(mean.value.low > 0) || !std::isfinite(mean.value.high)) return std::nullopt;
  return mean.value;
}

/// The share of a step that all its stages have together; above 1 where these took longer in their
/// own windows than the step in its.
double whole_of(const Exhibit& exhibit, std::size_t column, const Bars& bars) {
  double whole = 0;
  for (const auto& part : parts_of_step(exhibit))
    whole += together(exhibit, part.second, column, bars);
  return whole;
}

Panel stacked(const Exhibit& exhibit, const Bars& bars) {
  Panel panel;
  panel.x = {"percent of the step", Scale::kLinear, {}, 0, 100};
  const std::vector<std::size_t> columns = drawn_columns(exhibit, exhibit.stage_columns.size());
  std::vector<double> lengths(columns.size());  // of the bars, in percent
  for (const auto& [name, rows] : parts_of_step(exhibit)) {
    Series series{name, Style::kStack, {}, static_cast<int>(panel.series.size()), 0};
    double bar = 0;
    for (const std::size_t c : columns) {
      if (!(whole_of(exhibit, c, bars) > 0)) continue;
      double& length = lengths[static_cast<std::size_t>(bar)];
      // The frame ends with the step: what is beyond it is cut off.
      const double percent = std::min(100 * together(exhibit, rows, c, bars), 100 - length);
      length += percent;
      series.points.push_back({percent, bar, bar, bar, 0});
      if (panel.series.empty()) panel.y.ticks.emplace_back(bar, exhibit.stage_columns[c].label);
      ++bar;
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

/// A column has one colour in all figures of a paper with bars: its place among their columns.
int colour_of(const std::string& label, const Paper& paper, std::size_t otherwise) {
  std::vector<std::string> labels;
  for (const Exhibit& exhibit : paper.exhibits) {
    if (exhibit.drawn != "bars") continue;
    for (const std::size_t c : drawn_columns(exhibit, kMostLines))
      if (const std::string& own = exhibit.stage_columns[c].label;
          std::find(labels.begin(), labels.end(), own) == labels.end())
        labels.push_back(own);
  }
  const auto found = std::find(labels.begin(), labels.end(), label);
  return static_cast<int>(found == labels.end() ? otherwise
                                                : static_cast<std::size_t>(found - labels.begin()));
}

/// What the paper prints of the drawn columns: a mark in the middle of each part that is one row.
void add_printed(Panel& panel, const Exhibit& exhibit) {
  const auto parts = parts_of_step(exhibit);
  int marker = 0;
  for (const std::size_t c : drawn_columns(exhibit, kMostLines)) {
    Series series{exhibit.stage_columns[c].on + " (published)", Style::kPublished, {}, marker, 0};
    for (std::size_t p = 0; p < parts.size() && !exhibit.cells.empty(); ++p) {
      const double printed = exhibit.cells[parts[p].second.front()][c];
      if (parts[p].second.size() == 1 && printed > 0)
        series.points.push_back({static_cast<double>(p), printed, printed, printed, 0});
    }
    if (series.points.empty()) continue;
    panel.series.push_back(std::move(series));
    ++marker;
  }
}

Panel grouped(const Exhibit& exhibit, const Paper& paper, const Bars& bars, const Unit& unit) {
  Panel panel;
  panel.y = {exhibit.y_label + unit.head(), Scale::kLog10, {}, 0, 0};
  const auto parts = parts_of_step(exhibit);
  for (std::size_t p = 0; p < parts.size(); ++p)
    panel.x.ticks.emplace_back(static_cast<double>(p), parts[p].first);
  for (const std::size_t c : drawn_columns(exhibit, kMostLines)) {
    const std::string& label = exhibit.stage_columns[c].label;
    Series series{label, Style::kBars, {}, colour_of(label, paper, panel.series.size()), 0};
    for (std::size_t p = 0; p < parts.size(); ++p) {
      const auto x = static_cast<double>(p);
      if (const double value = together(exhibit, parts[p].second, c, bars) / unit.size; value > 0)
        series.points.push_back({x, value, value, value, 0});
      else if (const auto ends = between(parts[p].second, c, bars))
        series.points.push_back(hollow(x, ends->low, ends->high));
    }
    if (!series.points.empty()) panel.series.push_back(std::move(series));
  }
  add_printed(panel, exhibit);
  return panel;
}

/// What the sentence may name: a part of the figure, or a row of a table without one.
struct Part {
  std::string name;
  std::vector<std::size_t> rows;
  std::vector<std::size_t> summed;  // the rows of which it is the sum
};

std::vector<Part> parts_to_tell(const Exhibit& exhibit) {
  std::vector<Part> parts;
  const bool summed =
      std::any_of(exhibit.stage_rows.begin(), exhibit.stage_rows.end(),
                  [](const StageRow& row) { return !row.stage.empty() && !row.drawn.empty(); });
  if (summed) {
    for (const auto& [name, rows] : parts_of_step(exhibit)) parts.push_back({name, rows, {}});
    return parts;
  }
  for (std::size_t r = 0; r < exhibit.stage_rows.size(); ++r)
    if (!exhibit.stage_rows[r].stage.empty())
      parts.push_back({exhibit.stage_rows[r].label, {r}, rows_summed(exhibit, r)});
  return parts;
}

/// The longest stage of a column, or the one with the largest gain.
struct Longest {
  std::string stage;
  std::size_t column = 0;
  double value = 0;  // of a noisy gain its lower end
  bool untold = false;
  Known factor;  // of a gain
};

std::optional<Longest> longest_of(const Exhibit& exhibit, const std::vector<Part>& parts,
                                  std::size_t column, const Bars& bars) {
  const bool speedup = exhibit.y_quantity == "speedup";
  Longest longest;
  for (const Part& part : parts) {
    const auto range = between(part.rows, column, bars);
    const double value = range ? range->low : together(exhibit, part.rows, column, bars);
    // A sum is no stage, but where one kernel does several of its rows these have no time of their
    // own, and the sum stands for them.
    const bool timed = std::any_of(part.summed.begin(), part.summed.end(), [&](std::size_t row) {
      return bars[row][column].value.has_value();
    });
    if (speedup ? timed : together(exhibit, part.summed, column, bars) > 0.99 * value) continue;
    if (!(value > longest.value)) continue;
    const bool untold = std::any_of(part.rows.begin(), part.rows.end(),
                                    [&](std::size_t row) { return bars[row][column].untold; });
    longest = {part.name + (part.summed.empty() ? "" : " together"), column, value, untold,
               mean_of(part.rows, column, bars)};
  }
  if (longest.stage.empty()) return std::nullopt;
  return longest;
}

/// Whether a column of which the sentence speaks has a noisy speed-up.
bool has_noise(const Exhibit& exhibit, const Bars& bars) {
  const std::vector<std::size_t> columns = drawn_columns(exhibit, exhibit.stage_columns.size());
  return std::any_of(bars.begin(), bars.end(), [&](const auto& row) {
    return std::any_of(columns.begin(), columns.end(), [&](std::size_t c) { return row[c].noise; });
  });
}

/// Parts of the figure whose bars noise took altogether, since it has no end, and where it left
/// some the columns: "Poisson, Density (Fused)".
std::string without_bar(const Exhibit& exhibit, const Bars& bars) {
  const std::vector<std::size_t> columns = drawn_columns(exhibit, kMostLines);
  std::string names;
  for (const auto& [name, rows] : parts_of_step(exhibit)) {
    std::string taken;
    bool left = false;
    for (const std::size_t c : columns) {
      const bool ends = between(rows, c, bars).has_value();
      if (noise_in(rows, c, bars) && !ends) join_to(taken, exhibit.stage_columns[c].label);
      left |= ends || together(exhibit, rows, c, bars) > 0;
    }
    if (taken.empty()) continue;
    join_to(names, name + (left ? " (" + taken + ")" : ""));
  }
  return names;
}

/// "34% of the step (64^3)".
std::string in_column(const Exhibit& exhibit, const Longest& longest) {
  const double value = longest.value;
  std::string much = number(value, 3);
  if (exhibit.y_quantity == "share") much = number(100 * value, 2) + "% of the step";
  if (exhibit.y_quantity == "speedup") much = factor_text(longest.factor) + " times";
  if (longest.factor.noisy) much += std::string(" ") + kNoisyMark;
  if (exhibit.y_quantity == "step_s") much = duration(value);
  if (exhibit.y_quantity == "ns_each") much += " ns";
  return much + untold_mark(longest.untold) + " (" + exhibit.stage_columns[longest.column].label +
         ")";
}

/// Each column where there are few, else the ends and the number of columns. `every`: there are no
/// columns but these.
std::string in_columns(const Exhibit& exhibit, const std::vector<Longest>& columns, bool every) {
  constexpr std::size_t kFew = 2;
  if (columns.size() <= kFew) {
    std::vector<std::string> texts;
    for (const Longest& longest : columns) texts.push_back(in_column(exhibit, longest));
    return texts.size() == 1 ? texts.front() : texts.front() + " and " + texts.back();
  }
  const auto [least, most] =
      std::minmax_element(columns.begin(), columns.end(),
                          [](const Longest& a, const Longest& b) { return a.value < b.value; });
  return (every ? "in all " : "in ") + std::to_string(columns.size()) + " columns: from " +
         in_column(exhibit, *least) + " to " + in_column(exhibit, *most);
}

std::string grouped_caption(const Exhibit& exhibit, const Bars& bars, const Panel& panel) {
  const bool hollows =
      std::any_of(panel.series.begin(), panel.series.end(), [](const Series& series) {
        return std::any_of(series.points.begin(), series.points.end(), is_hollow);
      });
  const std::string without = without_bar(exhibit, bars);
  return std::string("Logarithmic axis.") + (hollows ? std::string(" ") + kHollowMeans : "") +
         (without.empty() ? "" : " No bar, for noise: " + without + ".");
}

/// What a reader must know of bars that are as long as a step.
std::string stacked_caption(const Exhibit& exhibit, const Bars& bars) {
  constexpr double kSeen = 1.005;  // less above the step is not seen in the figure
  const std::vector<std::size_t> columns = drawn_columns(exhibit, exhibit.stage_columns.size());
  const bool cut = std::any_of(columns.begin(), columns.end(),
                               [&](std::size_t c) { return whole_of(exhibit, c, bars) > kSeen; });
  return std::string(
             "Each bar is a step, its parts in the order of the stages. No stage accounts for what "
             "a bar lacks to 100%: the appendix says why.") +
         (cut ? " Stages and whole steps are timed in windows of their own: where the machine was "
                "slower while stages were timed, the parts add up to more than 100%, and the bar "
                "is cut off there."
              : "");
}

}  // namespace

std::optional<Figure> stage_figure(const Exhibit& exhibit, const Paper& paper, const Bars& bars,
                                   const Unit& unit) {
  Panel panel =
      exhibit.drawn == "stacked" ? stacked(exhibit, bars) : grouped(exhibit, paper, bars, unit);
  const bool empty = std::all_of(panel.series.begin(), panel.series.end(),
                                 [](const Series& series) { return series.points.empty(); });
  if (panel.series.empty() || empty) return std::nullopt;
  panel.title = exhibit.title;
  std::string caption = exhibit.drawn == "stacked" ? stacked_caption(exhibit, bars)
                                                   : grouped_caption(exhibit, bars, panel);
  return Figure{
      slug(paper.key + "-" + exhibit.id), exhibit.title, std::move(caption), {std::move(panel)}};
}

std::string stage_sentence(const Exhibit& exhibit, const Bars& bars) {
  const std::vector<Part> parts = parts_to_tell(exhibit);
  // By stage, in the order of the columns.
  std::vector<std::pair<std::string, std::vector<Longest>>> stages;
  for (const std::size_t c : drawn_columns(exhibit, exhibit.stage_columns.size())) {
    const auto longest = longest_of(exhibit, parts, c, bars);
    if (!longest) continue;
    auto found = std::find_if(stages.begin(), stages.end(),
                              [&](const auto& stage) { return stage.first == longest->stage; });
    if (found == stages.end()) found = stages.insert(stages.end(), {longest->stage, {}});
    found->second.push_back(*longest);
  }
  if (stages.empty()) return "";
  std::string text = exhibit.y_quantity == "speedup" ? "The largest gain: " : "The longest stage: ";
  if (has_noise(exhibit, bars))
    text = "The largest gain (of a noisy one, " + std::string(kNoisyMark) +
           ", the lower end counts): ";
  for (const auto& [stage, columns] : stages)
    text += (stage == stages.front().first ? "" : "; ") + stage + ", " +
            in_columns(exhibit, columns, stages.size() == 1);
  return with_untold_explained(text + ".");
}

}  // namespace tycho::report
