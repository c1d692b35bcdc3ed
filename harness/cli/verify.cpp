#include "harness/verify/verify.hpp"

#include <iostream>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"

namespace tycho::cli {

namespace {

// One finding a line, whatever the file holds.
std::string one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  const auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand(
      "verify", "Check result files: schema, arithmetic, no trace of host, user or path");
  command->add_option("RESULT", *files, "result files")->required();
  command->footer("Exit codes: 0 sound, 1 findings, one a line, 2 cannot be read.");
  command->callback([files, &exit_code] {
    std::size_t findings = 0;
    for (const std::string& file : *files) {
      const verify::Findings found = verify::verify(file);
      for (const verify::Finding& finding : found)
        std::cout << one_line(file + (finding.at.empty() ? "" : ", " + finding.at) + ": " +
                              finding.what)
                  << '\n';
      if (found.empty()) std::cout << file << ": sound\n";
      findings += found.size();
    }
    std::cout << std::flush;
    if (findings > 0) exit_code = kFailures;
  });
}

}  // namespace tycho::cli
