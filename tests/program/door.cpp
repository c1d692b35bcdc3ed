// A program of the user's in a case: beside the case's own, under its checks; and what comes of one
// that does not do what it must. Each costs its own run, with the reason, and nothing else.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "harness/cli/exit_code.hpp"
#include "harness/snapshot/snapshot.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;

constexpr char kLeapfrog[] =
    "python3 " TYCHO_SOURCE_DIR "/examples/program/leapfrog.py {in.csv} {out.csv} {settings}";

/// One that has ended may stay as a zombie until somebody asks for it.
bool is_alive(int process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(stat, text);
  const std::size_t state = text.rfind(')') + 2;
  return text.size() > state && text[state] != 'Z';
}

class ProgramDoor : public TychoProgram {
 protected:
  /// Two bodies, with limits that only a right program keeps.
  static json checked_orbit() {
    json made = orbit("orbit");
    made["suites"]["smoke"]["steps"] = 200;
    made["checks"] = json::parse(R"([
      {"check": "energy_peak", "limit": 1e-6, "reason": "order dt^2"},
      {"check": "momentum", "limit": 1e-12, "reason": "rounding"},
      {"check": "displacement", "limit": 1e-9, "reason": "the same leapfrog"},
      {"check": "force_error", "limit": 1e-9, "reason": "no program shows its forces"}])");
    return made;
  }

  /// A campaign of the case's own variant and the program; the record of the program's run.
  json record_with(const std::string& program, int code, const std::string& more = "") {
    write_case(checked_orbit());
    std::filesystem::remove_all(folder_ / "out");
    std::ofstream(folder_ / "command") << program;
    const Said said = tycho(
        "run someone2025/orbit.json --suite smoke --out out --program \"$(cat command)\" " + more);
    EXPECT_EQ(said.code, code) << said.out << said.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/program"));
    const json runs = runs_in("out");
    EXPECT_EQ(runs.size(), 2U);
    EXPECT_EQ(runs.at(0).at("status"), "ok") << "the case's own run";
    return runs.at(1);
  }

  /// That a program is found out, in words.
  void fails_with(const std::string& program, const std::string& why,
                  const std::string& more = "") {
    const json run = record_with(program, cli::kFailures, more);
    EXPECT_EQ(run.at("status"), "failed");
    EXPECT_NE(run.at("reason").get<std::string>().find(why), std::string::npos)
        << run.at("reason") << "\nwanted " << why;
    EXPECT_FALSE(run.contains("timing"));
  }
};

TEST_F(ProgramDoor, TakesAProgramIntoACaseUnderItsChecks) {
  const json run = record_with(kLeapfrog, cli::kOk);
  EXPECT_EQ(run.at("id"), "someone2025/orbit/n=2/program-leapfrog");
  EXPECT_EQ(run.at("status"), "ok");
  EXPECT_EQ(run.at("implementation").at("held_to"), "cpu");
  EXPECT_EQ(run.at("implementation").at("command"),
            "python3 leapfrog.py {in.csv} {out.csv} {settings}");
  ASSERT_EQ(run.at("checks").size(), 3U);
  for (const json& check : run.at("checks")) EXPECT_TRUE(check.at("pass")) << check;
  EXPECT_GT(run.at("checks").at(0).at("details").at("samples"), 1);  // states on the way
  EXPECT_EQ(run.at("implementation").at("not_asked"), json({"force_error"}));
  for (const char* stage : {"kick", "drift", "force"})
    EXPECT_EQ(run.at("timing").at("stages").at(stage).at("method"), "told");
  EXPECT_EQ(run.at("timing").at("steps_measured"), 200);
}

// The end of a program that hardly moves: the first body by a billionth along z.
constexpr const char* kHardlyMove = R"(
rows = [row.split(",") for row in open(sys.argv[1]).read().split()]
rows[1][4] = repr(float(rows[1][4]) + 1e-9)
open(sys.argv[2], "w").write("\n".join(map(",".join, rows)))
)";

TEST_F(ProgramDoor, IsHeldToTheCasesChecks) {
  // Forces that are some percent too weak: sound, and wrong.
  std::ofstream(folder_ / "mine.py") << R"(import json, runpy, sys
given = json.load(open(sys.argv[3]))
given["settings"]["softening"] = 0.2
json.dump(given, open("mine.json", "w"))
sys.argv[3] = "mine.json"
runpy.run_path(")" TYCHO_SOURCE_DIR R"(/examples/program/leapfrog.py", run_name="__main__")
)";
  const json run =
      record_with("python3 " + path("mine.py") + " {in.csv} {out.csv} {settings}", cli::kFailures);
  EXPECT_EQ(run.at("status"), "ok") << run;
  EXPECT_FALSE(run.at("checks").at(2).at("pass"));
}

// What the variants of a case compute may stand in their own settings: a galaxy's softening, say.
TEST_F(ProgramDoor, ComputesByTheMethodOfTheVariantThatItIsHeldTo) {
  json made = checked_orbit();
  made["variants"][0]["settings"] = {{"softening", 0.3}, {"loop", "best"}};
  write_case(made);
  const Said said = tycho("run someone2025/orbit.json --suite smoke --out out --program '" +
                          std::string(kLeapfrog) + "'");
  EXPECT_EQ(said.code, cli::kOk) << said.out << said.err;
  const json run = runs_in("out").at(1);
  EXPECT_EQ(run.at("settings").at("softening"), 0.3);
  EXPECT_EQ(run.at("settings").at("loop"), "plain") << "how it does so is its own affair";
}

TEST_F(ProgramDoor, MayStandInACase) {
  json made = checked_orbit();
  std::ofstream(folder_ / "command") << kLeapfrog;
  made["variants"].push_back(
      {{"name", "mine"}, {"label", "Mine"}, {"backend", "program"}, {"command", kLeapfrog}});
  made["variants"].push_back({{"name", "gone"},
                              {"label", "Gone"},
                              {"backend", "program"},
                              {"command", "no-such-program {in.csv} {out.csv}"}});
  made["measure"] = "timing";
  made.erase("samples");
  made["checks"].erase(0);
  const Said said = tycho("run " + write_case(made) + " --suite smoke --out out");
  EXPECT_EQ(said.code, cli::kOk) << said.out << said.err;
  const json runs = runs_in("out");
  EXPECT_EQ(runs.at(1).at("id"), "someone2025/orbit/n=2/mine");
  EXPECT_EQ(runs.at(1).at("status"), "ok") << runs.at(1);
  EXPECT_GT(runs.at(1).at("timing").at("step_s").at("median"), 0);
  EXPECT_EQ(runs.at(2).at("status"), "skipped");
  EXPECT_NE(runs.at(2).at("reason").get<std::string>().find("no program 'no-such-program' on PATH"),
            std::string::npos);
}

// Of one short start the error would be in all samples, and in no interval of them.
TEST_F(ProgramDoor, IsStartedForFewStepsBeforeEveryStartForMany) {
  json made = checked_orbit();
  made["measure"] = "timing";
  made.erase("samples");
  made["checks"] = json::array({made["checks"][1]});
  made["suites"]["smoke"]["repeats"] = 3;
  write_case(made);
  std::ofstream(folder_ / "mine.py") << R"(import json, sys, time
settings = json.load(open(sys.argv[3]))
open(sys.argv[4], "a").write("%d " % settings["steps"])
time.sleep(0.001 * settings["steps"])
import runpy
runpy.run_path(")" TYCHO_SOURCE_DIR R"(/examples/program/leapfrog.py", run_name="__main__")
)";
  const Said said =
      tycho("run someone2025/orbit.json --suite smoke --out out --program 'python3 " +
            path("mine.py") + " {in.csv} {out.csv} {settings} " + path("starts") + "'");
  EXPECT_EQ(said.code, cli::kOk) << said.out << said.err;
  EXPECT_EQ(result::read_text(path("starts")), "2 2 200 2 200 2 200 ");
  EXPECT_EQ(runs_in("out").at(1).at("timing").at("step_s").at("samples").size(), 3U);
}

// The stages are of the steps that the step is of: those behind the lead-in.
TEST_F(ProgramDoor, TellsOfStagesWithoutTheLeadIn) {
  json made = checked_orbit();
  made["measure"] = "interval";
  made.erase("samples");
  made["checks"] = json::array({made["checks"][1]});
  made["suites"]["smoke"]["steps"] = 100;
  made["suites"]["smoke"]["lead_in"] = 100;
  write_case(made);
  std::ofstream(folder_ / "mine.py") << R"(import json, sys, time
long = json.load(open(sys.argv[3]))["steps"] == 200
time.sleep(0.5 if long else 0.05)
json.dump({"stages": {"force": 0.05 if long else 0.01}}, open(sys.argv[4], "w")))"
                                     << kHardlyMove;
  const Said said = tycho("run someone2025/orbit.json --suite smoke --out out --program 'python3 " +
                          path("mine.py") + " {in.csv} {out.csv} {settings} {times}'");
  EXPECT_EQ(said.code, cli::kOk) << said.out << said.err;
  const json timing = runs_in("out").at(1).at("timing");
  EXPECT_NEAR(timing.at("stages").at("force").at("step_s").at("median"), 4e-4, 1e-8);
  EXPECT_EQ(timing.at("stage_steps").at("spans").at(0).at("to"), 100);
}

TEST_F(ProgramDoor, FindsOutWhatWritesNothing) {
  fails_with("true {in.csv} {out.csv}", "the program true ended well and wrote no {out}, out.csv");
}
// It conserves whatever there is to conserve, and is back at its start after any time.
TEST_F(ProgramDoor, FindsOutWhatDoesNothing) {
  fails_with("cp {in.csv} {out.csv}", "the program cp moved nothing");
}
// Over two steps it conserves momentum to the bit, and energy as well as a good one.
TEST_F(ProgramDoor, FindsOutWhatLeavesTheForcesOutOfATiming) {
  json made = checked_orbit();
  made["measure"] = "timing";
  made.erase("samples");
  made["checks"] = json::array({made["checks"][1]});
  write_case(made);
  std::ofstream(folder_ / "drift.py") << R"(import json, sys
given = json.load(open(sys.argv[3]))
rows = [row.split(",") for row in open(sys.argv[1]).read().split()]
for row in rows[1:]:
    for axis in (2, 3, 4):
        row[axis] = repr(float(row[axis]) + given["dt"] * given["steps"] * float(row[axis + 3]))
open(sys.argv[2], "w").write("\n".join(map(",".join, rows)))
)";
  const Said said = tycho("run someone2025/orbit.json --suite smoke --out out --program 'python3 " +
                          path("drift.py") + " {in.csv} {out.csv} {settings}'");
  EXPECT_EQ(said.code, cli::kFailures) << said.out << said.err;
  const json run = runs_in("out").at(1);
  EXPECT_EQ(run.at("status"), "failed");
  EXPECT_NE(run.at("reason").get<std::string>().find("in 2 steps by 0% of what the forces do"),
            std::string::npos)
      << run.at("reason");
}

TEST_F(ProgramDoor, MayJoinEveryCaseThereIs) {
  const Said said = tycho("run all --cases " TYCHO_SOURCE_DIR
                          "/cases --suite smoke --dry-run --program 'cp {in.csv} {out.csv}'");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  for (const char* run :
       {"belleman2007/table4/n=257/program-cp", "decyk2009/table/n=18433/program-cp"})
    EXPECT_NE(said.out.find(run), std::string::npos) << run;
}

TEST_F(ProgramDoor, FindsOutWhatWritesElsewhere) {
  fails_with("sh -c 'cp \"$0\" final.csv' {in.csv} {out.csv}",
             "wrote no {out}, out.csv; beside it there is final.csv");
  fails_with("sh -c 'mkdir \"$1\"' {in.csv} {out.csv}", "no plain file");
}
TEST_F(ProgramDoor, FindsOutWhatWritesTooMuch) {
  fails_with("sh -c 'yes > \"$1\"' {in.csv} {out.csv}", "wrote too much: out.csv reached");
  fails_with(
      "sh -c 'cat \"$0\" > \"$1\"; tail -1 \"$0\" | sed s/^./7/ >> \"$1\"' {in.csv} {out.csv}",
      "wrote 3 particles to out.csv, and 2 were given");
}
TEST_F(ProgramDoor, FindsOutWhatLosesParticles) {
  fails_with("sh -c 'head -2 \"$0\" > \"$1\"' {in.csv} {out.csv}",
             "lost 1 of 2 particles: out.csv has none of id 1");
}
// Momentum of twice the masses is conserved, too.
TEST_F(ProgramDoor, FindsOutWhatChangesMasses) {
  fails_with("sh -c 'sed s/^1,0.5,/1,1.5,/ \"$0\" > \"$1\"' {in.csv} {out.csv}",
             "changed the mass of the particle of id 1 in out.csv");
}

TEST_F(ProgramDoor, FindsOutWhatGivesNaN) {
  fails_with("sh -c 'sed \"2s/,[^,]*$/,nan/\" \"$0\" > \"$1\"' {in.csv} {out.csv}",
             "out.csv: line 2: vz = 'nan' is no finite number");
}
TEST_F(ProgramDoor, FindsOutWhatFailsOrCrashes) {
  fails_with("sh -c 'echo no licence >&2; exit 3' {in.csv} {out.csv}",
             "exited with code 3: no licence");
  fails_with("sh -c 'kill -SEGV $$' {in.csv} {out.csv}", "crashed (SIGSEGV)");
}

TEST_F(ProgramDoor, KeepsWhatAFailedProgramPrinted) {
  fails_with("sh -c 'echo first; echo second >&2; exit 3' {in.csv} {out.csv}",
             "exited with code 3: second");
  const std::string said =
      result::read_text(folder_ / "out/failed/someone2025_orbit_n=2_program-sh.txt");
  EXPECT_EQ(said.find("first\nsecond\n"), 0U) << said;
  fails_with("sh -c 'echo all is well' {in.csv} {out.csv}", "wrote no {out}");
  EXPECT_EQ(result::read_text(folder_ / "out/failed/someone2025_orbit_n=2_program-sh.txt")
                .find("all is well\n"),
            0U);
  record_with(kLeapfrog, cli::kOk);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out/failed"));
}

TEST_F(ProgramDoor, FindsOutTimesThatCannotBe) {
  const std::string copy =
      "sh -c 'cp \"$0\" \"$1\"; cp \"$3\" \"$2\"' {in.csv} {out.csv} {times} " + path("told");
  std::ofstream(path("told")) << R"({"stages": {"force": 1000}})";
  fails_with(copy, "says that its stages took 1000");
  for (const char* text : {R"({"stages": {"walk": 1}})", R"({"stages": {"force": -1}})", "["}) {
    std::ofstream(path("told")) << text;
    fails_with(copy, "left times that cannot be taken: times.json");
  }
}

TEST_F(ProgramDoor, EndsWhatNeverEndsWithAllThatItStarted) {
  fails_with("sh -c 'sleep 600 & echo $! > \"$2\"; sleep 600' {in.csv} {out.csv} " + path("pid"),
             "past its time limit", "--time-limit 1s");
  std::ifstream in(path("pid"));
  int sleeper = 0;
  ASSERT_TRUE(in >> sleeper);
  for (int tries = 0; tries < 100 && is_alive(sleeper); ++tries) ::usleep(20000);
  EXPECT_FALSE(is_alive(sleeper)) << "a process that the program started is still there";
}

TEST_F(ProgramDoor, IsRefusedBeforeAnythingRuns) {
  write_case(checked_orbit());
  const std::string run = "run someone2025/orbit.json --suite smoke --out out --program ";
  EXPECT_EQ(tycho(run + "'code {in}'").code, cli::kUsage);
  const Said gone = tycho(run + "'./gone {in.csv} {out.csv}'");
  EXPECT_EQ(gone.code, cli::kUnavailable) << gone.err;
  EXPECT_NE(gone.err.find("there is no program"), std::string::npos) << gone.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

// REBOUND's own leapfrog on Kepler's orbit and on six bodies, through Gadget's HDF5.
TEST_F(ProgramDoor, TakesRebound) {
  if (!snapshot::can_snapshot()) GTEST_SKIP() << "this build has no HDF5";
  if (std::system("python3 -c 'import rebound, h5py' 2> /dev/null") != 0)
    GTEST_SKIP() << "python3 has not got the packages rebound and h5py";
  const Said said =
      tycho("run bertinelli2025/two_body bertinelli2025/fig4 --cases " TYCHO_SOURCE_DIR
            "/cases --suite smoke --only '*program*' --out out --program 'python3 " TYCHO_SOURCE_DIR
            "/examples/program/with_rebound.py {in} {out} {settings}'");
  EXPECT_EQ(said.code, cli::kOk) << said.out << said.err;
  const json runs = json::parse(result::read_text(folder_ / "out/bertinelli2025.json")).at("runs");
  ASSERT_EQ(runs.size(), 2U);
  for (const json& run : runs) {
    EXPECT_EQ(run.at("status"), "ok") << run.at("reason");
    EXPECT_EQ(run.at("checks").size(), 4U);
    for (const json& check : run.at("checks")) EXPECT_TRUE(check.at("pass")) << check;
  }
}

}  // namespace
}  // namespace tycho
