#include <filesystem>
#include <iostream>
#include <memory>

#include "core/error.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/export/csv.hpp"
#include "harness/export/google_benchmark.hpp"
#include "harness/export/parquet.hpp"
#include "harness/result/result.hpp"
#include "harness/result/result_files.hpp"

namespace tycho::cli {

namespace {

struct Export {
  std::vector<std::string> results;
  bool csv = false, google_benchmark = false;
  std::string parquet;
};

/// Samples that took hours must not be lost to a slip of the command line.
void require_no_result(const std::string& parquet,
                       const std::vector<std::filesystem::path>& files) {
  for (const std::filesystem::path& file : files) {
    std::error_code is_not_there;
    if (std::filesystem::equivalent(file, parquet, is_not_there))
      throw UsageError("--parquet " + parquet +
                       ": is the result itself, which would be written over; give another file");
  }
}

}  // namespace

void add_export(CLI::App& app, int& exit_code) {
  const auto asked = std::make_shared<Export>();
  CLI::App* command =
      app.add_subcommand("export", "Print results for other programs, with every sample");
  command->add_option("RESULT", asked->results, "result files, or folders of them")->required();
  CLI::Option* csv = command->add_flag(
      "--csv", asked->csv, "as comma-separated values, on standard output (docs/formats.md)");
  CLI::Option* google_benchmark =
      command
          ->add_flag("--google-benchmark", asked->google_benchmark,
                     "as Google Benchmark's JSON, on standard output, for its compare.py")
          ->excludes(csv);
  command
      ->add_option(
          "--parquet", asked->parquet,
          "file to write as Parquet, with typed columns; where tycho was built with Apache "
          "Arrow")
      ->excludes(csv)
      ->excludes(google_benchmark);
  command->callback([asked, &exit_code] {
    if (!asked->parquet.empty())
      exports::require_parquet();
    else if (!asked->csv && !asked->google_benchmark)
      throw UsageError("export: in which format? give --csv, --google-benchmark or --parquet FILE");
    const std::vector<std::filesystem::path> files = result::result_files(asked->results);
    if (!asked->parquet.empty()) require_no_result(asked->parquet, files);
    std::vector<result::Result> results;
    for (const std::filesystem::path& file : files) results.push_back(result::read_result(file));
    if (asked->csv)
      exports::write_csv(std::cout, results);
    else if (asked->google_benchmark)
      exports::write_google_benchmark(std::cout, results);
    else
      exports::write_parquet(asked->parquet, results);
    exit_code = kOk;
  });
}

}  // namespace tycho::cli
