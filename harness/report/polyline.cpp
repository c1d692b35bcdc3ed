#include "harness/report/polyline.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tycho::report {

namespace {

// A line is drawn 1.2 px wide: with the rounding to 0.1 px, half a pixel is never reached.
constexpr double kTolerance = 0.3;

/// To the stroke, not to its continuation: a loop that returns to its start keeps its far end.
double distance(const Place& p, const Place& from, const Place& to) {
  const double x = to.x - from.x, y = to.y - from.y, length_sq = x * x + y * y;
  const double along =
      length_sq > 0 ? std::clamp(((p.x - from.x) * x + (p.y - from.y) * y) / length_sq, 0.0, 1.0)
                    : 0.0;
  return std::hypot(p.x - from.x - along * x, p.y - from.y - along * y);
}

long in_tenths(double value) { return std::lround(10 * value); }

std::string tenths_text(long value) {
  std::string text = value < 0 ? "-" : "";
  const long whole = std::labs(value) / 10, part = std::labs(value) % 10;
  if (whole || !part) text += std::to_string(whole);
  if (part) text += "." + std::to_string(part);
  return text;
}

/// Strokes one after another; each begins where the one before it ended.
class PathWriter {
 public:
  void add(const std::vector<Place>& stroke) {
    std::string lines;
    long x = in_tenths(stroke.front().x), y = in_tenths(stroke.front().y);
    const long from_x = x, from_y = y;
    for (std::size_t i = 1; i < stroke.size(); ++i) {
      const long to_x = in_tenths(stroke[i].x), to_y = in_tenths(stroke[i].y);
      if (to_x == x && to_y == y) continue;
      append(lines, to_x - x);
      append(lines, to_y - y);
      x = to_x;
      y = to_y;
    }
    if (lines.empty()) return;  // no length: nothing was seen of it
    data_ += "m";
    append(data_, from_x - x_);
    append(data_, from_y - y_);
    if (lines.front() != '-') data_ += ' ';
    data_ += lines;
    x_ = x;
    y_ = y;
  }
  std::string take() { return std::move(data_); }

 private:
  static void append(std::string& to, long value) {
    const std::string text = tenths_text(value);
    if (!to.empty() && to.back() != 'm' && text.front() != '-') to += ' ';
    to += text;
  }

  std::string data_;
  long x_ = 0, y_ = 0;
};

}  // namespace

std::string tenths(double value) { return tenths_text(in_tenths(value)); }

std::vector<Place> simplified(const std::vector<Place>& points, double tolerance) {
  if (points.size() < 3) return points;
  std::vector<bool> kept(points.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> spans{{0, points.size() - 1}};
  while (!spans.empty()) {
    const auto [first, last] = spans.back();
    spans.pop_back();
    double most = 0;
    std::size_t farthest = first;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double off = distance(points[i], points[first], points[last]);
      if (off > most) {
        most = off;
        farthest = i;
      }
    }
    if (most <= tolerance) continue;
    kept[farthest] = true;
    spans.push_back({first, farthest});
    spans.push_back({farthest, last});
  }
  std::vector<Place> light;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (kept[i]) light.push_back(points[i]);
  return light;
}

std::string light_path(const std::string& data) {
  std::vector<std::vector<Place>> strokes;
  const char* at = data.c_str();
  while (*at) {
    if (*at == ' ' || *at == '\t' || *at == '\n') {
      ++at;
      continue;
    }
    if (*at != 'M' && *at != 'L') return data;
    if (*at == 'M') strokes.emplace_back();
    if (strokes.empty()) return data;
    char* end = nullptr;
    const double x = std::strtod(++at, &end);
    if (*end != ',') return data;
    at = end + 1;
    const double y = std::strtod(at, &end);
    if (end == at) return data;
    at = end;
    strokes.back().push_back({x, y});
  }
  PathWriter writer;
  for (const auto& stroke : strokes) writer.add(simplified(stroke, kTolerance));
  return writer.take();
}

}  // namespace tycho::report
