// Time as a type: every duration in tycho is in seconds, in double precision.
#pragma once

#include <chrono>

namespace tycho {

using Seconds = std::chrono::duration<double>;

}  // namespace tycho
