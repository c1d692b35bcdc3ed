// A lead-in kept on disk is gone on from by the experiment that it belongs to, and by no other; an
// evolution is kept within a long step, a comparison between two steps.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "tests/harness/tycho_program.hpp"

#include "harness/cli/exit_code.hpp"

namespace tycho {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Checkpoints : public TychoProgram {
 protected:
  static json lead(int steps) {
    json made = orbit("lead");
    made.erase("samples");
    made["algorithm"] = "barnes_hut";
    made["initial"] = {{"kind", "plummer"}, {"seed", 3}};
    made["settings"] = {{"dt", 0.015625}};
    made["measure"] = "interval";
    made["suites"]["smoke"] = {{"sizes", {{{"n", 257}}}},
                               {"steps", 2},
                               {"repeats", 2},
                               {"seconds", 0.2},
                               {"lead_in", steps}};
    return made;
  }
  // The one run of a campaign with this case.
  json run(const json& content, const std::string& campaign) {
    write_case(content);
    tycho("run someone2025/lead.json --suite smoke --checkpoints kept --out " + campaign);
    return runs_in(campaign).at(0);
  }
  void expect_refused(const json& content, const std::string& campaign, const std::string& words) {
    const json found = run(content, campaign);
    EXPECT_EQ(found.at("status"), "failed") << words;
    const std::string reason = found.at("reason");
    EXPECT_NE(reason.find("kept/someone2025_lead_n=257_cpu.checkpoint"), std::string::npos)
        << reason;
    EXPECT_NE(reason.find(words), std::string::npos) << reason;
  }
  fs::path only_checkpoint() const { return *fs::directory_iterator(folder_ / "kept"); }

  /// Starts the campaign of a case whose one run is kept in `file`, and kills it (SIGKILL) when it
  /// has kept a state; false where it ended before.
  bool killed_once_kept(const std::string& name, const fs::path& file) const {
    const std::string one = "someone2025/" + name + ".json";
    fs::create_directory(folder_ / "killed");  // so that it can be resumed from the first time on
    const pid_t tycho = fork();
    if (tycho == 0) {
      if (chdir(folder_.path().c_str()) != 0) _exit(1);
      const std::string out = path("killed.txt");
      if (!freopen(out.c_str(), "w", stdout) || !freopen(out.c_str(), "w", stderr)) _exit(1);
      execl(TYCHO_PROGRAM, "tycho", "run", one.c_str(), "--suite", "smoke", "--out", "killed",
            "--resume", "--checkpoints", "kept", "--checkpoint-every", "0.001s", nullptr);
      _exit(1);
    }
    std::error_code none;
    const auto before = fs::last_write_time(file, none);
    while (fs::last_write_time(file, none) == before) {
      if (waitpid(tycho, nullptr, WNOHANG) == tycho) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    kill(tycho, SIGKILL);
    waitpid(tycho, nullptr, 0);
    // The run dies with its supervisor, but not in the same instant.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return true;
  }
  /// The run of a case unbroken, and the same killed three times and gone on with.
  std::pair<json, json> unbroken_and_killed(const json& content, const std::string& run) const {
    const std::string name = content.at("name"), one = write_case(content);
    EXPECT_EQ(tycho("run " + one + " --suite smoke --out unbroken").code, cli::kOk);
    const fs::path file = folder_ / "kept" / ("someone2025_" + name + "_" + run + ".checkpoint");
    for (int kill = 0; kill < 3; ++kill)
      EXPECT_TRUE(killed_once_kept(name, file)) << "no state was kept";
    const Said said = tycho("run " + one +
                            " --suite smoke --out killed --resume --checkpoints kept "
                            "--checkpoint-every 0.001s");
    EXPECT_EQ(said.code, cli::kOk) << said.err;
    return {runs_in("unbroken").at(0), runs_in("killed").at(0)};
  }
};

TEST_F(Checkpoints, AreGoneOnFromByTheSameExperiment) {
  ASSERT_EQ(run(lead(8), "first").at("counters").at("from_checkpoint"), 0);
  const json second = run(lead(8), "second");
  EXPECT_EQ(second.at("counters").at("from_checkpoint"), 1);
  EXPECT_EQ(second.at("series"), runs_in("first").at(0).at("series"));
}

TEST_F(Checkpoints, OfAnotherExperimentAreRefusedWithWhatDiffers) {
  ASSERT_EQ(run(lead(8), "first").at("status"), "ok");
  expect_refused(lead(256), "longer", "lead_in was 8 and is now 256");
  json other = lead(8);
  other["initial"]["seed"] = 4;
  expect_refused(other, "seed", "initial/seed was 3 and is now 4");
  other = lead(8);
  other["settings"]["softening"] = 0.5;
  expect_refused(other, "softening", "run/settings/softening");
}

TEST_F(Checkpoints, OfAnotherProgramAreRefused) {
  ASSERT_EQ(run(lead(8), "first").at("status"), "ok");
  std::string text = result::read_text(only_checkpoint());
  const std::string commit = "\"commit\":\"";
  const auto at = text.find(commit);
  ASSERT_NE(at, std::string::npos);
  text[at + commit.size()] ^= 1;
  std::ofstream(only_checkpoint(), std::ios::binary) << text;
  expect_refused(lead(8), "second", "program/build/commit was ");
}

TEST_F(Checkpoints, OfWhichOneBitChangedAreRefused) {
  ASSERT_EQ(run(lead(8), "first").at("status"), "ok");
  std::string text = result::read_text(only_checkpoint());
  text[text.size() - 100] ^= 1;
  std::ofstream(only_checkpoint(), std::ios::binary) << text;
  expect_refused(lead(8), "second", "damaged");
}

TEST_F(Checkpoints, OfAnEvolutionAreGoneOnWithAfterKills) {
  json stars = orbit("stars", 4);
  stars["initial"] = {{"kind", "plummer"}, {"seed", 3}};
  stars["suites"]["smoke"] = {{"sizes", {{{"n", 257}}}}, {"steps", 800}};
  const auto [unbroken, killed] = unbroken_and_killed(stars, "n=257_cpu");
  EXPECT_EQ(killed.at("counters").at("sittings"), 4);
  EXPECT_EQ(killed.at("series"), unbroken.at("series"));
  EXPECT_EQ(killed.at("checks").at(0).at("value"), unbroken.at("checks").at(0).at("value"));
}

TEST_F(Checkpoints, AreKeptWithinALongStepAndGoneOnWithAfterKills) {
  // One step, in which bodies take up to 256 of their own.
  json step = orbit("step", 2);
  step["algorithm"] = "barnes_hut";
  step["initial"] = {{"kind", "plummer"}, {"seed", 3}};
  step["settings"] = {
      {"dt", 0.25}, {"softening", 0.01}, {"steps", "individual"}, {"eta", 0.002}, {"rungs", 8}};
  step["suites"]["smoke"] = {{"sizes", {{{"n", 1009}}}}, {"steps", 1}};
  const auto [unbroken, killed] = unbroken_and_killed(step, "n=1009_cpu");
  EXPECT_EQ(killed.at("counters").at("sittings"), 4);
  EXPECT_EQ(killed.at("series"), unbroken.at("series"));
  for (const char* counter : {"substeps", "particle_steps", "deepest_rung"})
    EXPECT_EQ(killed.at("counters").at(counter), unbroken.at("counters").at(counter)) << counter;
  EXPECT_EQ(killed.at("checks").at(0).at("value"), unbroken.at("checks").at(0).at("value"));
}

class ComparedCheckpoints : public Checkpoints {
 protected:
  /// Bodies whose orbits run and reference follow with other roundings, and a twin.
  static json compared(double units = 1024) {
    json made = orbit("compared", 4);
    made["algorithm"] = "barnes_hut";
    made["initial"] = {{"kind", "plummer"}, {"seed", 3}};
    made["settings"] = {{"dt", 0.015625}};
    made["variants"][0]["settings"] = {{"scheme", "best"}};
    made["measure"] = "comparison";
    made["suites"]["smoke"] = {{"sizes", {{{"n", 509}}}}, {"steps", 64}};
    made["checks"] = {{{"check", "displacement"}, {"limit", 1e9}, {"reason", "it runs"}},
                      {{"check", "like_twin"},
                       {"limit", 1e9},
                       {"parameters", {{"units", units}}},
                       {"reason", "it runs"}}};
    return made;
  }
  fs::path file() const { return folder_ / "kept" / "someone2025_compared_n=509_cpu.checkpoint"; }
};

TEST_F(ComparedCheckpoints, AreGoneOnWithAfterKills) {
  const auto [unbroken, killed] = unbroken_and_killed(compared(), "n=509_cpu");
  EXPECT_GT(unbroken.at("checks").at(1).at("value"), 0);
  EXPECT_EQ(killed.at("counters").at("sittings"), 4);
  EXPECT_FALSE(unbroken.at("counters").contains("sittings"));
  EXPECT_EQ(killed.at("series"), unbroken.at("series"));
  EXPECT_EQ(killed.at("checks"), unbroken.at("checks"));
  EXPECT_EQ(killed.at("timing").at("steps_measured"), unbroken.at("timing").at("steps_measured"));
  json counters = killed.at("counters");
  counters.erase("sittings");
  EXPECT_EQ(counters, unbroken.at("counters"));
  EXPECT_FALSE(fs::exists(file())) << "the record is safe";
}

TEST_F(ComparedCheckpoints, WithAnotherTwinAreRefused) {
  write_case(compared());
  ASSERT_TRUE(killed_once_kept("compared", file()));
  const std::string case_file = write_case(compared(4096));
  tycho("run " + case_file + " --suite smoke --checkpoints kept --out other");
  const json found = runs_in("other").at(0);
  EXPECT_EQ(found.at("status"), "failed");
  const std::string reason = found.at("reason");
  EXPECT_NE(reason.find("reference/twin was 1024"), std::string::npos) << reason;
}

}  // namespace
}  // namespace tycho
