// What was wrong with a command line, what was meant most likely, and where the help is.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace tycho::cli {

/// One line. `words` is the command line, the program first.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& words);

/// An error that may repeat words of the command line, or a piece of a file: of anything longer
/// than result::kMostEchoed characters the beginning.
std::string with_brief_words(std::string message, const std::vector<std::string>& words);

}  // namespace tycho::cli
