#include "harness/cli/live_report.hpp"

#include <iostream>

#include "harness/campaign/child_process.hpp"

namespace tycho::cli {

LiveReport::LiveReport(std::filesystem::path campaign, std::filesystem::path output,
                       std::string cases)
    : campaign_(std::move(campaign)), output_(std::move(output)), cases_(std::move(cases)) {
  // As a word of a command line it must be no option.
  if (campaign_.native().starts_with('-')) campaign_ = "." / campaign_;
  if (!output_.empty())
    std::cout << "report: " << (output_ / "index.html").string()
              << " (from the first run on; written anew when a paper is finished)" << std::endl;
}

void LiveReport::after(const result::RunRecord& record, int more) {
  if (output_.empty()) return;
  stale_ = true;
  const bool paper_is_finished = left_.after(record, more);
  if (paper_is_finished || !begun_) refresh();
}

void LiveReport::finish() {
  left_.end();
  if (!output_.empty() && stale_) refresh();
}

void LiveReport::refresh() {
  campaign::ChildCommand command;
  command.argv = {"/proc/self/exe", "report", campaign_.string(), "-o", output_.string()};
  if (!cases_.empty()) command.argv.insert(command.argv.end(), {"--cases", cases_});
  if (const int to_come = left_.to_come(); to_come > 0)
    command.argv.insert(
        command.argv.end(),
        {"--note", "Not complete: " + std::to_string(left_.done()) + " of " +
                       std::to_string(left_.done() + to_come) + " runs so far. Reload the page."});
  const campaign::ChildEnd end = campaign::run_child(command, [](const std::string&, double) {});
  if (end.succeeded())
    begun_ = true, stale_ = false;
  else
    std::cerr << "tycho: the report was not written: " << end.reason() << std::endl;
}

}  // namespace tycho::cli
