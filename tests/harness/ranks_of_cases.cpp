// `ranks` of a variant: numbers of processes, each a run of its own.
#include <gtest/gtest.h>

#include "harness/campaign/describe.hpp"
#include "harness/campaign/request.hpp"
#include "harness/case/plan.hpp"
#include "tests/harness/case_file.hpp"

namespace tycho {
namespace {

using nlohmann::json;
using testing::CaseFolder;
using testing::contracts;
using testing::sound_case;

json with_ranks(const json& ranks) {
  json made = sound_case();
  made["variants"][2]["ranks"] = ranks;
  return made;
}

class RanksOfCases : public ::testing::Test {
 protected:
  std::vector<cases::RunSpec> runs(const json& ranks, const std::vector<int>& wanted = {}) {
    cases_ = {folder_.read(with_ranks(ranks))};
    cases::PlanOptions options;
    options.suite = "smoke";
    options.cuda = false;
    options.threads = {1};
    options.ranks = wanted;
    return cases::plan(cases_, contracts(), options);
  }
  std::string error_of(const json& made) const { return folder_.error_of(made.dump()); }

  CaseFolder folder_;
  std::vector<cases::Case> cases_;
};

TEST_F(RanksOfCases, EachNumberIsARunWithItInItsId) {
  const auto three = runs({1, 2, 4});
  ASSERT_EQ(three.size(), 3u);
  EXPECT_EQ(three[2].id, "someone2025/fig1/n=257/serial/ranks=4");
  EXPECT_EQ(three[2].ranks, 4);
  const result::RunDescription described = campaign::describe(three[2]);
  EXPECT_EQ(described.ranks, 4);
  EXPECT_EQ(std::get<double>(described.sweep.at("ranks")), 4);
  const auto one = runs(2);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].id, "someone2025/fig1/n=257/serial/ranks=2");
  EXPECT_EQ(campaign::describe(one[0]).sweep.count("ranks"), 0u);
}

TEST_F(RanksOfCases, AVariantWithoutThemHasNone) {
  cases_ = {folder_.read(sound_case())};
  cases::PlanOptions options;
  options.suite = "smoke";
  for (const cases::RunSpec& run : cases::plan(cases_, contracts(), options)) {
    EXPECT_EQ(run.ranks, 0);
    EXPECT_FALSE(campaign::describe(run).ranks);
  }
}

TEST_F(RanksOfCases, AreChosenByNumber) {
  const auto some = runs({1, 2, 4}, {4, 9});
  ASSERT_EQ(some.size(), 1u);
  EXPECT_EQ(some[0].ranks, 4);
}

TEST_F(RanksOfCases, ArePartOfWhatARunIsResumedBy) {
  const auto of = [&](const json& ranks) {
    const auto made = runs(ranks);
    return campaign::definition_sum(campaign::request_of("smoke", {}, {made.data(), 1}), 0);
  };
  EXPECT_NE(of(2), of(3));
}

TEST_F(RanksOfCases, ForAClusterGoWithAReason) {
  json made = with_ranks({2, 4});
  made["variants"][2]["cluster"] = "too large";
  cases_ = {folder_.read(made)};
  EXPECT_EQ(cases_[0].variants[2].cluster, "too large");
  made["variants"][2].erase("ranks");
  EXPECT_NE(error_of(made).find("/variants/2/cluster: goes with \"ranks\""), std::string::npos)
      << error_of(made);
}

TEST_F(RanksOfCases, ThatMakeNoSenseAreRefusedWhereTheyStand) {
  EXPECT_NE(error_of(with_ranks(0)).find("/variants/2/ranks"), std::string::npos);
  EXPECT_NE(error_of(with_ranks({2, 2})).find("/variants/2/ranks/1: 2 stands twice"),
            std::string::npos);
  EXPECT_NE(error_of(with_ranks("two")).find("/variants/2/ranks"), std::string::npos);
  EXPECT_NE(error_of(with_ranks(json::array())).find("/variants/2/ranks"), std::string::npos);
  json all = sound_case();
  all["variants"][1]["ranks"] = 2;
  EXPECT_NE(error_of(all).find("/variants/1/ranks: goes with a number of threads"),
            std::string::npos)
      << error_of(all);
}

}  // namespace
}  // namespace tycho
