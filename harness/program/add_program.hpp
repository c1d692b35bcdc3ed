// A program of the user's as a variant of cases: beside the case's own, in the same tables.
#pragma once

#include <span>
#include <string>

#include "core/contract.hpp"
#include "harness/case/case.hpp"

namespace tycho::program {

/// Adds the program to every case, held to the checks of the case's variant in double precision on
/// the CPU. Throws UsageError where the command makes no sense or a case has a variant of the
/// program's name. Returns the command as it was read.
terms::ProgramCommand add_program(std::span<cases::Case> cases, const std::string& command,
                                  std::span<const Contract* const> contracts);

/// Throws Unavailable where there is no such program.
void require_program(const terms::ProgramCommand& command);

}  // namespace tycho::program
