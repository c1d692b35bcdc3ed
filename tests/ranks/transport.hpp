// What every transport must do, whatever carries the data: called on each rank.
#pragma once

#include "core/ranks/ranks.hpp"

namespace tycho::test {

/// Throws std::logic_error that says what was wrong.
void check_transport(Ranks& ranks);

}  // namespace tycho::test
