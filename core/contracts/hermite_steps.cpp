#include "core/contracts/hermite_steps.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace tycho::hermite {

StepRange StepOptions::range() const {
  return {step_least, steps == Steps::kSingle ? step_most : std::min(step_most, dt)};
}

void bind_steps(Binding& bind, StepOptions& o) {
  bind("dt", o.dt);
  bind("softening", o.softening);
  bind("accuracy", o.accuracy);
  bind("step_least", o.step_least);
  bind("step_most", o.step_most);
  bind("active", o.active);
  bind("steps", o.steps, kStepsNames);
}

void require_sound_steps(const StepOptions& o) {
  if (o.steps == Steps::kShared) return;
  for (const auto& [name, value] : {std::pair{"dt", o.dt}, std::pair{"step_least", o.step_least},
                                    std::pair{"step_most", o.step_most}})
    if (power_of_two_below(value) != value)
      throw UsageError("block steps need powers of two: '" + std::string(name) + "' is none");
  const StepRange range = o.range();
  if (range.least > range.most) throw UsageError("'step_least' is above 'step_most' or 'dt'");
  if (o.active > 0) throw UsageError("'active' needs steps = shared");
}

// Measured on Plummer spheres with eps = 1/256 and a = 0.2; the mean step shrinks slowly with N.
double expected_steps(const StepOptions& o, std::int64_t particles) {
  if (o.steps == Steps::kShared) return 1;
  const double n = static_cast<double>(particles);
  const double in_time_unit = 108 * std::pow(n / 1024, 0.14);
  if (o.steps == Steps::kSingle) return in_time_unit / (2000 * std::pow(n / 1024, 0.4));
  return o.dt * in_time_unit * 0.2 / o.accuracy;
}

double expected_blocks(const StepOptions& o, std::int64_t particles) {
  if (o.steps != Steps::kBlock) return 1;
  const double n = static_cast<double>(particles);
  return o.dt * 2000 * std::pow(n / 1024, 0.4) * 0.2 / o.accuracy;
}

}  // namespace tycho::hermite
