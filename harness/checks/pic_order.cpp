// How many particles are not in the group of their cell (or tile), outside the box, lost or
// doubled. Groups are taken from the data structure of the run under test, cells from the places it
// gives.
#include <algorithm>
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

/// The groups that places belong to: cells, or in the layout `tiled` tiles.
class Groups {
 public:
  explicit Groups(const Settings& settings) : nx_(settings.integer("nx")) {
    if (settings.chosen("layout", "ordered")) return;
    width_ = settings.integer("tile_x");
    height_ = settings.integer("tile_y");
  }
  double at(double x, double y) const {
    const int i = static_cast<int>(x) / width_, j = static_cast<int>(y) / height_;
    return i + double(nx_ / width_) * j;
  }

 private:
  int nx_, width_ = 1, height_ = 1;
};

double outside(const Settings& settings, const Particles& p) {
  const double nx = settings.number("nx"), ny = settings.number("ny");
  double count = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    count += !(p.x[i] >= 0 && p.x[i] < nx && p.y[i] >= 0 && p.y[i] < ny);
  return count;
}

/// Ids of `a` that `b` has not got, or not as often.
double missing(std::vector<std::uint64_t> a, std::vector<std::uint64_t> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<std::uint64_t> left;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(left));
  return static_cast<double>(left.size());
}

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field) return lacking("field");
  const Settings& settings = *observed.settings;
  const Particles& p = *observed.final;
  const double lost = missing(observed.initial->id, p.id), out = outside(settings, p);
  double misplaced = 0;
  if (!settings.chosen("layout", "scatter")) {
    const std::vector<double> groups = observed.field("group");
    if (groups.size() != p.size()) return lacking("group");
    const Groups expected(settings);
    if (out == 0)
      for (std::size_t i = 0; i < p.size(); ++i)
        misplaced += groups[i] != expected.at(p.x[i], p.y[i]);
  }
  return {lost + out + misplaced, {{"lost", lost}, {"outside", out}, {"misplaced", misplaced}}};
}

}  // namespace

const Kind& pic_order() {
  static const Kind kind{"pic_order",
                         "particles lost, doubled, outside the box or in the wrong group",
                         {},
                         Needs::kNothing,
                         measure};
  return kind;
}

}  // namespace tycho::checks
