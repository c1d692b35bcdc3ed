// The power of a universe's waves at the end of a run over that of the same universe with Ewald's
// forces, band by band: P is the mean |d(k)|^2 over the waves with |n| nearest to a whole number,
// d(k) summed over the particles without a mesh. The powers with Ewald's forces are parameters of
// the check, mode_1 to mode_16 (0: not known); the reason says what made them. The value is the
// largest |ratio - 1| of the modes 1 to `modes`; the others are told as details.
#include <cmath>
#include <string>

#include "harness/analysis/density_modes.hpp"
#include "harness/analysis/structure.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

constexpr int kModes = 16;
constexpr std::string_view kOfBand = "power of this band with Ewald's forces; 0: not known";
constexpr CheckParameter kParameters[] = {
    {"modes", 4, 1, kModes, "the last band judged, in fundamental wave numbers"},
    {"mode_1", 0, 0, 1, kOfBand},
    {"mode_2", 0, 0, 1, kOfBand},
    {"mode_3", 0, 0, 1, kOfBand},
    {"mode_4", 0, 0, 1, kOfBand},
    {"mode_5", 0, 0, 1, kOfBand},
    {"mode_6", 0, 0, 1, kOfBand},
    {"mode_7", 0, 0, 1, kOfBand},
    {"mode_8", 0, 0, 1, kOfBand},
    {"mode_9", 0, 0, 1, kOfBand},
    {"mode_10", 0, 0, 1, kOfBand},
    {"mode_11", 0, 0, 1, kOfBand},
    {"mode_12", 0, 0, 1, kOfBand},
    {"mode_13", 0, 0, 1, kOfBand},
    {"mode_14", 0, 0, 1, kOfBand},
    {"mode_15", 0, 0, 1, kOfBand},
    {"mode_16", 0, 0, 1, kOfBand},
};

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const auto universe = analysis::universe_of(*observed.settings);
  if (!universe) return lacking("expansion");
  if (!analysis::finite(*observed.final)) return lacking("finite_positions");
  if (observed.was_cut()) return not_reached("end");
  const int judged = static_cast<int>(parameter(spec, power(), "modes"));
  const std::vector<double> found = analysis::band_powers(*observed.final, universe->box, kModes);
  Measured out{0, {}};
  for (int mode = 1; mode <= kModes; ++mode) {
    const std::string name = "mode_" + std::to_string(mode);
    const double expected = parameter(spec, power(), name);
    if (mode <= judged && expected == 0) return lacking("power_of_" + name);
    if (expected == 0) continue;
    const double ratio = found[mode] / expected;
    out.details["ratio_" + std::to_string(mode)] = ratio;
    if (mode <= judged) out.value = larger(out.value, std::abs(ratio - 1));
  }
  return out;
}

}  // namespace

const Kind& power() {
  static const Kind kind{"power",
                         "largest |P / P_E - 1| of a universe's waves, P_E being the power with "
                         "Ewald's forces, which the case gives",
                         kParameters,
                         Needs::kNothing,
                         measure,
                         Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
