// The command line of a program of the user's: 'mycode {in} {out} {settings}'.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tycho::terms {

/// What stands in braces, and is a path when the program is started.
enum class ProgramFile { kIn, kOut, kSettings, kTimes };

struct ProgramCommand {
  std::string text;                      // as it was given
  std::vector<std::string> words;        // as a shell would part them
  bool csv_in = false, csv_out = false;  // "{in.csv}"; else Gadget's HDF5

  /// The words with paths in the place of braces.
  std::vector<std::string> filled(const std::filesystem::path& in, const std::filesystem::path& out,
                                  const std::filesystem::path& settings,
                                  const std::filesystem::path& times) const;
};

/// Parts the text into words, by blanks and quotes. Words that name a file in `folder` become its
/// whole path, since the program is started in a folder of its own. Throws UsageError: a quote that
/// is not closed, braces that mean nothing, no {in} or no {out}.
ProgramCommand read_program_command(const std::string& text, const std::filesystem::path& folder);

/// The file that makes the program what it is: the last word that names one, as a script behind the
/// name of its interpreter does, else the program itself.
std::filesystem::path file_of(const ProgramCommand& command);

/// The text without folders, which results do not hold.
std::string without_folders(const ProgramCommand& command);

}  // namespace tycho::terms
