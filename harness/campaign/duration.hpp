// Durations as people write and read them: "90s", "10m", "1h30m".
#pragma once

#include <string>
#include <string_view>

#include "core/units.hpp"

namespace tycho::campaign {

/// Throws UsageError naming the text and the form that is allowed. A bare number is seconds.
Seconds parse_duration(std::string_view text);

/// Two units at most: "3.2 s", "4 min 10 s", "2 h 5 min".
std::string in_words(Seconds duration);

}  // namespace tycho::campaign
