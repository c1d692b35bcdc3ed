// A body of code in a process of its own.
#pragma once

#include <functional>

#include "harness/library/try.hpp"

namespace tycho::library {

/// Runs the test in a child. What it throws, or the last line that the child wrote before it
/// crashed or was ended for taking too long, is why it fails; Unavailable skips it.
Trial in_own_process(const std::string& test, const std::function<std::string()>& body);

}  // namespace tycho::library
