// Particles in and out of any run: `--snapshots` writes its states, the initial condition
// `snapshot` begins with one, and a run that goes on from a state ends where the unbroken one ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "harness/cli/exit_code.hpp"
#include "harness/snapshot/any.hpp"
#include "harness/snapshot/csv.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class States : public TychoProgram {
 protected:
  void SetUp() override {
    if (!snapshot::can_snapshot()) GTEST_SKIP() << "this build has no HDF5";
  }

  /// The states that a campaign of one run left, in the order of its steps.
  std::vector<fs::path> states_in(const std::string& folder) const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / folder))
      if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
  }

  /// A case of an algorithm that begins with a snapshot.
  static json beginning_with(const std::string& file, const std::string& algorithm,
                             const json& settings, int n, int steps) {
    return {{"schema", "tycho-case/1"},
            {"paper", "someone2025"},
            {"name", "mine"},
            {"title", "T"},
            {"algorithm", algorithm},
            {"initial", {{"kind", "snapshot"}, {"file", file}}},
            {"settings", settings},
            {"variants", {{{"name", "cpu"}, {"label", "CPU"}, {"backend", "cpu"}}}},
            {"suites", {{"smoke", {{"sizes", {{{"n", n}}}}, {"steps", steps}}}}},
            {"measure", "evolution"},
            {"samples", 2},
            {"checks", {{{"check", "momentum"}, {"limit", 1}, {"reason", "it runs"}}}}};
  }

  /// The reason for which a run of the case failed.
  std::string reason(const json& content) {
    fs::remove_all(folder_ / "out");
    const Said said = tycho("run " + write_case(content) + " --suite smoke --out out");
    EXPECT_EQ(said.code, cli::kFailures) << said.out << said.err;
    return runs_in("out").at(0).at("reason");
  }

  static Particles sorted(Particles p) {
    std::vector<std::size_t> order(p.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return p.id[a] < p.id[b]; });
    Particles out(p.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      out.set_position(i, p.position(order[i]));
      out.set_velocity(i, p.velocity(order[i]));
      out.mass[i] = p.mass[order[i]];
      out.id[i] = p.id[order[i]];
    }
    return out;
  }
};

struct AnyRun {
  const char *origin, *only;
  int last;  // step
};

// Of every algorithm, and of every measure.
TEST_F(States, OfEveryAlgorithmAreWritten) {
  const AnyRun runs[] = {
      {"belleman2007/table7", "*cpu-best", 4},     {"cudagadget2013/galaxy", "*cpu-best", 2},
      {"decyk2009/langmuir", "*cpu-ordered", 100}, {"aubert2009/sphere", "*cpu-fft-best", 3},
      {"belleman2007/table1", "*cpu-best", 2},     {"belleman2007/parting", "*cpu-best", 20},
      {"cudagadget2013/universe", "*cpu-best", 4}};
  for (const AnyRun& run : runs) {
    for (const char* folder : {"out", "states"}) fs::remove_all(folder_ / folder);
    const Said said =
        tycho("run " + std::string(run.origin) +
              " --cases " TYCHO_SOURCE_DIR
              "/cases --suite smoke --backend cpu --out out --snapshots states --only '" +
              run.only + "'");
    ASSERT_EQ(said.code, cli::kOk) << run.origin << said.out << said.err;
    const std::vector<fs::path> files = states_in("states");
    ASSERT_EQ(files.size(), 2U) << run.origin;
    EXPECT_EQ(files[0].stem(), "step_0000000000") << run.origin;
    EXPECT_EQ(std::stoi(files[1].stem().string().substr(5)), run.last) << run.origin;
    const Particles first = snapshot::read_any(files[0]).particles;
    const Particles last = snapshot::read_any(files[1]).particles;
    ASSERT_EQ(first.size(), last.size()) << run.origin;
    const Particles a = sorted(first), b = sorted(last);
    EXPECT_EQ(a.id, b.id) << run.origin;
    EXPECT_EQ(a.mass, b.mass) << run.origin;
    EXPECT_NE(a.x, b.x) << run.origin;
    const bool galaxy = std::string(run.origin).find("galaxy") != std::string::npos;
    EXPECT_EQ(last.species.size(), galaxy ? last.size() : 0) << run.origin;
    EXPECT_EQ(last.softening.size(), galaxy ? last.size() : 0) << run.origin;
  }
}

TEST_F(States, OnTheWayAreThoseOfEveryKthStepAndCanBeGoneOnFrom) {
  json origin = orbit("whole");
  origin["suites"]["smoke"]["steps"] = 100;
  const Said said = tycho("run " + write_case(origin) +
                          " --suite smoke --out out --snapshots states --snapshots-every 40");
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  std::vector<std::string> names;
  const std::vector<fs::path> files = states_in("states");
  for (const fs::path& file : files) names.push_back(file.stem().string());
  EXPECT_EQ(names, (std::vector<std::string>{"step_0000000000", "step_0000000040",
                                             "step_0000000080", "step_0000000100"}));
  json rest = orbit("rest");
  rest["suites"]["smoke"]["steps"] = 20;
  rest["initial"] = {{"kind", "snapshot"}, {"file", files.at(2).string()}};
  ASSERT_EQ(tycho("run " + write_case(rest) + " --suite smoke --out rest --snapshots later").code,
            cli::kOk);
  const Particles whole = snapshot::read_any(files.back()).particles;
  const Particles gone_on = snapshot::read_any(states_in("later").back()).particles;
  EXPECT_EQ(whole.x, gone_on.x);
  EXPECT_EQ(whole.vy, gone_on.vy);
}

// However few steps the timing has.
TEST_F(States, OfAProgramThatIsTimedAreItsFirstAndItsLast) {
  for (const int steps : {1, 2, 3}) {
    for (const char* folder : {"out", "states"}) fs::remove_all(folder_ / folder);
    json timed = orbit("timed");
    timed["measure"] = "timing";
    timed.erase("samples");
    timed["suites"]["smoke"]["steps"] = steps;
    timed["checks"] = {{{"check", "momentum"}, {"limit", 1e-12}, {"reason", "rounding"}}};
    const Said said = tycho("run " + write_case(timed) +
                            " --suite smoke --out out --snapshots states --only '*/program-*' "
                            "--program 'python3 " TYCHO_SOURCE_DIR
                            "/examples/program/leapfrog.py {in.csv} {out.csv} {settings}'");
    ASSERT_EQ(said.code, cli::kOk) << said.out << said.err;
    EXPECT_EQ(runs_in("out").at(0).at("checks").size(), 1U);
    const std::vector<fs::path> files = states_in("states");
    ASSERT_EQ(files.size(), 2U) << steps;
    EXPECT_EQ(files[0].stem(), "step_0000000000");
    EXPECT_EQ(files[1].stem(), "step_000000000" + std::to_string(steps));
    EXPECT_NE(snapshot::read_any(files[0]).particles.x, snapshot::read_any(files[1]).particles.x);
  }
}

// openPMD-viewer, and whoever lists the folder, would take the states of two runs for those of one.
TEST_F(States, OfTwoCampaignsAreNotMixed) {
  const std::string run =
      "run " + write_case(orbit("orbit")) + " --suite smoke --snapshots states ";
  ASSERT_EQ(tycho(run + "--out first").code, cli::kOk);
  const Said second = tycho(run + "--out second");
  EXPECT_EQ(second.code, cli::kUsage);
  EXPECT_NE(second.err.find("states/someone2025_orbit_n=2_cpu holds states of an earlier run"),
            std::string::npos)
      << second.err;
  EXPECT_FALSE(fs::exists(folder_ / "second"));
  const Said again = tycho(run + "--out first --resume");
  EXPECT_EQ(again.code, cli::kOk);
  EXPECT_NE(again.err.find("1 of 1 runs were finished before, of which --snapshots writes nothing"),
            std::string::npos)
      << again.err;
}

TEST_F(States, GiveAnyAlgorithmItsParticles) {
  const std::string run =
      " --cases " TYCHO_SOURCE_DIR
      "/cases --suite smoke --backend cpu --out first --snapshots states --only ";
  struct Taken {
    std::string origin, only, algorithm;
    json settings;
  };
  const Taken taken[] = {{"belleman2007/table7", "*cpu-best", "barnes_hut", json::object()},
                         {"belleman2007/table7", "*cpu-best", "hermite", json::object()},
                         {"belleman2007/table7", "*cpu-best", "all_pairs", json::object()},
                         {"aubert2009/sphere", "*cpu-fft-best", "particle_mesh", {{"grid", 16}}},
                         {"decyk2009/langmuir", "*cpu-ordered", "pic", {{"nx", 32}, {"ny", 64}}}};
  for (const Taken& one : taken) {
    for (const char* folder : {"out", "first", "states"}) fs::remove_all(folder_ / folder);
    ASSERT_EQ(tycho("run " + one.origin + run + "'" + one.only + "'").code, cli::kOk);
    const fs::path file = states_in("states").back();
    const auto n = static_cast<int>(snapshot::read_any(file).particles.size());
    const Said said = tycho(
        "run " + write_case(beginning_with(file.string(), one.algorithm, one.settings, n, 2)) +
        " --suite smoke --out out");
    EXPECT_EQ(said.code, cli::kOk) << one.algorithm << said.out << said.err;
  }
}

TEST_F(States, ThatDoNotFitAreRefusedWithALine) {
  Particles p(3);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.mass[i] = 1;
    p.set_position(i, {0.1 * static_cast<double>(i), 0.5, 0.5});
  }
  const auto with = [&](const std::string& algorithm, int n, const std::string& name) {
    return reason(beginning_with(path(name), algorithm, json::object(), n, 2));
  };
  snapshot::write_snapshot(folder_ / "s.hdf5", snapshot::at_rest(0), p);
  snapshot::write_csv(folder_ / "s.csv", p);
  EXPECT_NE(
      with("barnes_hut", 4, "s.hdf5").find("the snapshot holds 3 particles; set the size's n"),
      std::string::npos);
  EXPECT_NE(with("barnes_hut", 4, "s.csv").find("the snapshot holds 3 particles; set the size's n"),
            std::string::npos);
  EXPECT_NE(with("tree_pm", 3, "s.hdf5").find("is of space at rest"), std::string::npos);
  snapshot::write_snapshot(folder_ / "u.hdf5", {0.5, 8, 0.25, 0.75, 0.7}, p);
  EXPECT_NE(with("all_pairs", 3, "u.hdf5").find("is of an expanding universe"), std::string::npos);
  p.y[1] = 1.5;
  snapshot::write_csv(folder_ / "out.csv", p);
  EXPECT_NE(with("particle_mesh", 3, "out.csv").find("the particle of id 1 is at 1.5, outside"),
            std::string::npos);
  p.y[1] = std::nan("");
  snapshot::write_snapshot(folder_ / "nan.hdf5", snapshot::at_rest(0), p);
  EXPECT_NE(with("hermite", 3, "nan.hdf5").find("Coordinates: row 1 is no number"),
            std::string::npos);
  std::ofstream(folder_ / "few.csv") << "id,mass,x,y,z\n1,1,0,0,0\n";
  EXPECT_NE(with("hermite", 1, "few.csv").find("the column 'vx' is missing"), std::string::npos);
}

// Whoever hands a case on with its particles beside it does not know where it will be run from.
TEST_F(States, AreLookedForBesideTheCaseFirst) {
  Particles p(2);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.mass[i] = 1;
    p.set_position(i, {1 + static_cast<double>(i), 0, 0});
  }
  const json content = beginning_with("p.csv", "all_pairs", json::object(), 2, 2);
  const std::string run = "run " + write_case(content) + " --suite smoke --out ";
  snapshot::write_csv(folder_ / "p.csv", p);
  EXPECT_EQ(tycho(run + "from_here").code, cli::kOk);

  Particles three(3);
  for (double& mass : three.mass) mass = 1;
  snapshot::write_csv(folder_ / "p.csv", three);  // of another size: a run would fail
  snapshot::write_csv(folder_ / "someone2025" / "p.csv", p);
  EXPECT_EQ(tycho(run + "beside").code, cli::kOk);
}

TEST_F(States, ThatAreNotThereAreMissedBeforeAnythingRuns) {
  const json content = beginning_with("none.csv", "all_pairs", json::object(), 2, 2);
  const Said said = tycho("run " + write_case(content) + " --suite smoke --out out");
  EXPECT_EQ(said.code, cli::kUsage);
  EXPECT_NE(said.err.find("mine.json: /initial/file: there is no file 'none.csv'"),
            std::string::npos)
      << said.err;
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

/// Runs a script of readers by others on the folder of states; true where they are not there.
bool lacks_readers(const std::string& what, const fs::path& folder) {
  const int status = std::system(
      ("python3 " TYCHO_SOURCE_DIR "/tests/states/readers.py " + what + " " + folder.string())
          .c_str());
  EXPECT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 77) return true;
  EXPECT_EQ(WEXITSTATUS(status), 0) << what;
  return false;
}

TEST_F(States, OfGravityAreReadByYt) {
  ASSERT_EQ(tycho("run cudagadget2013/galaxy --cases " TYCHO_SOURCE_DIR
                  "/cases --suite smoke --only '*cpu-best' --out out --snapshots states")
                .code,
            cli::kOk);
  if (lacks_readers("yt", states_in("states").back()))
    GTEST_SKIP() << "python3 has not got the packages yt and h5py";
}

TEST_F(States, OfAPlasmaAreReadByOpenPmdViewer) {
  ASSERT_EQ(tycho("run decyk2009/langmuir --cases " TYCHO_SOURCE_DIR
                  "/cases --suite smoke --only '*cpu-ordered' --out out --snapshots states "
                  "--snapshots-every 40")
                .code,
            cli::kOk);
  if (lacks_readers("openpmd", states_in("states").back().parent_path()))
    GTEST_SKIP() << "python3 has not got the packages openpmd_viewer and h5py";
}

}  // namespace
}  // namespace tycho
