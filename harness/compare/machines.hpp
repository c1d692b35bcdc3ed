// What is not the same about the two sides' machines and builds.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/side.hpp"

namespace tycho::compare {

/// "results/h200: NVIDIA H200, 16 cores of Intel Xeon, commit 295c54a1b2c3, 2026-11-15".
std::string describe(const Side& side);

/// One line for every key that both provenances have and that differs for some paper, between the
/// sides or among the files of one: the values of each side. Not the date, nor a measured clock.
std::vector<std::string> differences(const Side& base, const Side& fresh);

}  // namespace tycho::compare
