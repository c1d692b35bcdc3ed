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

void LiveReport::expect(const std::vector<campaign::Job>& jobs) {
  all_ += jobs.size();
  to_come_ += jobs.size();
  for (const campaign::Job& job : jobs) ++left_[job.description.paper];
}

void LiveReport::after(const result::RunRecord& record) {
  if (output_.empty()) return;
  stale_ = true;
  --to_come_;
  const bool paper_is_finished = --left_[record.paper] == 0;
  if (paper_is_finished || !begun_) refresh();
}

void LiveReport::finish() {
  to_come_ = 0;  // later visits of a run that did not come off were left out
  if (!output_.empty() && stale_) refresh();
}

void LiveReport::refresh() {
  campaign::ChildCommand command;
  command.argv = {"/proc/self/exe", "report", campaign_.string(), "-o", output_.string()};
  if (!cases_.empty()) command.argv.insert(command.argv.end(), {"--cases", cases_});
  if (to_come_ > 0)
    command.argv.insert(command.argv.end(),
                        {"--note", "Not complete: " + std::to_string(all_ - to_come_) + " of " +
                                       std::to_string(all_) + " runs so far. Reload the page."});
  const campaign::ChildEnd end = campaign::run_child(command, [](const std::string&, double) {});
  if (end.succeeded())
    begun_ = true, stale_ = false;
  else
    std::cerr << "tycho: the report was not written: " << end.reason() << std::endl;
}

}  // namespace tycho::cli
