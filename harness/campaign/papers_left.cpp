#include "harness/campaign/papers_left.hpp"

#include <algorithm>

namespace tycho::campaign {

void PapersLeft::expect(const std::vector<Job>& jobs) {
  left_.clear();
  for (const Job& job : jobs) ++left_[job.description.paper][job.id()];
}

bool PapersLeft::after(const result::RunRecord& record, int more) {
  ++done_;
  std::map<std::string, int>& runs = left_[record.paper];
  int& visits = runs[record.id];
  // Those of this passage are made even where the run asks for fewer by now.
  visits = std::max(visits - 1, more);
  if (!record.ok() || visits == 0) runs.erase(record.id);
  return runs.empty();
}

int PapersLeft::to_come() const {
  int visits = 0;
  for (const auto& [paper, runs] : left_)
    for (const auto& [run, left] : runs) visits += left;
  return visits;
}

}  // namespace tycho::campaign
