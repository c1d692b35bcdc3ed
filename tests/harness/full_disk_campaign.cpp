// A campaign on a machine that has no room left: for a file, for a process, for a pipe.
#include "tests/harness/tycho_program.hpp"

#include "harness/cli/exit_code.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class FullDiskCampaign : public TychoProgram {
 protected:
  // The first and the last run leave a small record, the second one that the disk cannot hold.
  void SetUp() override {
    for (const auto& [name, samples] : {std::pair("a", 4), {"b", 2000}, {"c", 4}})
      write_case(orbit(name, samples));
  }
  std::vector<std::string> statuses() const {
    std::vector<std::string> found;
    for (const json& run : runs_in("out"))
      found.push_back(run.at("case").get<std::string>() + ' ' +
                      run.at("status").get<std::string>());
    return found;
  }
  static constexpr const char* kRun =
      "run someone2025/a.json someone2025/b.json someone2025/c.json --suite smoke --out out";
};

using Statuses = std::vector<std::string>;

TEST_F(FullDiskCampaign, EndsWithWhatIsCompleteAndResumeRunsWhatIsMissing) {
  // 32 KiB at most for any file, as a full disk or a quota would have it.
  const Said said = tycho(kRun, "ulimit -f 64; trap '' XFSZ;");
  EXPECT_EQ(said.code, cli::kCannotWrite) << said.err;
  EXPECT_NE(said.err.find("run.json"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("--resume"), std::string::npos) << said.err;
  EXPECT_EQ(statuses(), (Statuses{"a ok"}));
  EXPECT_FALSE(fs::exists(folder_ / "out/run.json"));
  EXPECT_FALSE(fs::exists(folder_ / "out/run.json.part"));

  const Said resumed = tycho(std::string(kRun) + " --resume");
  EXPECT_EQ(resumed.code, cli::kOk) << resumed.err;
  EXPECT_EQ(statuses(), (Statuses{"a ok", "b ok", "c ok"}));
}

TEST_F(FullDiskCampaign, EndsTheSameWhereTheSystemWouldKillInstead) {
  const Said said = tycho(kRun, "ulimit -f 64;");  // SIGXFSZ is not ignored
  EXPECT_EQ(said.code, cli::kCannotWrite) << said.err;
  EXPECT_EQ(statuses(), (Statuses{"a ok"}));
}

TEST_F(FullDiskCampaign, KeepsTheWayOfARunWhoseRecordFoundNoRoom) {
  // What stands in the way of the record alone: a checkpoint has its room.
  fs::create_directories(folder_ / "out/run.json.part");
  const std::string run = "run someone2025/a.json --suite smoke --checkpoints kept --out out";
  const Said said = tycho(run);
  EXPECT_EQ(said.code, cli::kCannotWrite) << said.err;
  EXPECT_NE(said.err.find("run.json"), std::string::npos) << said.err;
  EXPECT_TRUE(fs::exists(folder_ / "kept/someone2025_a_n=2_cpu.checkpoint"));

  fs::remove(folder_ / "out/run.json.part");
  const Said resumed = tycho(run + " --resume");
  EXPECT_EQ(resumed.code, cli::kOk) << resumed.err;
  EXPECT_EQ(runs_in("out").at(0).at("counters").at("sittings"), 2) << "all steps were taken";
  EXPECT_TRUE(fs::is_empty(folder_ / "kept")) << "nobody goes on from a run whose record is safe";
}

TEST_F(FullDiskCampaign, EndsBeforeARunWhereItsOwnFilesCannotBeKept) {
  std::ofstream(folder_ / "file") << "x";
  for (const std::string option : {"--checkpoints", "--snapshots"}) {
    if (option == "--snapshots" && !snapshot::can_snapshot()) continue;
    const Said said = tycho(kRun + (" " + option) + " file/below");
    EXPECT_EQ(said.code, cli::kCannotWrite) << option << said.err;
    EXPECT_FALSE(fs::exists(folder_ / "out/journal.jsonl")) << option;
    fs::remove_all(folder_ / "out");
  }
}

}  // namespace
}  // namespace tycho
