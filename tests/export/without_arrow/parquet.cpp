// `tycho export --parquet` where tycho was built without Arrow.
#include <algorithm>

#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using ExportToParquet = TychoProgram;

TEST_F(ExportToParquet, IsRefusedInALineThatNamesThePackages) {
  const Said said = tycho("export " TYCHO_SOURCE_DIR
                          "/results/nvidia-h200/decyk2009.json --parquet rows.parquet");
  EXPECT_EQ(said.code, 3);
  EXPECT_EQ(said.out, "");
  EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
  for (const char* word : {"no Arrow", "libarrow-dev", "libparquet-dev", "--csv"})
    EXPECT_NE(said.err.find(word), std::string::npos) << said.err;
  EXPECT_FALSE(std::filesystem::exists(path("rows.parquet")));
}

TEST_F(ExportToParquet, HoldsTheRowsOfTheCsv) {
  GTEST_SKIP() << "Apache Arrow was not found when this was built";
}

}  // namespace
}  // namespace tycho
