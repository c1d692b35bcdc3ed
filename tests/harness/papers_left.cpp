// When a paper of a campaign is finished: when no visit to one of its runs is left to make.
#include "harness/campaign/papers_left.hpp"

#include <gtest/gtest.h>

namespace tycho {
namespace {

campaign::Job visit_to(const std::string& paper, const std::string& run) {
  campaign::Job job;
  job.description.paper = paper;
  job.description.id = paper + "/" + run;
  return job;
}

result::RunRecord record_of(const std::string& paper, const std::string& run,
                            result::Status status = result::Status::kOk) {
  result::RunRecord record;
  record.paper = paper;
  record.id = paper + "/" + run;
  record.status = status;
  return record;
}

TEST(PapersLeft, AreFinishedWithTheLastVisitToTheLastOfTheirRuns) {
  campaign::PapersLeft left;
  left.expect({visit_to("a", "one"), visit_to("a", "two"), visit_to("b", "one"),
               visit_to("a", "one"), visit_to("b", "one")});
  EXPECT_FALSE(left.after(record_of("a", "one"), 1));
  EXPECT_FALSE(left.after(record_of("a", "two"), 0));
  EXPECT_FALSE(left.after(record_of("b", "one"), 1));
  EXPECT_EQ(left.done(), 3);
  EXPECT_EQ(left.to_come(), 2);
  EXPECT_TRUE(left.after(record_of("a", "one"), 0));
  EXPECT_TRUE(left.after(record_of("b", "one"), 0));
  EXPECT_EQ(left.to_come(), 0);
}

TEST(PapersLeft, WaitForNoVisitBehindOneThatDidNotComeOff) {
  for (const result::Status status : {result::Status::kFailed, result::Status::kSkipped}) {
    campaign::PapersLeft left;
    left.expect({visit_to("a", "one"), visit_to("b", "one"), visit_to("a", "one")});
    EXPECT_TRUE(left.after(record_of("a", "one", status), 3));
    EXPECT_EQ(left.to_come(), 1) << "of b";
  }
}

TEST(PapersLeft, WaitForVisitsThatAreMadeAgain) {
  campaign::PapersLeft left;
  left.expect({visit_to("a", "one"), visit_to("b", "one"), visit_to("a", "one")});
  EXPECT_FALSE(left.after(record_of("a", "one"), 1));
  EXPECT_TRUE(left.after(record_of("b", "one"), 0));
  EXPECT_FALSE(left.after(record_of("a", "one"), 1)) << "one of the two took longer";
  EXPECT_EQ(left.to_come(), 1);
  left.expect({visit_to("a", "one")});
  EXPECT_EQ(left.to_come(), 1);
  EXPECT_TRUE(left.after(record_of("a", "one"), 0));
  EXPECT_EQ(left.done(), 4);
}

TEST(PapersLeft, WaitForAllVisitsOfAPassage) {
  campaign::PapersLeft left;
  left.expect({visit_to("a", "one"), visit_to("a", "one")});
  EXPECT_FALSE(left.after(record_of("a", "one"), 0)) << "asks for no more, and one is to be made";
  EXPECT_TRUE(left.after(record_of("a", "one"), 0));
}

}  // namespace
}  // namespace tycho
