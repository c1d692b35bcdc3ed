#include "g6/message.hpp"

#include <cstdio>

namespace tycho::g6 {

void say(const std::string& line) noexcept {
  // One call, so that lines of two threads do not mix.
  std::fprintf(stderr, "tycho_g6: %s\n", line.c_str());
}

}  // namespace tycho::g6
