// The table of checks that passed.
#include <gtest/gtest.h>

#include <memory>
#include <variant>

#include "harness/report/sections.hpp"

namespace tycho::report {
namespace {

std::shared_ptr<const Machine> the_machine() {
  static const auto machine = std::make_shared<const Machine>();
  return machine;
}

Run checked(double value, double limit, const char* reason) {
  Run run;
  run.paper = "synthetic";
  run.case_name = "table";
  run.checks = {{"momentum", value, limit, true, reason, {}}};
  run.machine = the_machine();
  return run;
}

const Table* passed_of(const std::vector<Block>& blocks) {
  for (const Block& block : blocks)
    if (const auto* table = std::get_if<Table>(&block)) return table;
  return nullptr;
}

TEST(PassedChecks, AreInTheOrderThatReasonsWereFirstGivenIn) {
  Evidence evidence;
  evidence.runs = {checked(1, 10, "two roundings"), checked(4, 20, "again, at twice the size"),
                   checked(3, 10, "two roundings")};
  std::vector<Table> files;
  const std::vector<Block> blocks = checks_section("synthetic", evidence, files);
  const Table* passed = passed_of(blocks);
  ASSERT_NE(passed, nullptr);
  ASSERT_EQ(passed->rows.size(), 2u);
  const auto column = [&](std::size_t row, const std::string& title) {
    for (std::size_t c = 0; c < passed->columns.size(); ++c)
      if (passed->columns[c].title == title) return passed->rows[row].at(c).text;
    return std::string("no column ") + title;
  };
  EXPECT_EQ(column(0, "Why this limit"), "two roundings");
  EXPECT_EQ(column(0, "Runs"), "2");
  EXPECT_EQ(column(0, "Of the limit"), "30%") << "the run nearest to the limit";
  EXPECT_EQ(column(1, "Why this limit"), "again, at twice the size");
  EXPECT_EQ(column(1, "Of the limit"), "20%");
}

TEST(ChecksOfARunThatWasCut, AreCountedAndNamedWithTheirReason) {
  Evidence evidence;
  evidence.runs = {checked(1, 10, "two roundings")};
  evidence.runs[0].id = "synthetic/table/n=2/cpu";
  evidence.runs[0].checks_not_judged = {{"growth_rate", "the run was cut at step 40 of 96"}};
  std::vector<Table> files;
  const std::vector<Block> blocks = checks_section("synthetic", evidence, files);
  const Table* table = passed_of(blocks);  // the first: what is not in order comes before
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->caption, "Checks that were not judged");
  ASSERT_EQ(table->rows.size(), 1u);
  EXPECT_EQ(table->rows[0].at(1).text, "growth_rate");
  EXPECT_EQ(table->rows[0].at(2).text, "the run was cut at step 40 of 96");
  const auto* prose = std::get_if<Prose>(&blocks.at(1));
  ASSERT_NE(prose, nullptr);
  EXPECT_NE(prose->pieces.front().text.find("1 passed, 0 failed, 1 not judged"), std::string::npos);
}

}  // namespace
}  // namespace tycho::report
