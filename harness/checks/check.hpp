// A check: a measured number against a limit with a reason. Passes when value <= limit, so NaN
// fails; value and limit are recorded on success too.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/case/case.hpp"

namespace tycho {

struct CheckResult {
  std::string name;
  double value = 0;
  double limit = 0;
  bool pass = false;
  std::string reason;
  std::map<std::string, double> details;  // percentiles, counts, ...
};

/// What the checks of a run look at.
struct Observed {
  const Settings* settings = nullptr;
  const Particles* initial = nullptr;
  /// After `verified_steps` steps of the implementation under test, accelerations included.
  const Particles* final = nullptr;
  std::int64_t verified_steps = 0;
  /// The plain double-precision reference after the same steps; null where it was too large to run.
  const Particles* reference = nullptr;
  /// Relative energy error along an evolution: (time, error). Empty in timing runs.
  std::vector<std::pair<double, double>> energy_error;
};

/// Names a case may use, for the case reader and `tycho list`.
std::span<const std::string_view> check_names();

/// Applies one check. One that lacks what it needs gives NaN, which fails, with a detail saying so.
CheckResult apply(const CheckSpec& spec, const Observed& observed);

}  // namespace tycho
