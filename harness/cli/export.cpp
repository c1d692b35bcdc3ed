#include <charconv>
#include <iostream>
#include <memory>

#include "core/error.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/result/result.hpp"

namespace tycho::cli {

namespace {

constexpr const char* kColumns =
    "run,paper,case,suite,algorithm,variant,label,backend,threads,n,status,stage,method,sample,"
    "seconds";

/// As RFC 4180 has it: in quotes where it must be.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

/// The shortest number that reads back the same.
std::string shown(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

void write_times(const std::string& run, const std::string& stage, const std::string& method,
                 const std::vector<double>& samples) {
  for (std::size_t s = 0; s < samples.size(); ++s)
    std::cout << run << ',' << stage << ',' << method << ',' << s << ',' << shown(samples[s])
              << '\n';
}

void write_run(const result::RunRecord& run) {
  std::string row;
  for (const std::string& text : {run.id, run.paper, run.case_name, run.suite, run.algorithm,
                                  run.variant, run.label, run.backend})
    row += quoted(text) + ',';
  row += std::to_string(run.threads) + ',' + std::to_string(run.n) + ',' +
         std::string(name(run.status));
  // What did not come off is a row, too.
  if (!run.timing) {
    std::cout << row << ",,,,\n";
    return;
  }
  write_times(row, "step", "window", run.timing->step_s.samples);
  for (const auto& [stage, times] : run.timing->stages)
    write_times(row, quoted(stage), times.method, times.step_s.samples);
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
  const auto files = std::make_shared<std::vector<std::string>>();
  const auto csv = std::make_shared<bool>(false);
  CLI::App* command =
      app.add_subcommand("export", "Print results for other programs: a row a sample");
  command->add_option("RESULT", *files, "result files")->required();
  command->add_flag("--csv", *csv, "as comma-separated values (docs/formats.md)")->required();
  command->callback([files, csv, &exit_code] {
    std::cout << kColumns << '\n';
    for (const std::string& file : *files)
      for (const result::RunRecord& run : result::read_result(file).runs) write_run(run);
    exit_code = kOk;
  });
}

}  // namespace tycho::cli
