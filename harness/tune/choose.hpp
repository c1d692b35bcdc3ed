// The fastest of the settings tried.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "harness/tune/tuned.hpp"

namespace tycho::tune {

/// An entry for each size and variant of which some run came through with all its checks. `runs`
/// are records of swept runs (docs/formats.md, "a run"). The contract's own values win unless the
/// fastest is faster beyond both of their 95% intervals: noise is no reason to leave what is safe.
std::vector<TunedEntry> choose(const nlohmann::json& runs,
                               std::span<const Contract* const> contracts);

}  // namespace tycho::tune
