// The change of the total angular momentum about the origin, relative to sum m |r| |v|, which
// unlike sum m |r x v| does not vanish where all motion is radial. Momentum is conserved by any
// antisymmetric force; angular momentum only by one along the line that joins the two bodies, so
// mixed-up components show here.
#include <algorithm>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

double sum_of_sizes(const Particles& particles) {
  double sum = 0;
  for (std::size_t i = 0; i < particles.size(); ++i)
    sum += particles.mass[i] * length(particles.position(i)) * length(particles.velocity(i));
  return sum;
}

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  const double change = length(checks::angular_momentum(*observed.final) -
                               checks::angular_momentum(*observed.initial));
  const double scale = std::max(sum_of_sizes(*observed.initial), sum_of_sizes(*observed.final));
  return {change == 0 ? 0 : change / scale, {{"change", change}, {"scale", scale}}};
}

}  // namespace

const Kind& angular_momentum() {
  static const Kind kind{"angular_momentum",
                         "change of the total angular momentum, relative to sum m |r| |v|",
                         {},
                         Needs::kNothing,
                         measure,
                         Looks::kAtStates};
  return kind;
}

}  // namespace tycho::checks
