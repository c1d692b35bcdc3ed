// A time shared out among runs.
#pragma once

#include <span>
#include <vector>

#include "core/units.hpp"

namespace tycho::campaign {

/// The share of each run in `time`, by what each is thought to need: equal shares, and what a run
/// does not need of its share is left to those that need more. A share may be more than the need,
/// since a need may be wrong. Never 0, which would mean no limit.
std::vector<Seconds> share_out(std::span<const Seconds> needs, Seconds time);

}  // namespace tycho::campaign
