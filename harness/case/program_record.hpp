// What a result says of the program that a run was made with.
#pragma once

#include <string>

#include "harness/result/run_record.hpp"
#include "harness/terms/program_command.hpp"

namespace tycho::cases {

/// The name of a program in ids and tables: that of its file without the ending, in characters that
/// a file's name may have.
std::string program_name(const terms::ProgramCommand& command);

/// With a checksum of the program's file, so that another program of its name shows.
result::ImplementationRecord program_record(const terms::ProgramCommand& command,
                                            const std::string& held_to);

}  // namespace tycho::cases
