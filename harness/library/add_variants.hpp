// The variants of libraries as variants of cases: beside the case's own, in the same tables.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "harness/case/case.hpp"
#include "harness/library/given.hpp"

namespace tycho::library {

/// Adds every library's variants to the cases of its algorithm. A library's variant is held to the
/// checks of the case's variant that has its precision (and its backend, where there is one), and
/// is run at that variant's sizes. Throws UsageError where a library fits none of the cases, or a
/// variant has a setting that its contract has not. With `swept` every setting that can be tuned,
/// and that the variant does not set itself, is swept, as `tycho tune` does with the cases' own.
void add_variants(std::span<cases::Case> cases, const std::vector<std::string>& files,
                  MakeStreamClock clock, bool swept = false);

}  // namespace tycho::library
