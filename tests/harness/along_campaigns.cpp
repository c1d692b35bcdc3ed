// Campaigns of runs that are timed along others, by the program itself: planned, interrupted and
// gone on with, verified.
#include <fstream>

#include "harness/cli/exit_code.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class AlongCampaign : public TychoProgram {
 protected:
  /// A galaxy of which the plain code is timed along the best one.
  std::string galaxy(std::int64_t bodies, int steps, int epochs) const {
    json made = json::parse(R"({
      "schema": "tycho-case/1", "paper": "someone2025", "name": "galaxy", "title": "T",
      "algorithm": "barnes_hut", "initial": {"kind": "galaxy", "seed": 1},
      "settings": {"dt": 0.082, "steps": "individual", "alpha": 0.005, "softening": 0.06,
                   "opening": "relative", "moments": "monopole", "softening_kernel": "spline"},
      "variants": [
        {"name": "best", "label": "Best", "backend": "cpu", "threads": 1,
         "settings": {"scheme": "best", "precision": "fp32"}},
        {"name": "plain", "label": "Plain", "backend": "cpu", "threads": 1,
         "settings": {"scheme": "particle", "order": "id"}}],
      "measure": "interval",
      "checks": [{"check": "carrier_distance", "limit": 0.001, "variants": ["plain"],
                  "reason": "forces that differ by 1%"}]})");
    made["suites"]["smoke"] = {
        {"sizes",
         {{{"n", bodies},
           {"variants", {"plain"}},
           {"along", {{"carrier", "best"}, {"variants", {"plain"}}, {"epochs", epochs}}}}}},
        {"steps", steps}};
    return write_case(made);
  }
};

TEST_F(AlongCampaign, IsPlannedRunAndVerified) {
  const std::string file = galaxy(401, 12, 4);
  const Said planned = tycho("run " + file + " --suite smoke --dry-run");
  EXPECT_EQ(planned.code, cli::kOk) << planned.err;
  EXPECT_NE(planned.out.find("n=401/plain  12 steps x 1 at 4 epochs along best, about "),
            std::string::npos)
      << planned.out;
  const Said said = tycho("run " + file + " --suite smoke --out c");
  ASSERT_EQ(said.code, cli::kOk) << said.out << said.err;
  const json run = runs_in("c").at(0);
  const json& timing = run.at("timing");
  EXPECT_EQ(timing.at("state"), "extrapolated");
  EXPECT_EQ(timing.at("along").at("carrier"), "best");
  EXPECT_EQ(timing.at("along").at("sittings"), 1);
  ASSERT_EQ(timing.at("along").at("epochs").size(), 4u);
  for (const json& epoch : timing.at("along").at("epochs")) {
    EXPECT_GT(epoch.at("counters").at("substeps"), 0) << "of the step that was timed";
    EXPECT_GT(epoch.at("stage_s").at("walk"), 0);
    EXPECT_GT(epoch.at("carrier_stage_s").at("walk").at(1), 0);
  }
  EXPECT_GT(run.at("counters").at("carrier_substeps"),
            timing.at("along").at("epochs").at(0).at("counters").at("substeps"));

  const Said sound = tycho("verify c/someone2025.json --cases .");
  EXPECT_EQ(sound.code, cli::kOk) << sound.out << sound.err;
  json forged = json::parse(result::read_text(folder_ / "c/someone2025.json"));
  json& total = forged["runs"][0]["timing"]["total_s"];
  total["value"] = 0.5 * total["value"].get<double>();
  std::ofstream(folder_ / "forged.json") << forged.dump();
  const Said found = tycho("verify forged.json --cases .");
  EXPECT_EQ(found.code, cli::kFailures);
  EXPECT_NE(found.out.find("what follows from the epochs"), std::string::npos) << found.out;
}

TEST_F(AlongCampaign, ThatIsInterruptedGoesOnWithTheEpochsThatAreLeft) {
  const std::string run = "run " + galaxy(4001, 24, 8) +
                          " --suite smoke --checkpoints kept --checkpoint-every 0.001s --out c";
  // Ended as soon as an epoch is kept.
  const Said ended =
      tycho(run +
            " & pid=$!; i=0; until ls kept/*.checkpoint >/dev/null 2>&1 || [ $i -gt 5000 ]; "
            "do sleep 0.01; i=$((i+1)); done; kill -TERM $pid; wait $pid");
  ASSERT_TRUE(fs::exists(folder_ / "kept")) << ended.err;
  ASSERT_FALSE(fs::is_empty(folder_ / "kept")) << ended.err;
  const Said said = tycho(run + " --resume");
  ASSERT_EQ(said.code, cli::kOk) << said.out << said.err;
  const json record = runs_in("c").at(0);
  ASSERT_EQ(record.at("status"), "ok") << record.at("reason");
  EXPECT_EQ(record.at("timing").at("along").at("sittings"), 2);
  EXPECT_EQ(record.at("timing").at("along").at("epochs").size(), 8u);
  EXPECT_TRUE(fs::is_empty(folder_ / "kept")) << "nobody goes on from a run that has ended";
  EXPECT_EQ(tycho("verify c/someone2025.json --cases .").code, cli::kOk);
}

}  // namespace
}  // namespace tycho
