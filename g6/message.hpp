// What the library says to people: lines on stderr, each written whole.
#pragma once

#include <string>

namespace tycho::g6 {

void say(const std::string& line) noexcept;

}  // namespace tycho::g6
