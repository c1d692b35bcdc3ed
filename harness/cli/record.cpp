#include <iostream>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/verify/record.hpp"

namespace tycho::cli {

void add_record(CLI::App& app, int&) {
  struct Arguments {
    std::vector<std::string> parts;
    std::string into;
    bool partly = false, replace = false;
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
  command->add_flag("--partly", arguments->partly,
                    "more is to come: keep the runs in <paper>-<commit>.json, beside what older "
                    "files have, and take them out of those; without it, at the end, all joins in "
                    "<paper>.json");
  command->add_flag(
      "--replace", arguments->replace,
      "write over a file of the paper that is there already; with --partly, over runs "
      "that are recorded of the same commit, or later");
  command->footer(
      "Refused: a commit with uncommitted changes, parts of several commits, builds, machines or "
      "suites, a run that was measured twice, what `tycho verify` finds unsound.");
  command->callback([arguments] {
    verify::Recording recording;
    recording.parts.assign(arguments->parts.begin(), arguments->parts.end());
    recording.into = arguments->into;
    recording.replace = arguments->replace;
    std::cout << (arguments->partly ? verify::record_partly(recording) : verify::record(recording))
              << std::endl;
  });
}

}  // namespace tycho::cli
