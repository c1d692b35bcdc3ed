// compare, promote, verify and --profile as people and scripts meet them: exit codes and one line.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <fstream>
#include <set>

#include "harness/cli/exit_code.hpp"
#include "harness/compare/side.hpp"
#include "harness/result/durable_file.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;
using made_up::around;
using made_up::json;

struct Said {
  int code = -1;
  std::string out, err;
};

class CompareCommand : public ::testing::Test {
 protected:
  Said tycho(const std::string& arguments, const std::string& environment = "") const {
    const fs::path out = folder_ / "stdout", err = folder_ / "stderr";
    const std::string command = "cd '" TYCHO_SOURCE_DIR "' && " + environment +
                                " '" TYCHO_PROGRAM "' " + arguments + " >'" + out.string() +
                                "' 2>'" + err.string() + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, result::read_text(out),
            result::read_text(err)};
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string result(const std::string& name, double factor, double check = 1e-7,
                     double half_width = 0.001) const {
    made_up::RunRecord run =
        made_up::run("v", around(1e-3 * factor, half_width, 10),
                     {{"force", {"events", around(0.8e-3 * factor, half_width, 40)}}});
    run.checks->front().value = check;
    run.checks->front().pass = check <= 1e-6;
    write_result(folder_ / name, made_up::result({run}));
    return path(name);
  }

  TemporaryFolder folder_;
};

TEST_F(CompareCommand, TellsByItsExitCode) {
  const std::string base = result("base.json", 1), same = result("same.json", 1.001);
  EXPECT_EQ(tycho("compare " + base + " " + same).code, cli::kOk);
  EXPECT_EQ(tycho("compare " + base + " " + result("f.json", 0.6)).code, cli::kFaster);
  EXPECT_EQ(tycho("compare " + base + " " + result("s.json", 1.5)).code, cli::kSlower);
  EXPECT_EQ(tycho("compare " + base + " " + result("n.json", 1, 5e-6)).code,
            cli::kNumericallyDifferent);
  EXPECT_EQ(tycho("compare " + base + " " + result("a.json", 1.5, 1e-7, 0.5)).code,
            cli::kAmbiguous);
  result::write_result(folder_ / "none.json", made_up::result({}));
  EXPECT_EQ(tycho("compare --require-all " + base + " " + path("none.json")).code, cli::kMissing);
}

TEST_F(CompareCommand, WritesEveryForm) {
  const std::string both = result("base.json", 1) + " " + result("s.json", 1.5);
  const Said said = tycho("compare " + both + " --json " + path("c.json") + " --markdown " +
                          path("c.md") + " --junit " + path("c.xml"));
  EXPECT_EQ(said.code, cli::kSlower);
  EXPECT_NE(said.out.find("slower"), std::string::npos);
  EXPECT_EQ(json::parse(result::read_text(path("c.json"))).at("verdict"), "slower");
  EXPECT_NE(result::read_text(path("c.md")).find("| slower |"), std::string::npos);
  EXPECT_NE(result::read_text(path("c.xml")).find("<failure"), std::string::npos);
  EXPECT_EQ(json::parse(tycho("compare " + both + " --json -").out).at("verdict"), "slower")
      << "and nothing else on standard output";
  EXPECT_EQ(tycho("compare " + both + " --json -" + " --junit -").code, cli::kUsage);
  EXPECT_EQ(tycho("compare " + both + " --json /proc/no/such").code, cli::kCannotWrite);
}

TEST_F(CompareCommand, RefusesWhatItCannotRead) {
  const std::string base = result("base.json", 1);
  EXPECT_EQ(tycho("compare " + base).code, cli::kUsage);
  EXPECT_EQ(tycho("compare " + base + " " + path("nowhere")).code, cli::kUsage);
  EXPECT_EQ(tycho("compare " + base + " " + base + " --minimum-change much").code, cli::kUsage);
  std::ofstream(path("broken.json")) << "{\"schema\": \"tycho-result/1\"";
  const Said said = tycho("compare " + base + " " + path("broken.json"));
  EXPECT_EQ(said.code, cli::kUsage);
  EXPECT_NE(said.err.find("broken.json"), std::string::npos);
  EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
}

TEST_F(CompareCommand, NamesTheFileThatIsNoJson) {
  std::ofstream(path("text.md")) << "# A text\n";
  const Said said = tycho("compare " + path("text.md") + " " + path("text.md"));
  EXPECT_EQ(said.code, cli::kUsage);
  EXPECT_NE(said.err.find(path("text.md") + ": not JSON"), std::string::npos) << said.err;
}

TEST_F(CompareCommand, AsksWhichPercentageIsMeant) {
  const std::string both = result("base.json", 1) + " " + path("base.json");
  for (const char* option : {"--minimum-change", "--minimum-share", "--alpha"}) {
    const Said said = tycho("compare " + both + " " + option + " 0.03");
    EXPECT_EQ(said.code, cli::kUsage);
    EXPECT_NE(said.err.find("3% or 0.03%"), std::string::npos) << said.err;
  }
  for (const char* plain : {"3", "3%", "0.03%", "0", "1%"})
    EXPECT_EQ(tycho("compare " + both + " --minimum-change " + plain).code, cli::kOk) << plain;
}

TEST_F(CompareCommand, SaysThatStandardOutputIsFull) {
  const std::string both = result("base.json", 1) + " " + result("same.json", 1.001);
  for (const char* form : {"", "--json -", "--markdown -", "--junit -"}) {
    const std::string command = std::string("'" TYCHO_PROGRAM "' compare ") + both + " " + form +
                                " >/dev/full 2>'" + path("err") + "'";
    const int status = std::system(command.c_str());
    EXPECT_EQ(WEXITSTATUS(status), cli::kCannotWrite) << form;
    EXPECT_NE(result::read_text(path("err")).find("standard output"), std::string::npos);
  }
}

TEST_F(CompareCommand, PromotesOneAfterTheOtherAndLosesNone) {
  result("made_up.json", 1);
  constexpr int kAtOnce = 12;
  std::string command;
  for (int i = 0; i < kAtOnce; ++i)
    command += "'" TYCHO_PROGRAM "' promote '" + path("made_up.json") + "' --as '" +
               path("baseline") + "' --reason 'number " + std::to_string(i) + "' >'" +
               path("said" + std::to_string(i)) + "' 2>&1 & ";
  ASSERT_EQ(std::system((command + "wait").c_str()), 0);
  const json about = json::parse(result::read_text(path("baseline/baseline.json")));
  std::set<std::string> reasons;
  for (const json& entry : about.at("history")) reasons.insert(entry.at("reason"));
  EXPECT_EQ(reasons.size(), static_cast<std::size_t>(kAtOnce));
  for (int i = 0; i < kAtOnce; ++i)
    EXPECT_EQ(result::read_text(path("said" + std::to_string(i))).rfind("promoted", 0), 0u);
}

// A paper's name becomes a file's name.
TEST_F(CompareCommand, WritesNothingOutsideTheBaseline) {
  json root = json::parse(result::read_text(result("good.json", 1)));
  for (const std::string& name : {std::string("../../escaped"), path("escaped"), std::string("a/b"),
                                  std::string(".hidden"), std::string(".."), std::string("")}) {
    for (const char* at : {"/paper", "/runs/0/paper"}) {
      json changed = root;
      changed[json::json_pointer(at)] = name;
      std::ofstream(path("evil.json")) << changed.dump();
      const Said sound = tycho("verify " + path("evil.json"));
      EXPECT_EQ(sound.code, cli::kFailures) << name;
      EXPECT_NE(sound.out.find(std::string(at) + ": must be a name"), std::string::npos)
          << sound.out;
      const Said said =
          tycho("promote " + path("evil.json") + " --as " + path("deep/baseline") + " --reason x");
      EXPECT_EQ(said.code, cli::kUsage) << name;
      EXPECT_FALSE(fs::exists(path("escaped.json")));
      EXPECT_FALSE(fs::exists(path("deep")));
    }
  }
}

TEST_F(CompareCommand, RecordsPartsOnce) {
  const std::string record = "record " + result("made_up.json", 1);
  const std::string into = " --into " + path("results");
  EXPECT_EQ(tycho(record).code, cli::kUsage) << "without a folder";
  const Said said = tycho(record + into);
  EXPECT_EQ(said.code, cli::kOk) << said.out;
  EXPECT_NE(said.out.find("commit 0123456789ab"), std::string::npos) << said.out;
  EXPECT_EQ(tycho("verify " + path("results/made_up.json")).code, cli::kOk);
  EXPECT_EQ(tycho(record + into).code, cli::kUsage) << "there already";
  EXPECT_EQ(tycho(record + into + " --replace").code, cli::kOk);
}

TEST_F(CompareCommand, OfARecordedResultWithItselfIsTheSame) {
  const std::string file = TYCHO_SOURCE_DIR "/results/nvidia-h200/decyk2009.json";
  EXPECT_EQ(tycho("compare " + file + " " + file).code, cli::kOk);
}

// No run stands twice in it.
TEST_F(CompareCommand, TakesTheRecordOfEachMachineForABase) {
  for (const auto& machine : fs::directory_iterator(TYCHO_SOURCE_DIR "/results"))
    EXPECT_NO_THROW(compare::load_side(machine.path(), {})) << machine.path();
}

TEST_F(CompareCommand, ComparesWithAPromotedBaselineAndItsWaivers) {
  EXPECT_EQ(tycho("promote " + result("made_up.json", 1) + " --as " + path("baseline")).code,
            cli::kUsage)
      << "without a reason";
  EXPECT_EQ(tycho("promote " + path("made_up.json") + " --as " + path("baseline") +
                  " --reason 'the first'")
                .code,
            cli::kOk);
  const std::string both = path("baseline") + " " + result("s.json", 1.5);
  EXPECT_EQ(tycho("compare " + both).code, cli::kSlower);
  const auto waive_until = [&](const std::string& date) {
    const json waiver{{"run", "*"},
                      {"verdict", "slower"},
                      {"reason", "known"},
                      {"date", "2001-01-01"},
                      {"expires", date}};
    std::ofstream(path("baseline/waivers.json"))
        << json{{"schema", "tycho-waivers/1"}, {"waivers", {waiver}}}.dump();
  };
  waive_until("2999-01-01");
  EXPECT_EQ(tycho("compare " + both).code, cli::kOk);
  waive_until("2002-01-01");
  const Said expired = tycho("compare " + both);
  EXPECT_EQ(expired.code, cli::kSlower);
  EXPECT_NE(expired.out.find("expired on 2002-01-01"), std::string::npos);
}

TEST_F(CompareCommand, VerifiesAndExportsTheResultsOfAFolder) {
  fs::create_directories(folder_ / "campaign");
  const std::string one = result("campaign/one.json", 1), two = result("campaign/two.json", 1);
  std::ofstream(path("campaign/probe.json")) << R"({"schema": "tycho-probe/1"})";
  const Said sound = tycho("verify " + path("campaign"));
  EXPECT_EQ(sound.code, cli::kOk) << sound.err;
  EXPECT_EQ(sound.out, one + ": sound\n" + two + ": sound\n");
  EXPECT_EQ(tycho("export --csv " + path("campaign")).out,
            tycho("export --csv " + one + " " + two).out);
  fs::create_directories(folder_ / "empty");
  for (const char* command : {"verify ", "export --csv "}) {
    const Said none = tycho(command + path("empty"));
    EXPECT_EQ(none.code, cli::kUsage) << command;
    EXPECT_NE(none.err.find("holds no result"), std::string::npos) << none.err;
  }
}

TEST_F(CompareCommand, VerifiesWithOneLineForEachFinding) {
  EXPECT_EQ(tycho("verify " + result("good.json", 1)).code, cli::kOk);
  json root = json::parse(result::read_text(path("good.json")));
  root["context"]["host_name"] = "x";
  root["runs"][0]["timing"]["unattributed_s"] = 1;
  std::ofstream(path("bad.json")) << root.dump();
  const Said said = tycho("verify " + path("bad.json"));
  EXPECT_EQ(said.code, cli::kFailures);
  EXPECT_EQ(std::count(said.out.begin(), said.out.end(), '\n'), 2) << said.out;
  EXPECT_NE(said.out.find("/context/host_name"), std::string::npos);
  EXPECT_EQ(tycho("verify " + path("nowhere.json")).code, cli::kUsage);
}

class ProfileCommand : public CompareCommand {
 protected:
  const std::string kRun =
      "run bertinelli2025/fig3.5 --suite smoke --only '*/gpu-tiled' --profile --out ";

  // What a run leaves: without times, which nobody asks for here.
  static std::string record(const std::string& status) {
    const json run{{"id", "bertinelli2025/fig3.5/n=257/gpu-tiled"},
                   {"paper", "bertinelli2025"},
                   {"case", "fig3.5"},
                   {"suite", "smoke"},
                   {"algorithm", "all_pairs"},
                   {"variant", "gpu-tiled"},
                   {"label", "GPU"},
                   {"backend", "cuda"},
                   {"threads", 1},
                   {"n", 257},
                   {"settings", json::object()},
                   {"sweep", json::object()},
                   {"status", status},
                   {"reason", status == "ok" ? "" : "no device"},
                   {"started", "2001-02-03T04:05:06Z"},
                   {"wall_s", 0.005}};
    return run.dump();
  }

  // A profiler that notes its arguments and leaves a record in the run's place.
  void fake(const std::string& name, const std::string& status, int code) const {
    fs::create_directories(folder_ / "bin");
    std::ofstream(folder_ / "bin" / name)
        << "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" << path("arguments") << "'\n"
        << "while [ $# -gt 1 ]; do [ \"$1\" = --record ] && "
        << "echo '" << record(status) << "' > \"$2\"; shift; "
        << "done\nexit " << code << "\n";
    fs::permissions(folder_ / "bin" / name, fs::perms::owner_all);
  }
  std::string only_fakes() const { return "PATH='" + path("bin") + ":/bin:/usr/bin'"; }
  std::string nothing() const { return "PATH='" + path("empty") + "'"; }
};

TEST_F(ProfileCommand, RunsTheToolWithTheStagesAsFilter) {
  fake("ncu", "ok", 0);
  const Said said = tycho(kRun + path("p"), only_fakes());
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  const std::string arguments = result::read_text(path("arguments"));
  for (const char* stage : {"force/", "kick/", "drift/"})
    EXPECT_NE(arguments.find(std::string("--nvtx-include\n") + stage + "\n"), std::string::npos)
        << arguments;
  EXPECT_NE(arguments.find("--run\nbertinelli2025/fig3.5/n=257/gpu-tiled\n"), std::string::npos);
  EXPECT_EQ(arguments.find("/proc/self/exe"), std::string::npos) << "would be the profiler";
}

TEST_F(ProfileCommand, TakesTheToolAndTheStagesItIsTold) {
  fake("ncu", "ok", 0);
  fake("nsys", "ok", 0);
  EXPECT_EQ(tycho(kRun + path("p") + " --profiler nsys --stage force", only_fakes()).code,
            cli::kOk);
  const std::string arguments = result::read_text(path("arguments"));
  EXPECT_EQ(arguments.rfind("profile\n", 0), 0u) << arguments;
  EXPECT_NE(arguments.find("--nvtx-capture=force\n"), std::string::npos);
  const Said wrong = tycho(kRun + path("p") + " --stage frce", only_fakes());
  EXPECT_EQ(wrong.code, cli::kUsage);
  EXPECT_NE(wrong.err.find("force"), std::string::npos);
}

TEST_F(ProfileCommand, PrintsTheCommandWhereTheToolIsNot) {
  const Said said = tycho(kRun + path("p"), nothing());
  EXPECT_EQ(said.code, cli::kUnavailable);
  EXPECT_EQ(said.out.rfind("ncu --set full --nvtx --nvtx-include", 0), 0u) << said.out;
  EXPECT_FALSE(fs::exists(path("p"))) << "nothing was written";
  const Said dry = tycho(kRun + path("p") + " --dry-run --profiler nsys", nothing());
  EXPECT_EQ(dry.code, cli::kOk);
  EXPECT_EQ(dry.out.rfind("nsys profile", 0), 0u) << dry.out;
}

TEST_F(ProfileCommand, TellsHowItWent) {
  fake("ncu", "ok", 9);
  EXPECT_EQ(tycho(kRun + path("p"), only_fakes()).code, cli::kFailures);
  fake("ncu", "skipped", 0);
  EXPECT_EQ(tycho(kRun + path("p"), only_fakes()).code, cli::kUnavailable);
}

TEST_F(ProfileCommand, RefusesWhatBelongsToACampaign) {
  for (const char* option : {"--budget 1m", "--time-limit 1m", "--report r", "--snapshots s",
                             "--checkpoints c", "--resume"}) {
    const Said said = tycho(kRun + path("p") + " " + option);
    EXPECT_EQ(said.code, cli::kUsage) << option;
    EXPECT_NE(said.err.find("--profile makes no campaign"), std::string::npos) << said.err;
  }
}

TEST_F(ProfileCommand, TakesOneRunOnTheGpu) {
  const Said many = tycho("run bertinelli2025/fig3.1 --suite smoke --profile --out " + path("p"));
  EXPECT_EQ(many.code, cli::kUsage);
  EXPECT_NE(many.err.find("--only"), std::string::npos);
  EXPECT_EQ(tycho("run bertinelli2025/fig3.5 --suite smoke --only '*/cpu-serial' --profile --out " +
                  path("p"))
                .code,
            cli::kUsage);
  EXPECT_EQ(tycho("run all --suite smoke --stage force --dry-run").code, cli::kUsage);
}

}  // namespace
}  // namespace tycho
