#include <iostream>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/verify/merge.hpp"

namespace tycho::cli {

void add_record(CLI::App& app, int&) {
  struct Arguments {
    std::vector<std::string> parts;
    std::string into;
    bool replace = false;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "record", "Put the parts of a campaign together: one file a paper, of one clean commit");
  command
      ->add_option("PART", arguments->parts,
                   "folders that `tycho run --out` wrote, or result files, all of one commit")
      ->required();
  command->add_option("--into", arguments->into, "the machine's folder: results/<machine>")
      ->required();
  command->add_flag("--replace", arguments->replace,
                    "write over a file of the paper that is there already");
  command->footer(
      "Refused: a commit with uncommitted changes, parts of several commits, builds, machines or "
      "suites, a run that stands twice, what `tycho verify` finds unsound.");
  command->callback([arguments] {
    verify::Recording recording;
    recording.parts.assign(arguments->parts.begin(), arguments->parts.end());
    recording.into = arguments->into;
    recording.replace = arguments->replace;
    std::cout << verify::record(recording) << std::endl;
  });
}

}  // namespace tycho::cli
