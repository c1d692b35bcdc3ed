// Exhibits of a paper that does not exist, drawn of made-up runs.
#pragma once

#include <gtest/gtest.h>

#include "harness/report/published.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {

class Drawn : public ::testing::Test {
 protected:
  Evidence evidence(const std::vector<result::RunRecord>& runs) {
    folder_.write("here/synthetic.json", synthetic::result("Synthetic machine", runs));
    return gather(load_results({folder_.path() / "here"}, false), {});
  }
  /// The paper that does not exist, with one exhibit changed.
  Paper paper(const nlohmann::json& change) {
    nlohmann::json published = synthetic::published();
    published["exhibits"][0].merge_patch(change);
    folder_.write("published/synthetic.json", published.dump());
    return read_published(folder_.path() / "published").at("synthetic");
  }
  static std::vector<result::RunRecord> seven_variants() {
    std::vector<result::RunRecord> runs;
    for (int i = 1; i <= 7; ++i)
      for (const int n : {4, 8})
        runs.push_back(synthetic::run("v" + std::to_string(i), "cuda", n, i * 1e-3));
    return runs;
  }
  synthetic::Folder folder_;
};

}  // namespace tycho::report
