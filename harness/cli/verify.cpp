#include "harness/verify/verify.hpp"

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

// The same is often to be said of a hundred runs: once, at the first of its places.
std::vector<verify::Finding> each_once(const std::vector<verify::Finding>& notes) {
  std::vector<verify::Finding> kinds;
  std::vector<std::size_t> places;
  for (const verify::Finding& note : notes) {
    const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const verify::Finding& kind) {
      return kind.what == note.what;
    });
    if (known != kinds.end()) {
      ++places[static_cast<std::size_t>(known - kinds.begin())];
    } else {
      kinds.push_back(note);
      places.push_back(1);
    }
  }
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (places[i] > 1) kinds[i].at += " and " + result::plural(places[i] - 1, "more place");
  return kinds;
}

void put_notes(const std::string& file, const std::vector<verify::Finding>& notes, bool all) {
  const std::vector<verify::Finding> told = all ? notes : each_once(notes);
  const std::size_t shown = all ? told.size() : std::min(told.size(), kShownNotes);
  for (std::size_t i = 0; i < shown; ++i) put_note(file, told[i]);
  if (shown < told.size())
    put_note(file, {"", result::plural(told.size() - shown, "more note") + "; --all shows them"});
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
    put_notes(file, found.notes, arguments.all);
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
  command->add_flag("--all", arguments->all,
                    "every note at every place: else five of a file, each once");
  command->footer("Exit codes: 0 sound, 1 findings, one a line, 2 cannot be read.");
  command->callback([arguments, &exit_code] {
    if (!verify_all(*arguments)) exit_code = kFailures;
  });
}

}  // namespace tycho::cli
