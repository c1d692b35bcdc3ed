#include "harness/report/findings.hpp"

#include <algorithm>

#include "harness/report/number.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {

namespace {

const KnownFinding* known_of(const Run& run, const std::string& check,
                             const std::map<std::string, Paper>& papers) {
  const auto paper = papers.find(run.paper);
  if (paper == papers.end()) return nullptr;
  for (const KnownFinding& finding : paper->second.findings)
    if (finding.check == check && matches(run, finding.select)) return &finding;
  return nullptr;
}

class Collector {
 public:
  FoundOut& at(const std::string& paper, const std::string& id) {
    const std::string anchor = paper + "-finding-" + slug(id);
    for (FoundOut& found : found_)
      if (found.anchor == anchor) return found;
    found_.push_back({paper, anchor, "", "", {}});
    return found_.back();
  }
  std::vector<FoundOut> take() { return std::move(found_); }

 private:
  std::vector<FoundOut> found_;
};

}  // namespace

std::vector<FoundOut> findings_of(const std::vector<Run>& runs,
                                  const std::map<std::string, Paper>& papers) {
  Collector collector;
  for (const Run& run : runs) {
    if (run.status == result::Status::kFailed) {
      FoundOut& found = collector.at(run.paper, "run-" + run.case_name + "-" + run.reason);
      found.sentence = "Runs of " + run.paper + "/" + run.case_name + " failed: " + run.reason;
      found.cases.push_back(run.id + " failed: " + run.reason);
    }
    for (const Check& check : run.checks) {
      if (check.pass) continue;
      const KnownFinding* known = known_of(run, check.name, papers);
      FoundOut& found =
          collector.at(run.paper, known ? known->id : run.case_name + "-" + check.name);
      found.sentence =
          known ? known->sentence
                : "The check " + check.name + " of " + run.paper + "/" + run.case_name + " fails";
      if (known) found.known = known->known;
      found.cases.push_back(run.id + ": " + check.name + " is " + number(check.value) +
                            ", its limit " + limit_text(check.limit) + " (" + check.reason + ")");
    }
  }
  return collector.take();
}

std::vector<Block> findings_section(const std::string& paper,
                                    const std::vector<FoundOut>& findings) {
  std::vector<Block> blocks;
  for (const FoundOut& found : findings) {
    if (found.paper != paper) continue;
    if (blocks.empty()) blocks.push_back(Heading{2, "Findings", paper + "-findings"});
    blocks.push_back(Heading{3, found.sentence, found.anchor});
    blocks.push_back(
        Paragraph{found.known.empty() ? "Nothing is known of the cause yet." : found.known});
    blocks.push_back(List{found.cases});
  }
  return blocks;
}

}  // namespace tycho::report
