#include "harness/report/report.hpp"

#include <algorithm>
#include <iostream>
#include <memory>

#include "harness/cli/commands.hpp"
#include "harness/cli/select.hpp"

namespace tycho::cli {

namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::vector<std::string> inputs, recorded;
  std::string output, cases, note;
};

// Every machine's folder beside the cases, in a fixed order.
std::vector<fs::path> recorded_results(const fs::path& cases) {
  const fs::path results = cases.parent_path() / "results";
  std::vector<fs::path> folders;
  if (fs::is_directory(results))
    for (const auto& entry : fs::directory_iterator(results))
      if (entry.is_directory()) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  return folders;
}

void write(const ReportArguments& arguments) {
  const fs::path cases = case_folder(arguments.cases);
  report::ReportOptions options;
  options.inputs.assign(arguments.inputs.begin(), arguments.inputs.end());
  options.recorded.assign(arguments.recorded.begin(), arguments.recorded.end());
  if (options.recorded.empty()) options.recorded = recorded_results(cases);
  options.output = arguments.output;
  options.note = arguments.note;
  options.published = cases / "published";
  std::cout << write_report(options).string() << std::endl;
}

}  // namespace

void add_report(CLI::App& app, int&) {
  const auto arguments = std::make_shared<ReportArguments>();
  CLI::App* report =
      app.add_subcommand("report", "Make a page, tables and figures from results; prints its path");
  report->add_option("DIR", arguments->inputs, "campaign folders or result files")->required();
  report->add_option("-o,--out", arguments->output, "folder to write the report to")->required();
  report
      ->add_option("--recorded", arguments->recorded,
                   "folders of recorded results whose GPU columns stand in where DIR has none "
                   "(default: every folder of results/)")
      ->allow_extra_args(false);
  report->add_option("--note", arguments->note, "a sentence for the top of the page");
  report->add_option("--cases", arguments->cases, "folder of cases (default: found)");
  report->callback([arguments] { write(*arguments); });
}

}  // namespace tycho::cli
