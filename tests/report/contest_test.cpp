// Three CPU columns where a paper has one, and the GPU's speed-up over each.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/report/contests.hpp"
#include "harness/report/exhibit.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {
namespace {

using nlohmann::json;
using synthetic::run;

class ContestTest : public ::testing::Test {
 protected:
  static Exhibit exhibit() {
    Exhibit made;
    made.id = "three";
    made.kind = "contest";
    made.contests = {{"springs",
                      "step_s",
                      {{"variant", {"gpu", "gpu-other"}}},
                      {{"variant", {"cpu-1"}}},
                      {{"variant", {"cpu-all"}}},
                      {{"variant", {"cpu-best"}}}},
                     {"pendulums", "step_s", {{"variant", {"none"}}}, {}, {}, {}}};
    return made;
  }
  static Paper paper() {
    Paper made;
    made.key = "synthetic";
    return made;
  }
  Evidence evidence(const std::vector<result::RunRecord>& runs,
                    const std::vector<result::RunRecord>& recorded = {}) {
    const auto here = folder_.write("here/synthetic.json", synthetic::result("Here", runs));
    std::vector<report::Run> others;
    if (!recorded.empty())
      others = load_results(
          {folder_.write("there/synthetic.json", synthetic::result("There", recorded))}, true);
    return gather(load_results({here}, false), others);
  }
  static Table table(const Evidence& evidence) {
    Exhibited made = make_exhibit(exhibit(), paper(), evidence);
    EXPECT_EQ(made.tables.size(), 1u) << made.absent;
    return made.tables.empty() ? Table{} : made.tables.front();
  }
  static std::vector<std::string> titles(const Table& table) {
    std::vector<std::string> found;
    for (const Column& column : table.columns) found.push_back(column.title);
    return found;
  }
  static std::vector<std::string> texts(const std::vector<Cell>& row) {
    std::vector<std::string> found;
    for (const Cell& cell : row) found.push_back(cell.text);
    return found;
  }

  synthetic::Folder folder_;
};

TEST_F(ContestTest, SetsTheGpuAgainstEachOfThreeCpuColumns) {
  const Table made =
      table(evidence({run("cpu-1", "cpu", 8, 8e-3), run("cpu-all", "cpu", 8, 4e-3),
                      run("cpu-best", "cpu", 8, 2e-3), run("gpu", "cuda", 8, 1e-3)}));
  EXPECT_EQ(titles(made),
            (std::vector<std::string>{
                "Work", "N", "Machine", "CPU, one plain thread", "CPU, all threads, plain",
                "CPU, all threads, best", "GPU, best code", "GPU over CPU, one plain thread",
                "GPU over CPU, all threads, plain", "GPU over CPU, all threads, best"}));
  ASSERT_EQ(made.rows.size(), 1u);
  EXPECT_EQ(texts(made.rows[0]), (std::vector<std::string>{"springs", "8", "Here", "8 ms", "4 ms",
                                                           "2 ms", "1 ms", "8", "4", "2"}));
}

TEST_F(ContestTest, HasTheOnlyWorkInItsCaptionAndInNoColumn) {
  Exhibit one = exhibit();
  one.contests.pop_back();
  const Exhibited made = make_exhibit(
      one, paper(), evidence({run("cpu-1", "cpu", 8, 8e-3), run("gpu", "cuda", 8, 1e-3)}));
  ASSERT_EQ(made.tables.size(), 1u);
  EXPECT_NE(made.tables[0].caption.find(": springs"), std::string::npos);
  EXPECT_EQ(titles(made.tables[0]),
            (std::vector<std::string>{"N", "Machine", "CPU, one plain thread", "GPU, best code",
                                      "GPU over CPU, one plain thread"}));
  EXPECT_EQ(made.tables[0].rows.at(0).at(0).text, "8");
}

TEST_F(ContestTest, LeavesOutAColumnThatNoResultHas) {
  const Table made = table(evidence({run("cpu-1", "cpu", 8, 8e-3), run("gpu", "cuda", 8, 1e-3)}));
  EXPECT_EQ(titles(made),
            (std::vector<std::string>{"Work", "N", "Machine", "CPU, one plain thread",
                                      "GPU, best code", "GPU over CPU, one plain thread"}));
}

TEST_F(ContestTest, ShowsTheCpuAloneWhereThereIsNoGpu) {
  const Table made =
      table(evidence({run("cpu-1", "cpu", 8, 8e-3), run("cpu-best", "cpu", 8, 1e-3)}));
  EXPECT_EQ(titles(made), (std::vector<std::string>{"Work", "N", "Machine", "CPU, one plain thread",
                                                    "CPU, all threads, best"}));
}

TEST_F(ContestTest, MarksWhatOneSizeLacksAndAnotherHas) {
  const Table made =
      table(evidence({run("cpu-1", "cpu", 8, 8e-3), run("gpu", "cuda", 8, 1e-3),
                      run("cpu-best", "cpu", 16, 4e-3), run("gpu", "cuda", 16, 2e-3)}));
  ASSERT_EQ(made.rows.size(), 2u);
  EXPECT_EQ(texts(made.rows[0]), (std::vector<std::string>{"springs", "8", "Here", "8 ms", "\u2013",
                                                           "1 ms", "8", "\u2013"}));
  EXPECT_EQ(texts(made.rows[1]), (std::vector<std::string>{"springs", "16", "Here", "\u2013",
                                                           "4 ms", "2 ms", "\u2013", "2"}));
}

TEST_F(ContestTest, TakesTheFasterOfTwoVariantsAndSaysWhich) {
  const Table made = table(evidence({run("cpu-1", "cpu", 8, 8e-3), run("gpu", "cuda", 8, 2e-3),
                                     run("gpu-other", "cuda", 8, 1e-3)}));
  EXPECT_EQ(made.rows.at(0).at(4).text, "1 ms");
  EXPECT_EQ(made.columns.at(4).note, "made up gpu-other");
}

TEST_F(ContestTest, DecidesNothingByANoisyTime) {
  const Table made = table(
      evidence({synthetic::noisy(run("cpu-1", "cpu", 8, 8e-3)), run("gpu", "cuda", 8, 1e-3)}));
  const Cell& gain = made.rows.at(0).back();
  EXPECT_EQ(gain.text, "5.9 to 10 \u2248");
  EXPECT_EQ(gain.tone, Tone::kNoisy);
}

TEST_F(ContestTest, MarksTheTimeOfUnboundThreadsAndTheFactorOverIt) {
  result::RunRecord all = run("cpu-all", "cpu", 8, 4e-3);
  all.threads = 4;
  const std::vector<result::RunRecord> others{run("cpu-1", "cpu", 8, 8e-3),
                                              run("gpu", "cuda", 8, 1e-3)};
  const auto made_with = [&](const result::RunRecord& one) {
    return table(evidence({one, others[0], others[1]}));
  };
  const Table unbound = made_with(all);
  EXPECT_EQ(texts(unbound.rows.at(0)),
            (std::vector<std::string>{"springs", "8", "Here", "8 ms", "4 ms \u2020", "1 ms", "8",
                                      "4 \u2020"}));
  ASSERT_EQ(unbound.notes.size(), 1u);
  EXPECT_EQ(unbound.notes[0].find("\u2020: rests on CPU threads that were not bound"), 0u);
  all.device.emplace().wait = "active";
  EXPECT_EQ(texts(made_with(all).rows.at(0)).back(), "4");
  EXPECT_TRUE(made_with(all).notes.empty());
}

TEST_F(ContestTest, SaysWhereATimeIsOfFewerThanThreeSteps) {
  const auto over = [&](std::int64_t steps) {
    result::RunRecord cpu = run("cpu-1", "cpu", 8, 8e-3);
    cpu.timing->steps_measured = steps;
    return table(evidence({cpu, run("gpu", "cuda", 8, 1e-3)})).rows.at(0).back();
  };
  EXPECT_EQ(over(1).text, "8");
  EXPECT_EQ(over(1).note, "over 1 step");
  EXPECT_EQ(over(2).note, "over 2 steps");
  EXPECT_EQ(over(3).note, "");
}

TEST_F(ContestTest, NeverHoldsAGpuAgainstAnotherMachinesCpu) {
  const Table made =
      table(evidence({run("cpu-1", "cpu", 8, 80e-3), run("cpu-best", "cpu", 8, 5e-3)},
                     {run("cpu-1", "cpu", 8, 8e-3), run("gpu", "cuda", 8, 1e-3)}));
  ASSERT_EQ(made.rows.size(), 2u);
  for (const auto& row : made.rows) {
    if (row[2].text == "There")
      EXPECT_EQ(row[6].text, "8");
    else
      EXPECT_EQ(row[6].text, "\u2013");
  }
}

TEST_F(ContestTest, SaysWhyThereIsNothingToCompare) {
  const Exhibited made = make_exhibit(exhibit(), paper(), evidence({run("cpu-1", "cpu", 8, 8e-3)}));
  EXPECT_TRUE(made.tables.empty());
  EXPECT_FALSE(made.absent.empty());
}

TEST_F(ContestTest, IsReadWithItsContests) {
  json published = synthetic::published();
  published["exhibits"].push_back(json::parse(R"json(
    {"id": "three", "kind": "contest", "title": "Three columns",
     "contests": [{"algorithm": "springs", "quantity": "total_s", "best": {"variant": "gpu"},
                   "simd": {"variant": "cpu-best"}}]})json"));
  folder_.write("published/synthetic.json", published.dump());
  const Exhibit read = read_published(folder_.path() / "published").at("synthetic").exhibits.back();
  ASSERT_EQ(read.contests.size(), 1u);
  EXPECT_EQ(read.contests[0].quantity, "total_s");
  EXPECT_TRUE(read.contests[0].one_thread.empty());
  published["exhibits"].back().erase("contests");
  folder_.write("published/synthetic.json", published.dump());
  EXPECT_THROW(read_published(folder_.path() / "published"), UsageError);
}

}  // namespace
}  // namespace tycho::report
