// The universe that a run is in, where its contract states one: an expanding periodic cube.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/formulas/cosmology.hpp"
#include "core/settings.hpp"

namespace tycho::analysis {

struct Universe {
  Cosmology cosmology;
  double box = 0;    // side, comoving Mpc
  double begin = 0;  // the scale factor at the start of the run
};

/// Nothing where the contract states no expanding space.
std::optional<Universe> universe_of(const Settings& settings);

/// Throws UsageError, naming who asks, where there is none.
Universe require_universe(const Settings& settings, std::string_view who);

/// After a number of steps of a run in expanding space.
double scale_factor_after(const Settings& settings, std::int64_t steps);

}  // namespace tycho::analysis
