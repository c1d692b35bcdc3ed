// The root of the tree against sums over all bodies: its mass, relative, and its centre of mass, in
// units of the bodies' rms distance from theirs. What is lost, counted twice or left where it was
// anywhere in the tree shows in its root.
#include <cmath>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  const std::vector<double> root =
      observed.field ? observed.field("tree_root") : std::vector<double>{};
  if (root.size() != 4) return lacking("tree_root");
  const Particles& particles = *observed.final;
  const double mass = total_mass(particles);
  const Vec3<double> centre = centre_of_mass(particles);
  double spread = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Vec3<double> r = particles.position(i) - centre;
    spread += particles.mass[i] / mass * dot(r, r);
  }
  const double off_mass = std::abs(root[0] - mass) / mass;
  const double off = length(Vec3<double>{root[1], root[2], root[3]} - centre);
  // One body, or all in one place: rounding of the place itself is what can be asked for.
  const double scale = spread > 0 ? std::sqrt(spread) : length(centre);
  const double off_centre = off == 0 ? 0 : off / scale;
  return {larger(off_mass, off_centre), {{"mass", off_mass}, {"centre", off_centre}}};
}

}  // namespace

const Kind& tree_root() {
  static const Kind kind{"tree_root",
                         "mass (relative) and centre of mass (over the rms radius) of the tree's "
                         "root against sums over all bodies, the larger",
                         {},
                         Needs::kNothing,
                         measure,
                         Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
