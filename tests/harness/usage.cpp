// What the program says to somebody who mistyped, and to scripts: hints, exit codes, lists as JSON,
// the manual page.
#include <gtest/gtest.h>

#include "harness/cli/exit_code.hpp"
#include "harness/result/one_line.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;

class Usage : public TychoProgram {
 protected:
  void expect_said(const std::string& arguments, int code,
                   const std::vector<std::string>& words) const {
    const Said said = tycho(arguments);
    EXPECT_EQ(said.code, code) << arguments << '\n' << said.err;
    for (const std::string& word : words)
      EXPECT_NE(said.err.find(word), std::string::npos) << "no '" << word << "' in\n" << said.err;
  }
};

TEST_F(Usage, SuggestsTheNearestCommandAndNamesTheHelp) {
  expect_said("runn", cli::kUsage, {"no command 'runn'", "did you mean 'run'?", "tycho --help"});
  expect_said("verfy x.json", cli::kUsage, {"did you mean 'verify'?"});
  expect_said("frobnicate", cli::kUsage, {"'frobnicate'", "list, run", "tycho --help"});
  expect_said("", cli::kUsage, {"a command is needed", "list, run"});
  expect_said("chlid", cli::kUsage, {"no command 'chlid'"});
  EXPECT_EQ(tycho("chlid").err.find("child"), std::string::npos) << "for the supervisor only";
}

TEST_F(Usage, SuggestsTheNearestOptionAndNamesTheCommandsHelp) {
  expect_said("run all --sutie smoke --out c", cli::kUsage,
              {"no option '--sutie'", "did you mean '--suite'?", "see tycho run --help"});
  expect_said("run all --buget=3m --out c", cli::kUsage, {"'--buget'", "'--budget'"});
  expect_said("verify --cses x y.json", cli::kUsage,
              {"did you mean '--cases'?", "see tycho verify --help"});
  expect_said("run", cli::kUsage, {"CASE", "see tycho run --help"});
  expect_said("run all --suite smoke --suite quick --out c", cli::kUsage,
              {"--suite is given more than once, and takes one value; see tycho run --help"});
  expect_said("run all --out", cli::kUsage, {"--out needs a value; see tycho run --help"});
  expect_said("--vresion", cli::kUsage, {"'--vresion'", "'--version'"});
}

// A script that never set the variable whose value it gives must not start a campaign of days.
TEST_F(Usage, RefusesAnEmptyValueOfAnyOption) {
  const std::string run = "run " + write_case(orbit("orbit")) + " --suite smoke --out c ";
  for (const std::string option : {"--budget", "--report", "--checkpoints", "--tuned", "--only"})
    expect_said(run + option + " ''", cli::kUsage,
                {option, "the value is empty", "see tycho run --help"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "c"));
  expect_said("report c -o ''", cli::kUsage, {"--out", "the value is empty"});
  expect_said(run + "--snapshots s --snapshots-every 0", cli::kUsage,
              {"--snapshots-every: '0' is no number from 1 on"});
}

TEST_F(Usage, CallsABadPathBadUsageAndNamesIt) {
  std::filesystem::create_symlink("loop", folder_ / "loop");
  expect_said("verify loop", cli::kUsage, {"loop: Too many levels of symbolic links"});
  const std::string run = "run " + write_case(orbit("orbit")) + " --suite smoke --out ";
  expect_said(run + std::string(300, 'x'), cli::kUsage, {"xxx", "File name too long"});
}

// As somebody has them who tries a case of his own in one folder.
TEST_F(Usage, TakesAFolderOfCasesWithCampaignsBesideThem) {
  write_case(orbit("orbit"));
  for (const std::string asked :
       {"run someone2025/orbit --suite smoke --out c",
        "run someone2025/orbit --suite smoke --out d", "list cases", "verify c", "report c -o r"}) {
    const Said said = tycho(asked + " --cases .");
    EXPECT_EQ(said.code, cli::kOk) << asked << '\n' << said.err;
  }
}

TEST_F(Usage, TakesFoldersWhoseNamesBeginWithADash) {
  const Said said =
      tycho("run " + write_case(orbit("orbit")) + " --suite smoke --out=-c --report=-r");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "-r/index.html")) << said.err;
}

TEST_F(Usage, TakesSeveralPatternsOrSaysHowToGiveThem) {
  const Said both = tycho(
      "run bertinelli2025 --suite smoke --dry-run --only '*/fig4/*/cpu-fp64' '*/fig4/*/cpu-fp32'");
  EXPECT_EQ(both.code, cli::kOk) << both.err;
  EXPECT_NE(both.out.find("/cpu-fp64"), std::string::npos) << both.out;
  EXPECT_NE(both.out.find("/cpu-fp32"), std::string::npos) << both.out;
  EXPECT_NE(both.out.find("2 runs"), std::string::npos) << both.out;
  expect_said(
      "run bertinelli2025/fig4 --suite smoke --dry-run --only '*/cpu-fp64' --only '*/cpu-pf32'",
      cli::kUsage, {"--only: '*/cpu-pf32' matches none of", "such as 'bertinelli2025/fig4/n="});
  // A case after the pattern is a case.
  const Said after = tycho("run --suite smoke --dry-run --only '*/cpu-fp64' bertinelli2025/fig4");
  EXPECT_EQ(after.code, cli::kOk) << after.err;
  EXPECT_NE(after.out.find("\n1 run, about"), std::string::npos) << after.out;
  expect_said("compare a.json b.json --only 'x*' 'y*'", cli::kUsage,
              {"--only x* --only y*", "see tycho compare --help"});
}

TEST_F(Usage, NamesTheCountsOfThreadsThatTheCasesHave) {
  const std::string orbits = "run " + write_case(orbit("orbit")) + " --suite smoke --dry-run";
  expect_said(orbits + " --threads 4095", cli::kUsage,
              {"--threads: no CPU run of these cases has 4095 threads; they have 1"});
  expect_said(orbits + " --threads 1,4095", cli::kUsage, {"has 4095 threads; they have 1"});
  EXPECT_EQ(tycho(orbits + " --threads 1,all").code, cli::kOk) << "whatever there is of the two";
}

TEST_F(Usage, RefusesTwoFilesOfOneCase) {
  const std::string first = write_case(orbit("orbit"));
  std::filesystem::create_directories(path("other"));
  std::filesystem::copy(path("someone2025"), path("other/someone2025"));
  expect_said("run " + first + " other/" + first + " --suite smoke --dry-run", cli::kUsage,
              {"someone2025/orbit", first + " and other/" + first});
  const Said twice = tycho("run " + first + " ./" + first + " --suite smoke --dry-run");
  EXPECT_EQ(twice.code, cli::kOk) << twice.err;
  EXPECT_NE(twice.out.find("\n1 run, about"), std::string::npos) << twice.out;
}

TEST_F(Usage, RequiresTheSuiteOfEveryCaseThatIsNamed) {
  json without = orbit("without");
  without["suites"] = {{"quick", without["suites"]["smoke"]}};
  const std::string has = write_case(orbit("has")), has_not = write_case(without);
  const std::string smoke = " --suite smoke --dry-run";
  expect_said("run " + has + " " + has_not + smoke, cli::kUsage,
              {"someone2025/without has no suite 'smoke'; it has quick"});
  expect_said("run someone2025/has someone2025/without --cases ." + smoke, cli::kUsage,
              {"someone2025/without has no suite 'smoke'"});
  for (const char* several : {"run all --cases .", "run someone2025 --cases ."}) {
    const Said said = tycho(several + smoke);
    EXPECT_EQ(said.code, cli::kOk) << said.err;
    EXPECT_NE(said.out.find("\n1 run, about"), std::string::npos) << said.out;
  }
}

TEST_F(Usage, TellsAFileOrFolderThatIsNoCaseFromANameThatIsUnknown) {
  std::ofstream(path("notes.md")) << "# Notes\n";
  std::filesystem::create_directories(path("mine/bertinelli2025"));
  expect_said("run notes.md --out c", cli::kUsage,
              {"'notes.md' is no case file: a case file ends in .json"});
  expect_said("run mine/bertinelli2025/ --out c", cli::kUsage,
              {"is a folder; name a case file in it", "did you mean 'bertinelli2025'?"});
  expect_said("run nothing --out c", cli::kUsage, {"no case, paper or file 'nothing'"});
}

TEST_F(Usage, RepeatsAtMostTwoHundredCharactersOfWhatItWasGiven) {
  const std::string once(5000, 'x');
  std::string spaced;
  while (spaced.size() < 5000) spaced += "x y ";
  for (const std::string& words :
       {"run " + once + " --out c", "run '" + spaced + "' --out c", once, "run all --" + once,
        "run all --suite " + once + " --out c", "run all --threads 1," + once + " --out c",
        "verify " + once, "report " + once + " -o c", "compare " + once + " " + once,
        "run all --backend '" + spaced + "' --out c", "list '" + spaced + "'"}) {
    const Said said = tycho(words);
    EXPECT_NE(said.code, cli::kOk);
    EXPECT_LT(said.err.size(), 1000u) << words.substr(0, 30);
    EXPECT_EQ(said.err.find(std::string(result::kMostEchoed + 1, 'x')), std::string::npos);
  }
  for (const std::string& content :
       {"\"" + once, "{\"schema\": \"" + spaced + "\"}", "{\"" + spaced + "\": 1}",
        R"({"schema": "tycho-result/1", ")" + spaced + "\": 1}"}) {
    std::ofstream(path("long.json")) << content;
    for (const std::string command : {"verify long.json", "run long.json --out c",
                                      "report long.json -o c", "compare long.json long.json"}) {
      const Said said = tycho(command);
      EXPECT_NE(said.code, cli::kOk) << command;
      for (const std::string* text : {&said.out, &said.err})
        for (std::size_t at = 0; at < text->size();) {
          const std::size_t end = std::min(text->find('\n', at), text->size());
          EXPECT_LT(end - at, 1000u) << command << ": " << text->substr(at, 300);
          at = end + 1;
        }
    }
  }
}

TEST_F(Usage, SaysByItsExitCodeThatNothingCouldBeWritten) {
  std::ofstream(path("bad.json")) << "{}";
  for (const char* command :
       {"list", "list --json", "list --markdown checks", "--help", "run --help", "--version",
        "--man", "verify bad.json", "run bertinelli2025 --suite smoke --dry-run"})
    EXPECT_EQ(tycho(command, "", ">/dev/full 2>'" + path("stderr") + "'").code, cli::kCannotWrite)
        << command;
  EXPECT_NE(tycho("list", "", ">/dev/full 2>'" + path("stderr") + "'").err.find("standard output"),
            std::string::npos);
}

TEST_F(Usage, SaysByItsExitCodeThatAReportsFolderCannotBeWritten) {
  const std::string results = TYCHO_SOURCE_DIR "/results/neoverse-v1/decyk2009.json";
  expect_said("report " + results + " -o /proc/c", cli::kCannotWrite, {"cannot write /proc/c"});
  std::ofstream(path("file")) << "x";
  expect_said("report " + results + " -o " + path("file/c"), cli::kCannotWrite, {"cannot write"});
  expect_said("report no/such/folder -o c", cli::kUsage, {"no/such/folder"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "c")) << "there is no report";
}

TEST_F(Usage, ListsAsJson) {
  const Said said = tycho("list --json");
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  const json all = json::parse(said.out);
  EXPECT_EQ(all.at("schema"), "tycho-list/1");
  for (const char* part :
       {"papers", "cases", "checks", "initial", "algorithms", "backends", "devices"})
    EXPECT_FALSE(all.at(part).empty()) << part;
  bool found = false;
  for (const json& one : all.at("cases")) found |= one.at("id") == "bertinelli2025/fig3.1";
  EXPECT_TRUE(found);
  const json one = json::parse(tycho("list papers --json").out);
  EXPECT_EQ(one.size(), 2u);
  EXPECT_EQ(one.at("papers").size(), 5u);
  EXPECT_EQ(tycho("list checks --json --markdown").code, cli::kUsage);
}

TEST_F(Usage, HasAManualPageOfAllThatTheHelpHas) {
  const Said said = tycho("--man");
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_EQ(said.out.rfind(".TH TYCHO 1", 0), 0u) << said.out.substr(0, 80);
  for (const char* word : {"\\fBtycho verify\\fR", "\\fB\\-\\-suite\\fR", "\\fB\\-\\-man\\fR",
                           "EXIT STATUS", "14 missing", "\\fIRESULT"})
    EXPECT_NE(said.out.find(word), std::string::npos) << word;
  EXPECT_EQ(said.out.find("tycho child"), std::string::npos);
  // Every line that begins with a dot is a request that man(7) knows.
  std::istringstream lines(said.out);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('.')) {
      EXPECT_TRUE(line.starts_with(".TH ") || line.starts_with(".SH ") ||
                  line.starts_with(".SS ") || line == ".TP" || line == ".br" || line == ".PP")
          << line;
    }
}

TEST_F(Usage, HoldsAResultAgainstTheCasesAndSaysWhatItCannotKnow) {
  const std::string file = TYCHO_SOURCE_DIR "/results/neoverse-v1/bertinelli2025.json";
  json forged = json::parse(result::read_text(file));
  for (json& run : forged["runs"])
    if (run.contains("checks"))
      for (json& check : run["checks"]) {
        check["limit"] = 1000 * check["limit"].get<double>();
        if (check["value"].is_number()) check["value"] = 900 * check["value"].get<double>();
        check["pass"] = check["value"].is_number() && check["value"] <= check["limit"];
      }
  std::ofstream(path("forged.json")) << forged.dump();
  const Said said = tycho("verify forged.json");
  EXPECT_EQ(said.code, cli::kFailures) << said.out;
  EXPECT_NE(said.out.find("/limit: is "), std::string::npos) << said.out;
  EXPECT_NE(said.err.find("What no file can show"), std::string::npos) << said.err;
  EXPECT_EQ(tycho("verify forged.json --cases no/such/folder").code, cli::kUsage);
}

TEST_F(Usage, SaysANoteOnceHoweverManyRunsItIsTrueOf) {
  const std::string file = TYCHO_SOURCE_DIR "/results/neoverse-v1/bertinelli2025.json";
  json older = json::parse(result::read_text(file));
  older["provenance"]["build"]["commit"] =
      "0123456789ab";  // whose cases and defaults nobody knows here
  for (json& run : older["runs"]) run["settings"]["targets"] = 7;
  std::ofstream(path("older.json")) << older.dump();
  const auto count = [](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find("/settings/targets", at)) != std::string::npos; ++at)
      ++found;
    return found;
  };
  const Said once = tycho("verify older.json"), all = tycho("verify older.json --all");
  EXPECT_EQ(count(once.err), 1u) << once.err;
  EXPECT_EQ(count(all.err), older["runs"].size()) << all.err;
  const std::string others = " and " + std::to_string(older["runs"].size() - 1) + " more places";
  EXPECT_NE(once.err.find("/settings/targets" + others), std::string::npos) << once.err;
  EXPECT_EQ(all.err.find("more places"), std::string::npos) << all.err;
}

}  // namespace
}  // namespace tycho
