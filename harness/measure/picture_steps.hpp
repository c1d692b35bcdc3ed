// The steps of a run after which its picture is taken.
#pragma once

#include <cstdint>
#include <vector>

#include "core/settings.hpp"
#include "harness/terms/pictures.hpp"

namespace tycho::measure {

/// The looks, from 0 (the start) to `looks`, are at even distances over `steps` steps: of these the
/// first at or behind each of `number` even distances, both ends included.
std::vector<std::int64_t> even_picture_steps(int number, std::int64_t looks, std::int64_t steps);

/// Of a universe: the whole step nearest to each redshift, in the logarithm of 1 + z. A redshift
/// that the steps do not reach has none.
std::vector<std::int64_t> picture_steps(const std::vector<double>& redshifts,
                                        const Settings& settings, std::int64_t steps);

}  // namespace tycho::measure
