// What a run of an algorithm needs in memory, known before anything is made.
#pragma once

#include <cstdint>

namespace tycho {

/// In bytes, beside the particles that it is given and those that it is asked for: all that is held
/// and the most that is there for a while, while particles are loaded once more, stored,
/// checkpointed or a field is read out. Never less than is taken (tests/memory/need.cpp measures
/// the CPU side), so that a run which does not fit is refused before it begins; of lists, trees and
/// rooms whose size hangs on where the particles are, a bound.
struct MemoryNeed {
  std::int64_t host = 0, device = 0;
};

}  // namespace tycho
