// The program as people meet it when something is wrong: one line, an exit code, nothing written.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/formulas/cosmology.hpp"
#include "harness/backends/list.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/snapshot/snapshot.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;

struct Said {
  int code = -1;
  std::string out, err;
};

class CommandLine : public ::testing::Test {
 protected:
  Said tycho(const std::string& arguments) const {
    const fs::path out = folder_ / "stdout", err = folder_ / "stderr";
    const std::string command = "cd '" TYCHO_SOURCE_DIR "' && '" TYCHO_PROGRAM "' " + arguments +
                                " >'" + out.string() + "' 2>'" + err.string() + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, result::read_text(out),
            result::read_text(err)};
  }
  std::string folder(const std::string& name) const { return (folder_ / name).string(); }

  void expect_refused(const std::string& arguments, int code, const std::string& word) const {
    const Said said = tycho(arguments);
    EXPECT_EQ(said.code, code) << arguments << '\n' << said.err;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    EXPECT_NE(said.err.find(word), std::string::npos) << said.err;
    EXPECT_EQ(said.err.rfind("tycho: ", 0), 0u) << said.err;
    EXPECT_FALSE(fs::exists(folder_ / "c")) << "something was written";
  }
  std::string out() const { return " --out " + folder("c"); }

  TemporaryFolder folder_;
};

TEST_F(CommandLine, SuggestsTheNearestCase) {
  expect_refused("run bertinelli2025/fig3.11" + out(), cli::kUsage, "bertinelli2025/fig3.1");
  expect_refused("run bertineli2025" + out(), cli::kUsage, "bertinelli2025");
}

TEST_F(CommandLine, RefusesWhatItDoesNotKnow) {
  expect_refused("run", cli::kUsage, "CASE");
  expect_refused("run all", cli::kUsage, "--out");
  expect_refused("frobnicate", cli::kUsage, "");
  expect_refused("run all --frobnicate" + out(), cli::kUsage, "--frobnicate");
  expect_refused("run all --suite enormous" + out(), cli::kUsage, "enormous");
  expect_refused("run all --backend opencl" + out(), cli::kUsage, "opencl");
  expect_refused("run all --threads many" + out(), cli::kUsage, "many");
  expect_refused("run all --budget soon" + out(), cli::kUsage, "--budget: 'soon' is no duration");
  expect_refused("run all --time-limit soon" + out(), cli::kUsage, "--time-limit: 'soon'");
  expect_refused("run all --retry-failed" + out(), cli::kUsage, "--resume");
  expect_refused("run no/such/file.json" + out(), cli::kUsage, "no/such/file.json");
}

TEST_F(CommandLine, RefusesATimeBetweenCheckpointsThatIsNoneOrGoesWithNoCheckpoints) {
  const std::string run = "run bertinelli2025/fig4 --suite smoke", kept = folder("kept");
  for (const std::string& rest : {out(), out() + " --dry-run"}) {
    expect_refused(run + " --checkpoints " + kept + " --checkpoint-every foo" + rest, cli::kUsage,
                   "--checkpoint-every: 'foo' is no duration");
    expect_refused(run + " --checkpoint-every 1m" + rest, cli::kUsage,
                   "--checkpoint-every goes with --checkpoints");
  }
  EXPECT_FALSE(fs::exists(kept));
}

TEST_F(CommandLine, WritesNothingForATuningOfASuiteThatIsNotThere) {
  expect_refused(
      "tune bertinelli2025/fig4 --suite enormous --backend cpu --into " + folder("tuned") + out(),
      cli::kUsage, "no suite 'enormous'");
}

TEST_F(CommandLine, SaysOfAProbeWhichOptionOfTheRanksIsWrong) {
  expect_refused("probe --small --ranks 1", cli::kUsage, "--ranks: '1' is too few");
  expect_refused("probe --small --ranks 0", cli::kUsage, "--ranks: '0' is too few");
  expect_refused("probe --small --launcher mpirun", cli::kUsage, "--launcher goes with --ranks");
}

TEST_F(CommandLine, RefusesABrokenCaseFile) {
  std::ofstream(folder_ / "broken.json") << "{\"schema\": ";
  expect_refused("run " + folder("broken.json") + out(), cli::kUsage, "broken.json");
}

TEST_F(CommandLine, RefusesADeviceThatIsAskedForByNameAndIsNotThere) {
  if (backends::unavailable(Backend::kCuda).empty()) GTEST_SKIP() << "there is a CUDA device";
  expect_refused("run bertinelli2025 --suite smoke --backend cuda" + out(), cli::kUnavailable,
                 "cuda");
  expect_refused("run bertinelli2025 --suite smoke --backend cpu,cuda" + out(), cli::kUnavailable,
                 "cuda");
}

TEST_F(CommandLine, RefusesAFolderItCannotWriteTo) {
  std::ofstream(folder_ / "file") << "x";
  expect_refused("run bertinelli2025 --suite smoke --out " + folder("file/c"), cli::kCannotWrite,
                 "file/c");
  expect_refused("run bertinelli2025 --suite smoke --out /proc/c", cli::kCannotWrite, "/proc/c");
}

TEST_F(CommandLine, RefusesAFolderThatHoldsSomethingElse) {
  fs::create_directory(folder_ / "full");
  std::ofstream(folder_ / "full/thesis.tex") << "precious";
  expect_refused("run bertinelli2025 --suite smoke --out " + folder("full"), cli::kUsage,
                 "--resume");
  expect_refused("run bertinelli2025 --suite smoke --resume --out " + folder("full"), cli::kUsage,
                 "no campaign");
}

TEST_F(CommandLine, ShowsThePlanWithoutRunningIt) {
  const Said said = tycho("run bertinelli2025 --suite smoke --dry-run" + out());
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_NE(said.out.find("bertinelli2025/"), std::string::npos);
  EXPECT_NE(said.out.find("estimate"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "c"));
}

TEST_F(CommandLine, ListsEverything) {
  const Said said = tycho("list");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  for (const char* word : {"papers", "cases", "algorithms", "backends", "devices",
                           "bertinelli2025/fig3.1", "all_pairs", "force", "softening"})
    EXPECT_NE(said.out.find(word), std::string::npos) << word;
}

TEST_F(CommandLine, TunesOnTheProcessorAndRunsTakeWhatWasFound) {
  // Leaves of a tree are what a CPU has to tune.
  fs::create_directory(folder_ / "someone2025");
  const std::string leaves = folder("someone2025/leaves.json");
  std::ofstream(leaves) << R"({
    "schema": "tycho-case/1", "paper": "someone2025", "name": "leaves", "title": "Leaves",
    "algorithm": "barnes_hut", "initial": {"kind": "plummer", "seed": 3},
    "variants": [{"name": "cpu", "label": "CPU", "backend": "cpu", "threads": 1}],
    "suites": {"smoke": {"sizes": [{"n": 257}], "steps": 2, "repeats": 2, "seconds": 0.2}},
    "measure": "timing",
    "checks": [{"check": "force_error", "limit": 0.05, "reason": "theta"}]})";
  const Said tuned =
      tycho("tune " + leaves + " --suite smoke --backend cpu --seconds 0.02 --into " +
            folder("tuned") + out());
  ASSERT_EQ(tuned.code, cli::kOk) << tuned.err;
  EXPECT_NE(tuned.out.find("4 tried, 0 failed"), std::string::npos) << tuned.out;
  ASSERT_EQ(std::distance(fs::directory_iterator(folder_ / "tuned"), {}), 1);
  const fs::path file = *fs::directory_iterator(folder_ / "tuned");
  const auto entry = nlohmann::json::parse(result::read_text(file)).at("tuned").at(0);

  const Said ran = tycho("run " + leaves + " --suite smoke --tuned " + file.string() + " --out " +
                         folder("run"));
  ASSERT_EQ(ran.code, cli::kOk) << ran.err;
  EXPECT_NE(ran.err.find(file.filename().string()), std::string::npos) << ran.err;
  const auto run =
      nlohmann::json::parse(result::read_text(folder_ / "run/someone2025.json")).at("runs")[0];
  EXPECT_EQ(run.at("tuned").at("settings"), entry.at("settings"));
  EXPECT_EQ(run.at("settings").at("leaf"), entry.at("settings").at("leaf"));
  EXPECT_EQ(run.at("tuned").at("file"), file.filename().string());
}

TEST_F(CommandLine, LosesTheRunOfADamagedSnapshotAndNoOther) {
  if (!snapshot::can_snapshot()) GTEST_SKIP() << "this build has no HDF5";
  Particles p(64);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.set_position(i, {1.0 + 2 * (i % 4), 1.0 + 2 * (i / 4 % 4), 1.0 + 2 * (i / 16)});
    p.mass[i] = particle_mass(Cosmology{}, 8, 64);
    p.id[i] = i;
  }
  fs::create_directory(folder_ / "someone2025");
  for (const std::string name : {"damaged", "sound"}) {
    snapshot::write_snapshot(folder_ / (name + ".hdf5"), {0.5, 8, 0.25, 0.75, 0.7}, p);
    std::ofstream(folder_ / "someone2025" / (name + ".json"))
        << R"({"schema": "tycho-case/1", "paper": "someone2025", "name": ")" << name
        << R"(", "title": "T", "algorithm": "tree_pm", "initial": {"kind": "snapshot", "file": ")"
        << folder(name + ".hdf5") << R"("}, "settings": {"box": 8, "a_begin": 0.5, "grid": 16},
           "variants": [{"name": "cpu", "label": "CPU", "backend": "cpu", "threads": 1}],
           "suites": {"smoke": {"sizes": [{"n": 64}], "steps": 2, "repeats": 2, "seconds": 0.2}},
           "measure": "timing",
           "checks": [{"check": "momentum", "limit": 1, "reason": "it runs"}]})";
  }
  // The place of the names of what is in the file: HDF5 1.10 goes there and crashes.
  std::fstream file(folder_ / "damaged.hdf5", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(128).write("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
  file.close();

  const Said said = tycho("run " + folder("someone2025/damaged.json") + " " +
                          folder("someone2025/sound.json") + " --suite smoke" + out());
  EXPECT_EQ(said.code, cli::kFailures) << said.err;
  const auto runs =
      nlohmann::json::parse(result::read_text(folder_ / "c/someone2025.json")).at("runs");
  ASSERT_EQ(runs.size(), 2u);
  // "crashed (SIGSEGV)", or with another version of HDF5 the reader's refusal.
  EXPECT_EQ(runs[0].at("status"), "failed") << runs[0];
  EXPECT_FALSE(runs[0].at("reason").get<std::string>().empty()) << runs[0];
  EXPECT_EQ(runs[1].at("status"), "ok") << runs[1];
}

TEST_F(CommandLine, RefusesToTuneWhatCannotBe) {
  expect_refused("tune bertinelli2025/fig3.3", cli::kUsage, "--out");
  expect_refused("tune bertinelli2025/fig3.3 --backend cpu" + out(), cli::kUsage,
                 "nothing to tune");
  expect_refused("tune bertinelli2025/fig4 --backend cpu" + out(), cli::kUsage, "not timing");
  expect_refused("run bertinelli2025 --suite smoke --tuned no/such/file.json" + out(), cli::kUsage,
                 "no/such/file.json");
}

TEST_F(CommandLine, SaysThatTheCpuIsTunedWhereNoGpuAnswers) {
  if (backends::unavailable(Backend::kCuda).empty()) GTEST_SKIP() << "there is a GPU";
  for (const char* asked : {"bertinelli2025/fig3.3", "decyk2009/table --only '*/gpu-tiled/*'"}) {
    const Said said = tycho("tune " + std::string(asked) + " --dry-run" + out());
    EXPECT_EQ(said.code, cli::kUsage) << said.err;
    EXPECT_NE(said.err.find("tycho: no GPU answers here, so the CPU is taken: "), std::string::npos)
        << said.err;
  }
}

TEST_F(CommandLine, ProbesTheProcessorAndKeepsWhatItFound) {
  const Said said = tycho("probe --small --backend cpu" + out());
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_NE(said.out.find("STREAM triad, 1 thread"), std::string::npos) << said.out;
  EXPECT_NE(said.err.find("0%  cpu fma"), std::string::npos) << "progress";
  const auto found = nlohmann::json::parse(result::read_text(folder_ / "c/probe.json"));
  EXPECT_EQ(found.at("schema"), "tycho-probe/1");
  EXPECT_FALSE(found.at("provenance").at("machine").get<std::string>().empty());
  EXPECT_GE(found.at("ceilings").size(), 8u);
}

TEST_F(CommandLine, RefusesAProbeItCannotMake) {
  expect_refused("probe --backend gpu" + out(), cli::kUsage, "gpu");
  expect_refused("probe --backend cpu --out /proc/c", cli::kCannotWrite, "/proc/c");
  if (!backends::unavailable(Backend::kCuda).empty())
    expect_refused("probe --backend cuda" + out(), cli::kUnavailable, "--backend cuda");
}

TEST_F(CommandLine, HelpsAndTellsItsVersion) {
  EXPECT_EQ(tycho("--help").code, cli::kOk);
  EXPECT_EQ(tycho("run --help").code, cli::kOk);
  EXPECT_EQ(tycho("--version").code, cli::kOk);
  EXPECT_EQ(tycho("--help").out.find("child"), std::string::npos) << "for the supervisor only";
}

}  // namespace
}  // namespace tycho
