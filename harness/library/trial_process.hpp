// A body of code in a process of its own.
#pragma once

#include <functional>

#include "harness/library/try.hpp"

namespace tycho::library {

/// Runs the test in a child. It fails by what it throws, by a crash (with the last line that the
/// child wrote), or where it takes longer than two minutes; Unavailable skips it.
Trial in_own_process(const std::string& test, const std::function<std::string()>& body);

}  // namespace tycho::library
