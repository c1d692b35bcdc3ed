// The change of the total momentum, relative to sum m |v|: what a typical error in every velocity
// would add up to. (Relative to the momentum itself it would mean nothing where that is zero.) It
// is zero as far as F_ij = -F_ji holds: a pair that is dropped or counted twice shows here.
#include <algorithm>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

double sum_of_sizes(const Particles& particles) {
  double sum = 0;
  for (std::size_t i = 0; i < particles.size(); ++i)
    sum += particles.mass[i] * length(particles.velocity(i));
  return sum;
}

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  const double change =
      length(checks::momentum(*observed.final) - checks::momentum(*observed.initial));
  // The larger of both ends: a cold start has no momenta to compare with.
  const double scale = std::max(sum_of_sizes(*observed.initial), sum_of_sizes(*observed.final));
  return {change == 0 ? 0 : change / scale, {{"change", change}, {"scale", scale}}};
}

}  // namespace

const Kind& momentum() {
  static const Kind kind{"momentum", "change of the total momentum, relative to sum m |v|",
                         {},         Needs::kNothing,
                         measure,    Looks::kAtStates};
  return kind;
}

}  // namespace tycho::checks
