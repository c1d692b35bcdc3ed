// What the sittings of a campaign must have in common for their runs to stand in one result.
#pragma once

#include <string>

#include "harness/result/result.hpp"

namespace tycho::verify {

/// The first thing in which `other` is not of the campaign of `one` (its commit, machine, suite,
/// build, GPU or threads), as "its commit is "b", that of first.json is "a""; empty where they
/// agree. `name` says what `one` is.
std::string other_campaign(const result::Result& one, const std::string& name,
                           const result::Result& other);

}  // namespace tycho::verify
