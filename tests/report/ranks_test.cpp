// Runs on several ranks: speed-up and efficiency over one rank, and what their stages are held
// against.
#include <gtest/gtest.h>

#include "harness/report/ceilings.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/select.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {
namespace {

result::RunRecord on_ranks(int ranks, int n, double step_s) {
  result::RunRecord made = synthetic::run("cpu", "cpu", n, step_s);
  made.id += "/ranks=" + std::to_string(ranks);
  made.ranks = ranks;
  made.sweep["ranks"] = static_cast<double>(ranks);
  made.processes.emplace();
  made.processes->launcher = "mpirun";
  made.processes->mpi = "made up";
  made.processes->transport = "host";
  made.processes->nodes.assign(static_cast<std::size_t>(ranks), 0);
  made.processes->messages = std::vector<double>(static_cast<std::size_t>(ranks), 2);
  made.processes->bytes = std::vector<double>(static_cast<std::size_t>(ranks), 1e6);
  made.timing->stages["force"].imbalance = 1.25;
  return made;
}

Evidence read_back(std::vector<result::RunRecord> runs) {
  const TemporaryFolder folder;
  result::write_result(folder / "synthetic.json", synthetic::result("m", std::move(runs)));
  return gather(load_results({folder.path()}, false), {});
}

Exhibit over_ranks(const std::string& base) {
  Exhibit exhibit;
  exhibit.id = "ranks";
  exhibit.kind = "table";
  exhibit.x_key = "ranks";
  exhibit.y_quantity = "speedup";
  exhibit.base = base;
  exhibit.against = {{"ranks", {1}}};
  exhibit.split = {"n"};
  return exhibit;
}

/// By ranks, then by column.
std::vector<std::vector<std::optional<double>>> cells(const Exhibit& exhibit,
                                                      std::vector<result::RunRecord> runs) {
  const Evidence evidence = read_back(std::move(runs));
  const Grid grid = make_grid(exhibit, "synthetic", evidence);
  std::vector<std::vector<std::optional<double>>> out;
  for (const auto& row : grid.cells) {
    out.emplace_back();
    for (const GridCell& cell : row)
      out.back().push_back(cell.value ? std::optional(cell.value->value) : std::nullopt);
  }
  return out;
}

TEST(OverRanks, SpeedUpAndEfficiencyAreOverOneRankOfTheSameSize) {
  const std::vector<result::RunRecord> runs{on_ranks(1, 8, 1), on_ranks(4, 8, 0.5),
                                            on_ranks(1, 16, 4), on_ranks(4, 16, 1)};
  using Rows = std::vector<std::vector<std::optional<double>>>;
  EXPECT_EQ(cells(over_ranks("rank_step_s"), runs), (Rows{{1, 1}, {2, 4}}));
  EXPECT_EQ(cells(over_ranks("rank_seconds"), runs), (Rows{{1, 1}, {0.5, 1}}));
}

TEST(OverRanks, RanksThatShareAGpuHaveNoSpeedUp) {
  result::RunRecord shared = on_ranks(4, 8, 0.5);
  shared.processes->devices = std::vector<std::int64_t>(4, 0);
  shared.processes->shared_device = true;
  const auto found = cells(over_ranks("rank_step_s"), {on_ranks(1, 8, 1), shared});
  EXPECT_TRUE(found[0][0]);
  EXPECT_FALSE(found[1][0]);
  const Evidence evidence = read_back({shared});
  for (const char* name : {"rank_step_s", "stage:force.imbalance", "stage:force.share"}) {
    EXPECT_FALSE(quantity_of(evidence.runs[0], name)) << name;
    EXPECT_NE(why_missing(evidence.runs[0], name).find("shared a GPU"), std::string::npos) << name;
  }
  EXPECT_TRUE(quantity_of(evidence.runs[0], "stage:force.step_s"));
}

TEST(OverRanks, ImbalanceIsAQuantityOfAStage) {
  const Evidence evidence = read_back({on_ranks(2, 8, 1)});
  EXPECT_EQ(quantity_of(evidence.runs[0], "stage:force.imbalance")->value, 1.25);
}

TEST(OverRanks, AStageThatCommunicatesIsHeldAgainstTheTransportAndOthersAgainstAllCores) {
  result::ProbeFile probe;
  const auto ceiling = [](const std::string& id, double value, int threads = 1) {
    result::Ceiling made;
    made.backend = "cpu";
    made.id = id;
    made.threads = threads;
    made.value = value;
    made.pass = true;
    return made;
  };
  probe.ceilings = {ceiling("rank_latency", 1e-6), ceiling("rank_bandwidth", 2),
                    ceiling("fma_fp64", 10, 1), ceiling("fma_fp64", 40, 4)};
  result::RunRecord record = on_ranks(4, 8, 1);
  record.settings["precision"] = std::string("fp64");
  record.timing->stages["exchange"] = record.timing->stages["force"];
  const Evidence evidence = read_back({record});
  const report::Run& run = evidence.runs[0];
  StageTime stage;
  stage.flops = 40e9;
  const auto force = binding_floor(run, "kick", stage, probe);
  ASSERT_TRUE(force);
  EXPECT_DOUBLE_EQ(force->seconds, 1);  // four ranks of a thread, by the ceiling of four threads
  const auto exchange = binding_floor(run, "exchange", stage, probe);
  ASSERT_TRUE(exchange);
  EXPECT_EQ(exchange->ceiling, "transport");
  EXPECT_DOUBLE_EQ(exchange->seconds, 2e-6 + 1e6 / 2e9);
}

}  // namespace
}  // namespace tycho::report
