// Where long runs spend their time, as the appendix tells it.
#include <gtest/gtest.h>

#include "harness/report/report.hpp"
#include "harness/report/sections.hpp"
#include "harness/result/durable_file.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {
namespace {

std::vector<std::string> row_of(result::RunRecord made) {
  const TemporaryFolder folder;
  result::write_result(folder / "synthetic.json", synthetic::result("m", {std::move(made)}));
  const Evidence evidence = gather(load_results({folder.path()}, false), {});
  std::vector<std::string> texts;
  for (const Block& block : long_runs_section("synthetic", evidence))
    if (const Table* table = std::get_if<Table>(&block))
      for (const Cell& cell : table->rows.at(0)) texts.push_back(cell.text);
  return texts;
}

result::RunRecord universe(double wall_s) {
  result::RunRecord made = synthetic::run("universe", "cuda", 512, 1);
  made.wall_s = wall_s;
  made.spent_s = {{"making the initial condition", 15},
                  {"verifying", 20},
                  {"evolving", 404},
                  {"checking", 5},
                  {"looking for haloes", 41}};
  made.host_peak_bytes = std::int64_t{33} << 30;
  return made;
}

TEST(LongRuns, SayWhereTheirTimeWent) {
  const std::vector<std::string> expected{"synthetic/fig3.5/n=512/universe",
                                          "8.33 min",
                                          "15 s",
                                          "20 s",
                                          "",
                                          "6.73 min",
                                          "",
                                          "46 s",
                                          "15 s",
                                          "33 GiB",
                                          "m"};
  EXPECT_EQ(row_of(universe(500)), expected);
}

TEST(LongRuns, AreThoseThatAreWaitedFor) { EXPECT_TRUE(row_of(universe(29)).empty()); }

TEST(LongRuns, OfOlderResultsAreNotTold) {
  result::RunRecord old = universe(500);
  old.spent_s.reset();
  EXPECT_TRUE(row_of(old).empty());
}

}  // namespace
}  // namespace tycho::report
