// `tycho export --csv`: a row a sample, and what did not come off is a row, too.
#include <sstream>

#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using Export = TychoProgram;

TEST_F(Export, HasARowForEverySampleOfStepAndStages) {
  nlohmann::json orbit = TychoProgram::orbit("orbit");
  orbit["variants"][0]["label"] = "CPU, \"plain\"";
  ASSERT_EQ(tycho("run " + write_case(orbit) + " --suite smoke --out campaign").code, 0);
  const Said said = tycho("export campaign/someone2025.json --csv");
  ASSERT_EQ(said.code, 0) << said.err;
  std::istringstream lines(said.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line.rfind("run,paper,case,suite,", 0), 0U) << line;
  std::size_t rows = 0, expected = 0;
  for (; std::getline(lines, line); ++rows)
    EXPECT_NE(line.find("\"CPU, \"\"plain\"\"\""), std::string::npos) << line;
  const nlohmann::json timing = runs_in("campaign").at(0).at("timing");
  expected += timing.at("step_s").at("samples").size();
  for (const auto& [name, stage] : timing.at("stages").items())
    expected += stage.at("step_s").at("samples").size();
  EXPECT_EQ(rows, expected);
}

TEST_F(Export, RefusesWhatIsNoResultAndNoFormat) {
  std::ofstream(path("other.json")) << "{}";
  EXPECT_EQ(tycho("export other.json --csv").code, 2);
  EXPECT_EQ(tycho("export other.json").code, 2);
  EXPECT_EQ(tycho("export other.json --csv --parquet other.parquet").code, 2);
}

}  // namespace
}  // namespace tycho
