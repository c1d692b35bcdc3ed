#include "harness/report/agreement.hpp"

#include <algorithm>
#include <tuple>

#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"

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

Apart apart(const Run& run, const std::string& across) {
  const nlohmann::json value = property(run, across);
  if (!value.is_number()) return {0, text_of(value)};
  return {value.get<double>(), across == "n" ? count_text(run.n) : text_of(value)};
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
      if (noisy(*value))
        ++row.noisy;
      else
        row.values[apart(run, agreement.across)] = *value;
    }
  }
  std::vector<AgreementRow> judged;
  for (auto& [key, row] : rows) {
    if (row.values.size() < 2) continue;
    const auto [least, most] = std::minmax_element(
        row.values.begin(), row.values.end(),
        [](const auto& a, const auto& b) { return a.second.value < b.second.value; });
    row.ratio = most->second.value / least->second.value;
    for (const auto& [a, small] : row.values)
      for (const auto& [b, large] : row.values)
        if (large.value > (1 + agreement.tolerance) * small.value && large.low > small.high)
          row.agrees = false;
    judged.push_back(std::move(row));
  }
  return judged;
}

}  // namespace tycho::report
