// How much the longest waves of a universe grew, against linear theory, relative: the slope
// <d d0*> / <|d0|^2> of the waves d at the end, or on the way at `redshift`, over those at the
// start, d0, for all wave numbers up to `modes` fundamental ones, over D(a) / D(a0). A lattice has
// no shot noise that would have to be taken off; but short waves on a lattice grow more slowly than
// in a continuous medium (Joyce et al. 2005), and `share` is what they reach of D(a) / D(a0) there
// with forces that are exact.
#include <cmath>
#include <optional>

#include "harness/analysis/density_modes.hpp"
#include "harness/analysis/structure.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

constexpr CheckParameter kParameters[] = {
    {"modes", 4, 1, 32, "the largest wave number used, in fundamental ones"},
    {"share", 1, 0.1, 1, "of the growth in linear theory that waves on a lattice reach"},
    {"redshift", 0, 0, 1000, "evolution: when, at the whole step nearest to it; 0: at the end"}};

/// The waves and the scale factor that a check asks for; none where nobody looked.
std::optional<WavesSeen> waves_of(const terms::CheckSpec& spec, const Observed& observed,
                                  const analysis::Universe& universe) {
  if (const auto asked = waves_asked(spec)) {
    for (const WavesSeen& seen : observed.waves)
      if (seen.redshift == asked->redshift && seen.modes == asked->modes) return seen;
    return std::nullopt;
  }
  const int modes = static_cast<int>(parameter(spec, linear_growth(), "modes"));
  return WavesSeen{0, modes,
                   analysis::scale_factor_after(*observed.settings, observed.verified_steps),
                   analysis::density_modes(*observed.final, universe.box, modes)};
}

Measured measure(const terms::CheckSpec& spec, const Observed& observed) {
  const auto universe = analysis::universe_of(*observed.settings);
  if (!universe) return lacking("expansion");
  const auto seen = waves_of(spec, observed, *universe);
  if (!analysis::finite(*observed.final)) return lacking("finite_positions");
  if (!seen) return not_reached("waves");
  const auto before = analysis::density_modes(*observed.initial, universe->box, seen->modes);
  const double start = universe->begin;
  const double end = seen->scale_factor;
  const double grown = analysis::growth_of(seen->waves, before);
  const double share = parameter(spec, linear_growth(), "share");
  // Waves fall behind on their way: the share is that of the end.
  if (observed.was_cut() && seen->redshift == 0 && share < 1) return not_reached("end");
  const double expected =
      share * growth_factor(universe->cosmology, end) / growth_factor(universe->cosmology, start);
  return {std::abs(grown / expected - 1),
          {{"measured", grown},
           {"expected", expected},
           {"redshift", 1 / end - 1},
           {"waves", static_cast<double>(before.size())}}};
}

}  // namespace

std::optional<WavesSeen> waves_asked(const terms::CheckSpec& spec) {
  if (spec.name != linear_growth().name) return std::nullopt;
  const double redshift = parameter(spec, linear_growth(), "redshift");
  if (redshift == 0) return std::nullopt;
  return WavesSeen{redshift, static_cast<int>(parameter(spec, linear_growth(), "modes"))};
}

int modes_followed(const terms::CheckSpec& spec) {
  if (spec.name != linear_growth().name || waves_asked(spec)) return 0;
  return static_cast<int>(parameter(spec, linear_growth(), "modes"));
}

const Kind& linear_growth() {
  static const Kind kind{
      "linear_growth",
      "|growth of the longest waves / (share D(a) / D(a0)) - 1|, by the slope <d d0*> / <|d0|^2>",
      kParameters, Needs::kNothing, measure};
  return kind;
}

}  // namespace tycho::checks
