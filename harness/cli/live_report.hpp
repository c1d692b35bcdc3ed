// The report of a campaign under way: there when the first run is finished, written anew whenever a
// paper is (harness/campaign/papers_left.hpp) and at the end. In between runs, so that no run is
// disturbed by it, and in a process of its own, so that the campaign goes on whatever becomes of
// it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/campaign/papers_left.hpp"

namespace tycho::cli {

class LiveReport {
 public:
  /// `output`: the report's folder; empty: no report is wanted. `cases`: as `tycho report` takes
  /// it. Says where the page will be.
  LiveReport(std::filesystem::path campaign, std::filesystem::path output, std::string cases);

  /// What is to be run next.
  void expect(const std::vector<campaign::Job>& jobs) { left_.expect(jobs); }

  /// A run's result stands in the campaign's folder. `more`: the visits that it still asks for.
  void after(const result::RunRecord& record, int more);
  /// The campaign has ended, complete or not.
  void finish();
  /// Whether the page, where one is wanted, has all that `after` was told of. Why it has not was
  /// said.
  bool written() const { return output_.empty() || !stale_; }

 private:
  void refresh();

  std::filesystem::path campaign_, output_;
  std::string cases_;
  campaign::PapersLeft left_;
  bool begun_ = false, stale_ = true;
};

}  // namespace tycho::cli
