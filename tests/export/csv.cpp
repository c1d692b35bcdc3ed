// `tycho export --csv`: a row a sample, and what did not come off is a row, too.
#include <sstream>

#include "harness/result/result.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using Export = TychoProgram;

/// A machine's name may have a comma, and stands in quotes then.
std::string quoted_off(std::string line) {
  std::erase(line, '"');
  return line;
}

TEST_F(Export, HasARowForEverySampleOfStepAndStages) {
  nlohmann::json orbit = TychoProgram::orbit("orbit");
  orbit["variants"][0]["label"] = "=CPU, \"plain\"";  // a formula, to a spreadsheet
  ASSERT_EQ(tycho("run " + write_case(orbit) + " --suite smoke --out campaign").code, 0);
  const Said said = tycho("export campaign/someone2025.json --csv");
  ASSERT_EQ(said.code, 0) << said.err;
  std::istringstream lines(said.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line.rfind("run,paper,case,suite,", 0), 0U) << line;
  std::size_t rows = 0, expected = 0;
  for (; std::getline(lines, line); ++rows)
    EXPECT_NE(line.find("\"'=CPU, \"\"plain\"\"\""), std::string::npos) << line;
  const nlohmann::json timing = runs_in("campaign").at(0).at("timing");
  expected += timing.at("step_s").at("samples").size();
  for (const auto& [name, stage] : timing.at("stages").items())
    expected += stage.at("step_s").at("samples").size();
  EXPECT_EQ(rows, expected);
}

TEST_F(Export, TellsTheRowsOfSeveralResultsApart) {
  ASSERT_EQ(tycho("run " + write_case(orbit("orbit")) + " --suite smoke --out one").code, 0);
  // The same run of another machine and program, at another time, which did not come off.
  result::Result other = result::read_result(path("one/someone2025.json"));
  const std::string own = "," + other.provenance.machine + "," + other.provenance.build.commit +
                          "," + other.runs.at(0).started + ",";
  other.provenance.machine = "A machine";
  other.provenance.build.commit = std::string(40, 'a');
  other.runs.at(0).started = "2001-02-03T04:05:06Z";
  other.runs.at(0).status = result::Status::kSkipped;
  other.runs.at(0).reason = "nobody asked";
  other.runs.at(0).timing.reset();
  result::write_result(path("other.json"), other);
  const Said said = tycho("export one/someone2025.json other.json --csv");
  ASSERT_EQ(said.code, 0) << said.err;
  std::istringstream lines(said.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_NE(line.find(",status,machine,commit,started,stage,"), std::string::npos) << line;
  std::size_t rows = 0;
  for (; std::getline(lines, line) && line.find(",skipped,") == std::string::npos; ++rows)
    EXPECT_NE(quoted_off(line).find(own), std::string::npos) << line;
  EXPECT_GT(rows, 2U);
  EXPECT_TRUE(
      line.ends_with(",skipped,A machine," + std::string(40, 'a') + ",2001-02-03T04:05:06Z,,,,"))
      << line;
  EXPECT_FALSE(std::getline(lines, line)) << line;
}

TEST_F(Export, RefusesWhatIsNoResultAndNoFormat) {
  std::ofstream(path("other.json")) << "{}";
  EXPECT_EQ(tycho("export other.json --csv").code, 2);
  EXPECT_EQ(tycho("export other.json").code, 2);
  EXPECT_EQ(tycho("export other.json --csv --parquet other.parquet").code, 2);
}

}  // namespace
}  // namespace tycho
