// What to see in curves of runs, of which a pair is held against each other: haloes of the GPU and
// of the CPU, say. A sentence made from their numbers, with the paper's own words where it has any.
#include <algorithm>
#include <cmath>
#include <optional>

#include "harness/report/exhibit.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

/// The label of an axis, "Radius [Mpc]", in parts.
struct AxisWords {
  std::string name, unit;

  explicit AxisWords(const std::string& label) : name(lowered(label)) {
    const std::size_t open = label.rfind(" [");
    if (!label.ends_with("]") || open == std::string::npos) return;
    name.resize(open);
    unit = label.substr(open + 1);
    unit = " " + unit.substr(1, unit.size() - 2);
    if (unit.starts_with(" 1 / ")) unit.erase(1, 2);  // "0.5 / Mpc"
  }
  std::string with(double value) const { return number(value, 3) + unit; }
  std::string at(double value) const { return name + " = " + with(value); }
};

struct Drawn {
  const Run* run = nullptr;
  const result::Curve* curve = nullptr;
};

std::vector<Drawn> drawn_curves(const Exhibit& exhibit, const Paper& paper,
                                const Evidence& evidence) {
  std::vector<Drawn> drawn;
  const std::string name = series_names(exhibit).front();
  for (const GridCell& cell : runs_with_curves(exhibit, paper, evidence))
    if (const result::Curve* curve = cell.run->ok() ? cell.run->series.find(name) : nullptr;
        curve && !curve->t.empty())
      drawn.push_back({cell.run, curve});
  return drawn;
}

std::string quoted(const Exhibit& exhibit, const Run& run) {
  return "\u201c" + series_label(exhibit, run) + "\u201d";
}

/// The largest run's curve: on a logarithmic axis its ends, on a linear one its lowest and highest.
std::string of_largest(const Exhibit& exhibit, const std::vector<Drawn>& drawn) {
  const Drawn& largest =
      *std::max_element(drawn.begin(), drawn.end(),
                        [](const Drawn& a, const Drawn& b) { return a.run->n < b.run->n; });
  const result::Curve* curve = largest.curve;
  std::size_t first = 0, last = curve->value.size() - 1;
  if (exhibit.y_scale == Scale::kLinear) {
    const auto [least, most] = std::minmax_element(curve->value.begin(), curve->value.end());
    first = static_cast<std::size_t>(least - curve->value.begin());
    last = static_cast<std::size_t>(most - curve->value.begin());
  }
  const AxisWords x(exhibit.x_label), y(exhibit.y_label);
  const auto spot = [&](std::size_t i) {
    return y.with(curve->value[i]) + " at " + x.at(curve->t[i]);
  };
  return "The largest run, " + quoted(exhibit, *largest.run) + ": from " + spot(first) + " to " +
         spot(last) + ".";
}

/// How far two curves lie apart where both have a point: in parts of the value on a logarithmic
/// axis, of the largest value on a linear one, which may pass zero.
struct Apart {
  double median = 0, most = 0, where = 0;
  std::size_t points = 0;
};

std::optional<Apart> apart(const Exhibit& exhibit, const result::Curve& of,
                           const result::Curve& against) {
  double largest = 0;
  for (const double value : against.value) largest = std::max(largest, std::fabs(value));
  std::vector<double> parts;
  Apart found;
  for (std::size_t i = 0; i < of.t.size(); ++i) {
    const auto same = std::find(against.t.begin(), against.t.end(), of.t[i]);
    if (same == against.t.end()) continue;
    const double base = against.value[static_cast<std::size_t>(same - against.t.begin())];
    const double over = exhibit.y_scale == Scale::kLinear ? largest : std::fabs(base);
    const double part = std::fabs(of.value[i] - base) / over;
    if (!std::isfinite(part)) continue;
    if (parts.empty() || part > found.most) found.most = part, found.where = of.t[i];
    parts.push_back(part);
  }
  if (parts.empty()) return std::nullopt;
  std::sort(parts.begin(), parts.end());
  found.median = (parts[(parts.size() - 1) / 2] + parts[parts.size() / 2]) / 2;
  found.points = parts.size();
  return found;
}

bool are_a_pair(const CurvePair& pair, const Run& of, const Run& against) {
  return matches(of, pair.of) && matches(against, pair.against) && of.n == against.n &&
         of.machine->name == against.machine->name &&
         std::all_of(pair.same.begin(), pair.same.end(), [&](const std::string& key) {
           return property(of, key) == property(against, key);
         });
}

/// Null: no two curves are a pair.
std::pair<const Drawn*, const Drawn*> largest_pair(const CurvePair& pair,
                                                   const std::vector<Drawn>& drawn) {
  std::pair<const Drawn*, const Drawn*> largest{nullptr, nullptr};
  for (const Drawn& one : drawn)
    for (const Drawn& other : drawn)
      if (are_a_pair(pair, *one.run, *other.run) &&
          (!largest.first || one.run->n > largest.first->run->n))
        largest = {&one, &other};
  return largest;
}

std::string percent_text(double part) { return number(100 * part, 2) + "%"; }

/// What the paper says of its own two curves, and whether ours lie as near.
std::string beside_paper(const CurvePair& pair, bool own, double median) {
  if (pair.says.empty())
    return own ? "" : " The paper draws its curves and prints no number to hold these against.";
  return " The paper has \u201c" + pair.says + "\u201d (" + pair.where +
         ") and prints no number: up to " + percent_text(pair.within) +
         " in the median is our reading, and ours are " +
         (median <= pair.within ? "within it." : "beyond it.");
}

}  // namespace

std::vector<const Run*> paired_runs(const Exhibit& exhibit, const Paper& paper,
                                    const Evidence& evidence) {
  if (!exhibit.pair) return {};
  const std::vector<Drawn> drawn = drawn_curves(exhibit, paper, evidence);
  const auto [of, against] = largest_pair(*exhibit.pair, drawn);
  if (!of) return {};
  return {of->run, against->run};
}

std::string pair_sentence(const Exhibit& exhibit, const Paper& paper, const Evidence& evidence) {
  if (!exhibit.pair) return "";
  const std::vector<Drawn> drawn = drawn_curves(exhibit, paper, evidence);
  if (drawn.empty()) return "";
  const std::string largest = of_largest(exhibit, drawn);
  const auto [of, against] = largest_pair(*exhibit.pair, drawn);
  const auto found = of ? apart(exhibit, *of->curve, *against->curve) : std::nullopt;
  if (!found) return largest;
  return largest + " " + quoted(exhibit, *of->run) + " and " + quoted(exhibit, *against->run) +
         " differ by " + percent_text(found->median) + " in the median of " +
         plural(static_cast<std::int64_t>(found->points), "point") + " and by " +
         percent_text(found->most) + " at most (" + AxisWords(exhibit.x_label).at(found->where) +
         ")" + (exhibit.y_scale == Scale::kLinear ? ", of the largest value." : ".") +
         beside_paper(*exhibit.pair, exhibit.own, found->median);
}

}  // namespace tycho::report
