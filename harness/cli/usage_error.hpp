// What was wrong with a command line, what was meant most likely, and where the help is.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace tycho::cli {

/// One line. `words` is the command line, the program first.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error,
                        const std::vector<std::string>& words);

/// Makes an empty value of any option an error. `--budget "$TIME"` of a script that never set TIME
/// would else be a campaign without a budget.
void refuse_empty_values(CLI::App& app);

/// What the system said of which path. A bad path is one that no room on a disk would mend.
std::string in_words(const std::filesystem::filesystem_error& error);
bool is_bad_path(const std::filesystem::filesystem_error& error);

/// An error that may repeat words of the command line, or a piece of a file: of anything longer
/// than result::kMostEchoed characters the beginning.
std::string with_brief_words(std::string message, const std::vector<std::string>& words);

}  // namespace tycho::cli
