// How many particles are not in the group of their cell (or tile), outside the box, lost or
// doubled. Groups are taken from the data structure of the run under test, cells from the positions
// it gives.
#include <algorithm>
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

/// The group that a position belongs to.
double group_at(const Plasma& plasma, double x, double y) {
  const int i = static_cast<int>(x) / plasma.group_x, j = static_cast<int>(y) / plasma.group_y;
  return i + double(plasma.nx / plasma.group_x) * j;
}

double outside(const Plasma& plasma, const Particles& p) {
  const double nx = plasma.nx, ny = plasma.ny;
  double count = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    count += !(p.x[i] >= 0 && p.x[i] < nx && p.y[i] >= 0 && p.y[i] < ny);
  return count;
}

/// Ids of `a` that `b` lacks, or has less often.
double missing(std::vector<std::uint64_t> a, std::vector<std::uint64_t> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<std::uint64_t> left;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(left));
  return static_cast<double>(left.size());
}

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  if (!observed.field) return lacking("field");
  const auto stated = observed.settings->contract().traits.plasma;
  if (!stated) return lacking("plasma");
  const Plasma plasma = stated(*observed.settings);
  const Particles& p = *observed.final;
  const double lost = missing(observed.initial->id, p.id), out = outside(plasma, p);
  double misplaced = 0;
  if (plasma.group_x > 0) {
    const std::vector<double> groups = observed.field("group");
    if (groups.size() != p.size()) return lacking("group");
    if (out == 0)
      for (std::size_t i = 0; i < p.size(); ++i)
        misplaced += groups[i] != group_at(plasma, p.x[i], p.y[i]);
  }
  return {lost + out + misplaced, {{"lost", lost}, {"outside", out}, {"misplaced", misplaced}}};
}

}  // namespace

const Kind& pic_order() {
  static const Kind kind{
      "pic_order", "particles lost, doubled, outside the box or in the wrong group",
      {},          Needs::kNothing,
      measure,     Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
