#include "harness/report/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/statistics/correction.hpp"
#include "harness/statistics/student.hpp"

namespace tycho::report {

namespace {

/// What runs that are held against each other share. A swept setting of which the agreement takes a
/// single value is shared by all: a case that sweeps it meets cases that have it fixed.
std::string shared_by(const Run& run, const Agreement& agreement) {
  const std::string& across = agreement.across;
  std::string text = across == "case" ? "" : run.case_name;
  if (across != "n") text += (text.empty() ? "N = " : ", N = ") + count_text(run.n);
  for (const auto& [name, value] : run.sweep) {
    const auto selected = agreement.select.find(name);
    const bool fixed = selected != agreement.select.end() && selected->second.size() == 1;
    if (name != across && !fixed) text += ", " + name + " = " + text_of(to_json(value));
  }
  return text;
}

Apart told_apart(const Run& run, const std::string& across) {
  const nlohmann::json value = property(run, across);
  if (!value.is_number()) return {0, text_of(value)};
  return {value.get<double>(), across == "n" ? count_text(run.n) : text_of(value)};
}

// A step and its stages, on the GPU, on one CPU thread and on several, differ from process to
// process by amounts of their own, on each machine.
std::string kind_of(const Run& run, const std::string& quantity) {
  const std::string on = run.backend + (run.threads > 1 ? " threads" : "");
  return run.machine->name + ", " + on + (quantity == "step_s" ? " step" : " stage");
}

// Of a time the logarithm, the mean over the processes that count, and their number.
std::pair<double, double> level_of(const TimeOfRun& value) {
  const std::vector<double> levels = levels_of(value.processes.counted);
  if (levels.empty()) return {std::log(value.time.value), 1};
  const auto count = static_cast<double>(levels.size());
  return {std::accumulate(levels.begin(), levels.end(), 0.0) / count, count};
}

bool apart(const TimeOfRun& small, const TimeOfRun& large, double tolerance) {
  return large.time.value > (1 + tolerance) * small.time.value && large.time.low > small.time.high;
}

// The chance that processes of the row's spread lie as far apart as the two furthest values of the
// row, corrected for its number of pairs. Nothing where no two are apart, 0 where nothing is known
// of the spread.
std::optional<double> chance_of(const AgreementRow& row, double tolerance) {
  std::optional<double> least;
  for (const auto& [a, small] : row.values)
    for (const auto& [b, large] : row.values) {
      if (!apart(small, large, tolerance)) continue;
      if (!row.spread.known()) return 0;
      const auto [low, few] = level_of(small);
      const auto [high, many] = level_of(large);
      const double t = (high - low) / (row.spread.sigma * std::sqrt(1 / few + 1 / many));
      const double chance = statistics::student_p(t, row.spread.degrees_of_freedom);
      least = std::min(least.value_or(1), chance);
    }
  const auto values = static_cast<double>(row.values.size());
  if (least) least = std::min(1.0, *least * values * (values - 1) / 2);
  return least;
}

constexpr double kChance = 0.05;  // of any false contradiction among the rows of an agreement

// Times that are apart may be so by chance: what differs from process to process is learned from
// the rows themselves, those of a kind lending each other what they know.
void judge(std::vector<AgreementRow>& rows, double tolerance) {
  std::map<std::string, int> numbers;  // stages of the same runs share their processes
  std::vector<statistics::RowScatter> scatters;
  for (const AgreementRow& row : rows) {
    const std::string runs = row.machine + "/" + row.variant + "/" + row.where;
    const int number = numbers.try_emplace(runs, static_cast<int>(numbers.size())).first->second;
    scatters.push_back({row.kind, number, row.scatter});
  }
  const std::vector<statistics::Spread> spreads = statistics::learn_spreads(scatters);
  std::vector<std::optional<double>> chances;
  std::vector<double> of_all;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].spread = spreads[i];
    chances.push_back(chance_of(rows[i], tolerance));
    of_all.push_back(chances.back().value_or(1));
  }
  const std::vector<double> corrected = statistics::holm(of_all);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (chances[i])
      rows[i].outcome = corrected[i] <= kChance ? Outcome::kContradicts : Outcome::kWithinProcesses;
}

}  // namespace

std::vector<AgreementRow> agreement_rows(const Agreement& agreement, const std::string& paper,
                                         const std::vector<Run>& runs) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, AgreementRow> rows;
  for (const Run& run : runs) {
    if (run.paper != paper || !matches(run, agreement.select)) continue;
    for (const std::string& quantity : agreement.quantities) {
      const auto value = quantity_of(run, quantity);
      if (!value || !(value->value > 0)) continue;
      const std::string where = shared_by(run, agreement);
      AgreementRow& row = rows[{run.machine->name, run.variant, where, quantity}];
      row.machine = run.machine->name;
      row.algorithm = run.algorithm;
      row.variant = run.variant;
      row.label = run.label;
      row.across = agreement.across == "n" ? "N" : words_of(agreement.across);
      row.where = where;
      row.quantity = quantity;
      row.kind = kind_of(run, quantity);
      const Processes processes = processes_of(run, quantity);
      row.scatter.add(levels_of_all(processes));
      if (noisy(*value))
        ++row.noisy;
      else
        row.values[told_apart(run, agreement.across)] = {*value, processes};
    }
  }
  std::vector<AgreementRow> judged;
  for (auto& [key, row] : rows) {
    if (row.values.size() < 2) continue;
    const auto [least, most] = std::minmax_element(
        row.values.begin(), row.values.end(),
        [](const auto& a, const auto& b) { return a.second.time.value < b.second.time.value; });
    row.ratio = most->second.time.value / least->second.time.value;
    judged.push_back(std::move(row));
  }
  judge(judged, agreement.tolerance);
  return judged;
}

}  // namespace tycho::report
