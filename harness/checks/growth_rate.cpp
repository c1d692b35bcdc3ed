// The growth rate of the seeded mode of two streams against omega_p / sqrt(8), relative: the slope
// of the logarithm of its size, by least squares between the sizes `low` and `high` over the mean
// density. Below, the growing mode is not alone; above, it saturates.
#include <cmath>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"low", 1e-4, 1e-12, 1, "amplitude from which the rate is fitted"},
    {"high", 0.02, 1e-12, 1, "amplitude up to which the rate is fitted"}};
constexpr std::size_t kFewest = 10;

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const double low = parameter(spec, growth_rate(), "low");
  const double high = parameter(spec, growth_rate(), "high");
  double n = 0, t = 0, y = 0, tt = 0, ty = 0;
  bool saturated = false;
  for (const auto& [time, mode] : observed.mode) {
    const double size = std::abs(mode);
    if (std::isnan(size)) return lacking("finite_mode");
    saturated = size > high;
    if (saturated) break;
    if (size < low) continue;
    const double log = std::log(size);
    n += 1;
    t += time;
    y += log;
    tt += time * time;
    ty += time * log;
  }
  if (n < kFewest || (observed.was_cut() && !saturated)) return not_reached("growth");
  const double slope = (n * ty - t * y) / (n * tt - t * t);
  const double expected = 1 / std::sqrt(8.0);
  return {std::abs(slope / expected - 1),
          {{"measured", slope}, {"expected", expected}, {"samples", n}}};
}

}  // namespace

const Kind& growth_rate() {
  static const Kind kind{"growth_rate",
                         "|gamma sqrt(8) / omega_p - 1| of the seeded mode of two streams",
                         kParameters, Needs::kEvolution, measure};
  return kind;
}

}  // namespace tycho::checks
