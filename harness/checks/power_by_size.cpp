// The power of a universe's waves at the end of a run over that of the same waves in a universe of
// half as many particles a side, run beside it from the same phases with the same steps: the value
// is the largest |ratio - 1| of the bands 1 to `modes`, in fundamental wave numbers. More particles
// have the same long waves, so a force, a step or a beginning that is wrong at one size shows here.
#include <cmath>
#include <string>

#include "harness/analysis/power_spectrum.hpp"
#include "harness/analysis/structure.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/smaller_run.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"modes", 8, 1, 128, "the last band judged, in fundamental wave numbers"}};

/// Half as many a side; 0: there is no such number.
std::int64_t half_a_side(std::int64_t n) {
  const auto side = std::llround(std::cbrt(static_cast<double>(n)));
  return side % 2 != 0 || side * side * side != n ? 0 : n / 8;
}

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const auto universe = analysis::universe_of(*observed.settings);
  if (!universe) return lacking("expansion");
  if (!observed.of_size) return lacking("another_size");
  const std::int64_t half = half_a_side(static_cast<std::int64_t>(observed.final->size()));
  if (half == 0) return lacking("an_even_side");
  const Particles smaller = observed.of_size(half);
  if (!analysis::finite(*observed.final) || !analysis::finite(smaller))
    return lacking("finite_positions");
  const int mesh = analysis::power_mesh(smaller.size());
  const auto judged = static_cast<std::size_t>(parameter(spec, power_by_size(), "modes"));
  const analysis::PowerSpectrum small = analysis::power_spectrum(smaller, universe->box, mesh);
  const analysis::PowerSpectrum large =
      analysis::power_spectrum(*observed.final, universe->box, mesh);
  if (small.power.size() < judged) return lacking("waves");
  Measured out{0, {{"particles", static_cast<double>(half)}}};
  for (std::size_t bin = 0; bin < judged; ++bin) {
    const double ratio = large.power[bin] / small.power[bin];
    out.details["ratio_" + std::to_string(bin + 1)] = ratio;
    out.value = larger(out.value, std::abs(ratio - 1));
  }
  return out;
}

}  // namespace

std::int64_t smaller_run(const terms::CheckSpec& spec, std::int64_t particles) {
  return spec.name == power_by_size().name ? half_a_side(particles) : 0;
}

const Kind& power_by_size() {
  static const Kind kind{
      "power_by_size",
      "largest |P / P' - 1| of a universe's waves, P' being the power of the same waves with half "
      "as many particles a side, run beside it",
      kParameters,
      Needs::kNothing,
      measure,
      Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
