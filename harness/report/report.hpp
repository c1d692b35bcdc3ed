// The report: a pure function of result files and of the papers' published numbers.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tycho::report {

struct ReportOptions {
  /// Campaign folders or result files: what is reported.
  std::vector<std::filesystem::path> inputs;
  /// Folders of recorded results, whose GPU runs stand in for a paper's where the inputs have none
  /// that ran. The report says so wherever they appear.
  std::vector<std::filesystem::path> recorded;
  std::filesystem::path output;
  /// The folder cases/published.
  std::filesystem::path published;
  /// Stands above everything else on the page, where it is not empty.
  std::string note = {};
};

/// Writes index.html, report.md, tables/ and figures/ into `output`, each file whole or not at
/// all, the page last. Returns the path of the page. Throws UsageError on input it cannot report.
std::filesystem::path write_report(const ReportOptions& options);

}  // namespace tycho::report
