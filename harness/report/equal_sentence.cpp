#include "harness/report/equal_sentence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "harness/report/cell_text.hpp"
#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

/// Of two lines: the x that both reach.
struct Common {
  double from = 0, to = 0;
};

std::optional<Common> common_of(const EqualLine& a, const EqualLine& b) {
  const Common common{std::max(a.points.front().x, b.points.front().x),
                      std::min(a.points.back().x, b.points.back().x)};
  if (common.from > common.to) return std::nullopt;
  return common;
}

/// The y of a line at an x that it reaches.
Known at(const EqualLine& line, double x) {
  const auto next = std::find_if(line.points.begin(), line.points.end(),
                                 [&](const Point& point) { return point.x >= x; });
  const Point& after = *next;
  const Point& before = next == line.points.begin() ? after : *std::prev(next);
  const double way = after.x > before.x ? std::log(x / before.x) / std::log(after.x / before.x) : 1;
  const auto between = [&](double Point::*end) {
    // The lower end of a noisy time may be zero, which has no logarithm.
    constexpr double kLeast = std::numeric_limits<double>::min();
    return std::exp((1 - way) * std::log(std::max(before.*end, kLeast)) +
                    way * std::log(std::max(after.*end, kLeast)));
  };
  return {{between(&Point::y), between(&Point::low), between(&Point::high)}, line.noisy};
}

/// How many times the one takes what the other takes at both ends of the x in common.
struct Gain {
  const EqualLine* line = nullptr;
  Common common;
  Known first, last;

  double mean() const { return std::sqrt(first.value.value * last.value.value); }
};

std::string from_to(const std::string& first, const std::string& last) {
  return first == last ? first : first + " to " + last;
}

}  // namespace

std::string equal_sentence(const Exhibit& exhibit, std::vector<EqualLine> lines) {
  std::erase_if(lines, [](const EqualLine& line) { return line.untold || line.points.empty(); });
  if (lines.size() < 2) return "";
  const EqualLine& own = lines.front();
  Gain best;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto common = common_of(own, lines[i]);
    if (!common) continue;
    const Gain gain{&lines[i], *common,
                    factor_of(at(own, common->from), at(lines[i], common->from)),
                    factor_of(at(own, common->to), at(lines[i], common->to))};
    if (gain.mean() > 1 && (!best.line || gain.mean() > best.mean())) best = gain;
  }
  if (!best.line) return "";
  const bool falls = best.first.value.value > best.last.value.value;
  const std::string least = factor_text(falls ? best.last : best.first),
                    most = factor_text(falls ? best.first : best.last);
  return "At an equal " + lowered(exhibit.x_label) + " (" +
         from_to(number(best.common.from, 2), number(best.common.to, 2)) + "), \u201c" +
         best.line->label + "\u201d is " + from_to(least, most) + " times faster than \u201c" +
         own.label + "\u201d; a line is read between its points on logarithmic axes.";
}

}  // namespace tycho::report
