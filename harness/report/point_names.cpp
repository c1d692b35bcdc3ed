#include "harness/report/point_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/joined.hpp"

namespace tycho::report {

namespace {

// Parts of the frame's width and height: marks closer than the first cover one another, the second
// is the size of a letter, the third the way from a mark to its name.
constexpr Spot kNamedMark{0.02, 0.05}, kNameLetter{0.0105, 0.05}, kNameGap{0.01, 0.055};

struct NamedMark {
  Spot at;
  std::string name;
};

/// Marks at one place.
using Crowd = std::vector<NamedMark>;

bool touch(const Crowd& one, const Crowd& other) {
  return std::any_of(one.begin(), one.end(), [&](const NamedMark& a) {
    return std::any_of(other.begin(), other.end(), [&](const NamedMark& b) {
      return std::abs(a.at.x - b.at.x) < 0.7 * kNamedMark.x &&
             std::abs(a.at.y - b.at.y) < 0.7 * kNamedMark.y;
    });
  });
}

/// Marks that cover one another, together.
std::vector<Crowd> crowds_of(const std::vector<NamedMark>& points) {
  std::vector<Crowd> crowds;
  for (const NamedMark& point : points) {
    Crowd own{point};
    const auto near = [&](const Crowd& crowd) { return touch(own, crowd); };
    for (auto found = std::find_if(crowds.begin(), crowds.end(), near); found != crowds.end();
         found = std::find_if(crowds.begin(), crowds.end(), near)) {
      own.insert(own.end(), found->begin(), found->end());
      crowds.erase(found);
    }
    crowds.push_back(std::move(own));
  }
  return crowds;
}

/// A whole number, or 0.
int numeral(const std::string& name) {
  int value = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
  return error == std::errc() && end == name.data() + name.size() ? value : 0;
}

/// "2, 5-7": numbers in a row as their ends.
std::string all_names(const Crowd& crowd) {
  std::vector<std::string> names;
  for (const NamedMark& point : crowd) names.push_back(point.name);
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
    return std::pair(numeral(a), a) < std::pair(numeral(b), b);
  });
  std::string text;
  for (std::size_t i = 0; i < names.size();) {
    std::size_t last = i;
    while (last + 1 < names.size() && numeral(names[last]) > 0 &&
           numeral(names[last + 1]) == numeral(names[last]) + 1)
      ++last;
    join_to(text, names[i]);
    if (last > i) text += (last > i + 1 ? "\u2013" : ", ") + names[last];
    i = last + 1;
  }
  return text;
}

struct NameBox {
  Spot low, high;
  bool overlaps(const NameBox& other) const {
    return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y &&
           other.low.y < high.y;
  }
};

NameBox box_of(const Text& text) {
  const auto letters = std::count_if(text.text.begin(), text.text.end(), [](unsigned char c) {
    return (c & 0xC0) != 0x80;  // a byte that begins a letter of UTF-8
  });
  const double wide = kNameLetter.x * static_cast<double>(letters);
  const double left = text.anchor == Anchor::kLeft    ? text.at.x
                      : text.anchor == Anchor::kRight ? text.at.x - wide
                                                      : text.at.x - 0.5 * wide;
  return {{left, text.at.y - 0.5 * kNameLetter.y}, {left + wide, text.at.y + 0.5 * kNameLetter.y}};
}

NameBox box_of(const NamedMark& mark) {
  return {{mark.at.x - 0.5 * kNamedMark.x, mark.at.y - 0.5 * kNamedMark.y},
          {mark.at.x + 0.5 * kNamedMark.x, mark.at.y + 0.5 * kNamedMark.y}};
}

/// Beside the marks where the text covers nothing: to the right, to the left, below or above; to
/// the right where there is no such place.
Text beside(const Crowd& crowd, const std::vector<NameBox>& taken) {
  NameBox all = box_of(crowd.front());
  for (const NamedMark& mark : crowd) {
    const NameBox own = box_of(mark);
    all = {{std::min(all.low.x, own.low.x), std::min(all.low.y, own.low.y)},
           {std::max(all.high.x, own.high.x), std::max(all.high.y, own.high.y)}};
  }
  const Spot middle{0.5 * (all.low.x + all.high.x), 0.5 * (all.low.y + all.high.y)};
  const std::string name = all_names(crowd);
  const std::array<Text, 4> places{
      {{{all.high.x + 0.5 * kNameGap.x, middle.y}, name, Anchor::kLeft},
       {{all.low.x - 0.5 * kNameGap.x, middle.y}, name, Anchor::kRight},
       {{middle.x, all.low.y - 0.5 * kNameGap.y}, name, Anchor::kMiddle},
       {{middle.x, all.high.y + 0.5 * kNameGap.y}, name, Anchor::kMiddle}}};
  const auto free = std::find_if(places.begin(), places.end(), [&](const Text& text) {
    const NameBox own = box_of(text);
    return own.low.x > 0 && own.high.x < 1 && own.low.y > 0 && own.high.y < 1 &&
           std::none_of(taken.begin(), taken.end(),
                        [&](const NameBox& other) { return own.overlaps(other); });
  });
  return free == places.end() ? places.front() : *free;
}

}  // namespace

void name_points(const Panel& panel, const ScaledAxis& x, const ScaledAxis& y, Frame& frame) {
  std::vector<NamedMark> points;
  for (const Series& series : panel.series)
    for (std::size_t i = 0; series.style == Style::kPoints && i < series.points.size(); ++i)
      if (i < series.names.size())
        points.push_back({{x.at(series.points[i].x), y.at(series.points[i].y)}, series.names[i]});
  std::vector<NameBox> taken;
  for (const NamedMark& point : points) taken.push_back(box_of(point));
  for (const Crowd& crowd : crowds_of(points)) {
    frame.texts.push_back(beside(crowd, taken));
    taken.push_back(box_of(frame.texts.back()));
  }
}

}  // namespace tycho::report
