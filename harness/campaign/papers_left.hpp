// What of a campaign is still to come, paper by paper: a paper is finished when none of its runs
// has a visit left to make (docs/timing.md, rule 17).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/campaign/supervisor.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::campaign {

class PapersLeft {
 public:
  /// The visits of the next passage: all that are to come.
  void expect(const std::vector<Job>& jobs);

  /// A visit was made. `more`: the visits that its run asks for behind it, by what it measured.
  /// Later visits of a run that did not come off are left out. True where the paper is finished.
  bool after(const result::RunRecord& record, int more);

  /// No more visits are made.
  void end() { left_.clear(); }

  int done() const { return done_; }
  int to_come() const;

 private:
  std::map<std::string, std::map<std::string, int>> left_;  // visits, by paper and run
  int done_ = 0;
};

}  // namespace tycho::campaign
