#include "harness/verify/verify.hpp"

#include <iostream>
#include <memory>
#include <optional>

#include "core/error.hpp"
#include "harness/backends/list.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/select.hpp"
#include "harness/result/one_line.hpp"
#include "harness/result/plural.hpp"
#include "harness/result/result_files.hpp"
#include "harness/verify/case_shelf.hpp"

namespace tycho::cli {

namespace {

struct VerifyArguments {
  std::vector<std::string> results;
  std::string cases;
  bool all = false;
};

constexpr std::size_t kShownNotes = 5;

// One a line, whatever the file holds. Scripts count the lines of findings: notes go to stderr.
void put(std::ostream& out, const std::string& file, const verify::Finding& what) {
  out << result::one_line(file + (what.at.empty() ? "" : ", " + what.at) + ": " + what.what)
      << '\n';
}

void put_note(const std::string& file, const verify::Finding& note) {
  put(std::cerr, file, {note.at, "note: " + note.what});
}

// Where there are no cases, a result is still held against itself.
std::optional<verify::CaseShelf> shelf_of(const std::string& folder) {
  try {
    return verify::CaseShelf(case_folder(folder), backends::contracts());
  } catch (const UsageError&) {
    if (!folder.empty()) throw;
    std::cerr << "tycho: no folder of cases here or above the program (--cases names one): results "
                 "are not held against their cases"
              << std::endl;
    return std::nullopt;
  }
}

bool verify_all(const VerifyArguments& arguments) {
  bool sound = true;
  const std::vector<std::filesystem::path> files = result::result_files(arguments.results);
  std::optional<verify::CaseShelf> shelf = shelf_of(arguments.cases);
  for (const std::filesystem::path& path : files) {
    const std::string file = path.string();
    const verify::Verified found = verify::verify(path, shelf ? &*shelf : nullptr);
    for (const verify::Finding& finding : found.findings) put(std::cout, file, finding);
    const std::size_t notes = found.notes.size();
    const std::size_t shown = arguments.all ? notes : std::min(notes, kShownNotes);
    for (std::size_t i = 0; i < shown; ++i) put_note(file, found.notes[i]);
    if (shown < notes)
      put_note(file, {"", result::plural(notes - shown, "more note") + "; --all shows them"});
    if (found.findings.empty()) put(std::cout, file, {"", "sound"});
    sound &= found.findings.empty();
  }
  std::cerr << "What no file can show: that its numbers were measured, on the machine, at the time "
               "and with the commit it names; that a run was not repeated until it pleased; the "
               "samples that were not kept; a bare host name of another machine.\n";
  return sound;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  const auto arguments = std::make_shared<VerifyArguments>();
  CLI::App* command = app.add_subcommand("verify",
                                         "Check results: schema, arithmetic, the cases they "
                                         "name, no trace of host, user or path");
  command->add_option("RESULT", arguments->results, "result files, or folders of them")->required();
  command->add_option(
      "--cases", arguments->cases,
      "folder of cases to hold results against (default: found); each case is taken "
      "from the result's own commit where git has it");
  command->add_flag("--all", arguments->all, "every note, not the first five of a file");
  command->footer("Exit codes: 0 sound, 1 findings, one a line, 2 cannot be read.");
  command->callback([arguments, &exit_code] {
    if (!verify_all(*arguments)) exit_code = kFailures;
  });
}

}  // namespace tycho::cli
