// Whether a body of a region may open a cell: the tests of core/tree/walk_terms.hpp and
// core/tree/short_range_terms.hpp for the body that is nearest. A distance is taken a little
// shorter than it is, so that no rounding, on a device or in single precision, opens what was left
// out.
#include <algorithm>
#include <cmath>

#include "core/formulas/opening.hpp"
#include "core/tree/essential.hpp"

namespace tycho::tree {

namespace {

/// From a point to the nearest of an interval, along one axis.
double gap(double at, double low, double high) { return std::max({0.0, low - at, at - high}); }

double gap(double at, double low, double high, double box) {
  if (!(box > 0)) return gap(at, low, high);
  return std::min({gap(at, low, high), gap(at - box, low, high), gap(at + box, low, high)});
}

/// Distances that are no greater than any that a walk finds.
struct Shortened {
  double part, less;

  double operator()(double distance) const { return std::max(0.0, distance * (1 - part) - less); }
  Vec3<double> operator()(const Vec3<double>& at, const Walkers& w, double box) const {
    return {(*this)(gap(at.x, w.low.x, w.high.x, box)), (*this)(gap(at.y, w.low.y, w.high.y, box)),
            (*this)(gap(at.z, w.low.z, w.high.z, box))};
  }
};

}  // namespace

bool may_open(const Cell<double>& cell, const CellBox<double>& box, const Walkers& walkers,
              const Reach& reach, double size) {
  const double part = reach.single ? 1e-5 : 1e-12;
  const Shortened shortened{part, part * std::max(size, reach.box)};
  const Vec3<double> from_centre = shortened(box.centre, walkers, reach.box);
  if (reach.cut > 0) {
    const double half = 0.5 * box.side * (1 + part);
    const Vec3<double> beyond{std::max(0.0, from_centre.x - half),
                              std::max(0.0, from_centre.y - half),
                              std::max(0.0, from_centre.z - half)};
    if (dot(beyond, beyond) * (1 - part) > reach.cut * reach.cut) return false;
  }
  const Vec3<double> r = shortened(cell.com, walkers, reach.box);
  const double r_sq = dot(r, r);
  if (reach.relative) {
    const double most = cell.opening * (1 + part);
    if (!(walkers.accuracy * (1 - part) * (r_sq * r_sq) >= most)) return true;
    const double always = kAlwaysOpened * box.side * (1 + part);
    if (from_centre.x < always && from_centre.y < always && from_centre.z < always) return true;
  } else if (!(r_sq > cell.opening * (1 + part))) {
    return true;
  }
  if (reach.by_softening && (reach.quadrupole || cell.mixed)) {
    const double h = std::max(walkers.softening, cell.softening);
    if (r_sq < h * h * (1 + part)) return true;
  }
  return false;
}

}  // namespace tycho::tree
