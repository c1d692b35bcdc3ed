// Counts in the words of the program.
#pragma once

#include <concepts>
#include <string>

namespace tycho::result {

/// "1 run", "2 runs", "0 runs".
std::string plural(std::integral auto count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

}  // namespace tycho::result
