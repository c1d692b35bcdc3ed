// The relative error of the jerks, |j - j_ref| / |j_ref|, as percentiles, at the positions and
// velocities the run ends with, like force_error. Details: the same of the potential.
#include <algorithm>
#include <cmath>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/pulls.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {{"percentile", 99, 0, 100, "of the errors"}};

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const Particles& particles = *observed.final;
  const std::size_t n = particles.size();
  const std::vector<double> jerk = observed.field ? observed.field("jerk") : std::vector<double>();
  if (jerk.size() != 3 * n) return lacking("jerk");
  for (const double component : jerk)
    if (!std::isfinite(component)) return lacking("finite_jerks");

  const std::vector<std::size_t> targets = sample_targets(n);
  const std::vector<DirectPull> truth =
      direct_pulls(particles, observed.settings->number("softening"), targets);
  std::vector<double> errors, potential_errors;
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const std::size_t i = targets[t];
    const Vec3<double> off = Vec3<double>{jerk[i], jerk[n + i], jerk[2 * n + i]} - truth[t].jerk;
    errors.push_back(length(off) == 0 ? 0 : length(off) / length(truth[t].jerk));
    if (observed.final_potential.size() == n)
      potential_errors.push_back(std::abs(observed.final_potential[i] / truth[t].potential - 1));
    if (std::isnan(errors.back())) return lacking("finite_positions");
  }
  std::sort(errors.begin(), errors.end());
  std::sort(potential_errors.begin(), potential_errors.end(), nan_last);
  Measured measured{percentile(errors, parameter(spec, jerk_error(), "percentile")),
                    {{"p50", percentile(errors, 50)},
                     {"p99", percentile(errors, 99)},
                     {"max", errors.back()},
                     {"targets", static_cast<double>(targets.size())}}};
  if (!potential_errors.empty())
    measured.details["potential_p99"] = percentile(potential_errors, 99);
  return measured;
}

}  // namespace

const Kind& jerk_error() {
  static const Kind kind{
      "jerk_error",
      "percentile of relative jerk errors against direct summation; the potential's as a detail",
      kParameters,
      Needs::kNothing,
      measure,
      Looks::kInside,
      true};
  return kind;
}

}  // namespace tycho::checks
