// The report: a pure function of results, their probes and counters, published numbers and notes.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tycho::report {

/// What `tycho compare` says of one time, against the measurement before.
struct HistoryVerdict {
  std::string run, what;  // what: "step", or a stage
  std::string verdict;    // in words: "slower"
};

struct HistoryPoint {
  std::filesystem::path results;
  std::vector<HistoryVerdict> verdicts;
};

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
  /// One page for mail instead of a site.
  bool single_file = false;
  /// The tables for LaTeX too.
  bool latex = false;
  /// A row of measurements, the oldest first; the report has a page of them.
  std::vector<HistoryPoint> history = {};
  /// Told of what the reader of results should know and the report leaves out, a line at a time.
  std::function<void(const std::string&)> notice = {};
};

/// Writes index.html and the other pages, report.md, tables/ and figures/ into `output`, each file
/// whole or not at all, index.html last, and removes what an earlier report wrote there and this
/// one does not. Returns the path of index.html. Throws UsageError on input it cannot report and
/// WriteError where the folder cannot be written to.
std::filesystem::path write_report(const ReportOptions& options);

/// The front's table "then and now" in brief, as Markdown: of the papers' own sizes that ran.
/// Writes nothing. Throws UsageError as write_report does, and where no headline ran.
std::string then_and_now(const ReportOptions& options);

}  // namespace tycho::report
