#include "harness/report/report.hpp"

#include <algorithm>
#include <iostream>
#include <memory>

#include "core/error.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/select.hpp"
#include "harness/compare/compare.hpp"
#include "harness/result/one_line.hpp"

namespace tycho::cli {

namespace {

namespace fs = std::filesystem;

struct ReportArguments {
  std::vector<std::string> inputs, recorded, history;
  std::string output, cases, note;
  bool single_file = false, latex = false, then_and_now = false;
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

/// Each measurement with the verdicts of compare against the one before.
std::vector<report::HistoryPoint> history_of(const std::vector<std::string>& folders) {
  std::vector<report::HistoryPoint> history;
  for (const std::string& folder : folders) {
    report::HistoryPoint point{folder, {}};
    if (!history.empty()) {
      const compare::Comparison comparison =
          compare::compare(compare::load_side(history.back().results, {}),
                           compare::load_side(folder, {}), compare::Options{});
      for (const compare::Row& row : comparison.rows)
        if (row.timed)
          point.verdicts.push_back({row.run, row.what, compare::in_words(row.verdict)});
    }
    history.push_back(std::move(point));
  }
  return history;
}

void write(const ReportArguments& arguments) {
  const fs::path cases = case_folder(arguments.cases);
  report::ReportOptions options;
  options.inputs.assign(arguments.inputs.begin(), arguments.inputs.end());
  options.published = cases / "published";
  options.notice = [](const std::string& line) {
    std::cerr << "tycho: " << result::one_line(line) << std::endl;
  };
  if (arguments.then_and_now) {
    std::cout << then_and_now(options);
    return;
  }
  if (arguments.output.empty()) throw CLI::RequiredError("--out");
  options.recorded.assign(arguments.recorded.begin(), arguments.recorded.end());
  if (options.recorded.empty()) options.recorded = recorded_results(cases);
  options.output = arguments.output;
  options.note = arguments.note;
  options.single_file = arguments.single_file;
  options.latex = arguments.latex;
  if (arguments.history.size() == 1)
    throw UsageError("--history: one folder is no row; give two or more, the oldest first");
  options.history = history_of(arguments.history);
  std::cout << write_report(options).string() << std::endl;
}

}  // namespace

void add_report(CLI::App& app, int&) {
  const auto arguments = std::make_shared<ReportArguments>();
  CLI::App* report = app.add_subcommand(
      "report",
      "Make a site of pages, tables and figures from results; prints the path of its front");
  report->add_option("DIR", arguments->inputs, "campaign folders or result files")->required();
  CLI::Option* output =
      report->add_option("-o,--out", arguments->output, "folder to write the report to");
  report
      ->add_option("--recorded", arguments->recorded,
                   "folders of recorded results whose GPU columns stand in where DIR has none "
                   "(default: every folder of results/)")
      ->allow_extra_args(false);
  report->add_flag("--single-file", arguments->single_file, "one page instead of a site, for mail");
  report->add_flag("--latex", arguments->latex, "write the tables for LaTeX too");
  report
      ->add_flag("--then-and-now", arguments->then_and_now,
                 "print the front's table in brief, as Markdown, and write nothing")
      ->excludes(output);
  report->add_option("--history", arguments->history,
                     "measurements of one machine, the oldest first: a page of how stages changed");
  report->add_option("--note", arguments->note, "a sentence for the top of the page");
  report->add_option("--cases", arguments->cases, "folder of cases (default: found)");
  report->callback([arguments] { write(*arguments); });
}

}  // namespace tycho::cli
