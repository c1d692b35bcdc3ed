// A campaign whose runs are on one, two and seven ranks, over MPI.
#include <algorithm>

#include "tests/over_ranks/over_ranks.hpp"

namespace tycho {
namespace {

using nlohmann::json;

TEST_F(OverRanks, EveryNumberOfRanksIsARunWithTheSameBits) {
  write_case(cluster({1, 2, 7}));
  const Said said = tycho(kRun);
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  for (const int ranks : {1, 2, 7}) {
    const json run = run_of("someone2025/cluster/n=101/cpu/ranks=" + std::to_string(ranks));
    ASSERT_EQ(run.value("status", ""), "ok") << run.dump(1);
    EXPECT_EQ(run.at("ranks"), ranks);
    EXPECT_EQ(run.at("sweep").at("ranks"), ranks);
    EXPECT_EQ(run.at("checks").at(0).at("value"), 0);
    const json& processes = run.at("processes");
    EXPECT_EQ(processes.at("launcher"), "mpirun");
    EXPECT_EQ(processes.at("nodes"), json(std::vector<int>(static_cast<std::size_t>(ranks), 0)));
    EXPECT_EQ(processes.at("transport"), "host");
    // Positions of the other ranks, once a step; a share is whole groups of twelve bodies.
    double all = 0;
    for (const json& bytes : processes.at("bytes")) all += bytes.get<double>();
    EXPECT_EQ(all, 3 * 8 * 101 * (ranks - 1));
    const json& force = run.at("timing").at("stages").at("force");
    EXPECT_EQ(force.contains("imbalance"), ranks > 1);
    if (ranks > 1) {
      EXPECT_GE(force.at("imbalance"), 1);
      EXPECT_GT(force.at("rank_mean_s"), 0);
    }
  }
  EXPECT_TRUE(all_gone(0));
}

TEST_F(OverRanks, AnEvolutionAndAnIntervalTakeTheSameStepsOnAll) {
  json way = cluster({3});
  way["name"] = "way";
  way["measure"] = "evolution";
  way["samples"] = 8;
  way["suites"]["smoke"]["steps"] = 40;
  write_case(way);
  json stretch = cluster({3});
  stretch["name"] = "stretch";
  stretch["measure"] = "interval";
  stretch["algorithm"] = "hermite";
  stretch["settings"]["dt"] = 0.03125;
  stretch["suites"]["smoke"]["steps"] = 1;
  stretch["suites"]["smoke"]["lead_in"] = 1;
  write_case(stretch);
  const std::string both = "run someone2025/way.json someone2025/stretch.json --suite smoke ";
  const Said said = tycho(both + "--checkpoints kept --out c");
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  for (const char* name : {"way", "stretch"}) {
    const json run = run_of("someone2025/" + std::string(name) + "/n=101/cpu/ranks=3");
    EXPECT_EQ(run.at("checks").at(0).at("value"), 0) << name;
  }
  const Said again = tycho(both + "--checkpoints kept --out d");
  ASSERT_EQ(again.code, cli::kOk) << again.err;
}

TEST_F(OverRanks, WhatAnIntervalReceivesIsOfTheStepsThatCount) {
  json stretch = cluster({3});
  stretch["measure"] = "interval";
  write_case(stretch);
  const Said said = tycho(kRun);
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  const json run = run_of("someone2025/cluster/n=101/cpu/ranks=3");
  double all = 0;
  for (const json& bytes : run.at("processes").at("bytes")) all += bytes.get<double>();
  EXPECT_EQ(all, 3 * 8 * 101 * 2) << "positions of the others, without the passage that warmed up";
}

TEST_F(OverRanks, AreResumedAndChosen) {
  write_case(cluster({1, 2}));
  ASSERT_EQ(tycho(kRun + std::string("--ranks 2")).code, cli::kOk);
  EXPECT_EQ(runs_in("c").size(), 1u);
  const Said none = tycho(kRun + std::string("--ranks 5"));
  EXPECT_EQ(none.code, cli::kUsage) << none.err;
  const Said said = tycho(kRun + std::string("--ranks 2 --resume"));
  EXPECT_EQ(said.code, cli::kOk);
  EXPECT_NE(said.err.find("1 of 1 runs were finished before"), std::string::npos) << said.err;
}

TEST_F(OverRanks, ThatAreForAClusterAreSkippedWithTheReasonUnlessAskedFor) {
  json made = cluster({2});
  made["variants"][0]["cluster"] = "for a cluster: too large";
  write_case(made);
  const Said said = tycho(kRun);
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  const json run = run_of("someone2025/cluster/n=101/cpu/ranks=2");
  EXPECT_EQ(run.at("status"), "skipped") << run.dump(1);
  EXPECT_EQ(run.at("reason"), "for a cluster: too large");
  EXPECT_NE(tycho(kRun + std::string("--dry-run")).out.find("for a cluster: too large"),
            std::string::npos);
  const Said asked = tycho("run someone2025/cluster.json --suite smoke --out d --ranks 2");
  ASSERT_EQ(asked.code, cli::kOk) << asked.err;
  EXPECT_EQ(runs_in("d").at(0).at("status"), "ok");
}

TEST_F(OverRanks, AProbeMeasuresWhatCarriesTheirData) {
  const Said said = tycho("probe --small --backend cpu --ranks 3 --out p");
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  const json probe = json::parse(result::read_text(folder_ / "p/probe.json"));
  int found = 0;
  for (const json& ceiling : probe.at("ceilings"))
    if (ceiling.at("id").get<std::string>().starts_with("rank_")) {
      ++found;
      EXPECT_TRUE(ceiling.at("check").at("pass"));
      EXPECT_EQ(ceiling.at("size"), "3 ranks on 1 node");
      EXPECT_GT(ceiling.at("value").at("median"), 0);
    }
  EXPECT_EQ(found, 3);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_ / "p"), {}), 1);
  EXPECT_EQ(tycho("probe --ranks 1").code, cli::kUsage);
  EXPECT_EQ(tycho("probe --ranks 2 --launcher nowhere").code, cli::kUnavailable);
}

}  // namespace
}  // namespace tycho
