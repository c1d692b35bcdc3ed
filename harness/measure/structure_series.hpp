// The structure of an expanding box as the series of a run (docs/formats.md).
#pragma once

#include <string>

#include "harness/analysis/structure.hpp"
#include "harness/result/series_record.hpp"

namespace tycho::measure {

/// Adds power_spectrum, mass_function, density_profile, velocity_profile, and mass, radius and
/// place of the heaviest haloes, by which two runs can be told to have the same ones; each name
/// after `prefix`.
void add_series(result::SeriesRecord& series, const analysis::Structure& structure,
                const std::string& prefix = "");

/// Adds mass_residual, after `prefix`.
void add_residual(result::SeriesRecord& series, const analysis::Structure& structure,
                  const analysis::Structure& reference, const std::string& prefix = "");

}  // namespace tycho::measure
