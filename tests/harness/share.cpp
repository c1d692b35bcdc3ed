// A campaign in parts: `--share K/N` gives every run to one part, and a report takes them together.
#include <set>

#include "harness/cli/exit_code.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

class Share : public TychoProgram {
 protected:
  /// A case of five runs.
  void SetUp() override {
    nlohmann::json five = orbit("orbit");
    five["variants"][0]["sweep"] = {{"softening", {0.001, 0.002, 0.003, 0.004, 0.005}}};
    five["settings"].erase("softening");
    write_case(five);
  }
  static constexpr const char* kRun = "run someone2025/orbit.json --suite smoke ";
};

TEST_F(Share, EveryRunIsInOnePart) {
  std::multiset<std::string> ids;
  for (const char* part : {"1", "2", "3"}) {
    const std::string options = "--share " + std::string(part) + "/3 --out c" + part;
    const Said said = tycho(kRun + options);
    ASSERT_EQ(said.code, cli::kOk) << said.err;
    for (const nlohmann::json& run : runs_in("c" + std::string(part))) ids.insert(run.at("id"));
  }
  EXPECT_EQ(ids.size(), 5u);
  for (const char* value : {"0.001", "0.002", "0.003", "0.004", "0.005"})
    EXPECT_EQ(ids.count("someone2025/orbit/n=2/cpu/softening=" + std::string(value)), 1u) << value;

  const Said report =
      tycho("report c1 c2 c3 -o r --cases '" TYCHO_SOURCE_DIR "/cases' --recorded c1");
  ASSERT_EQ(report.code, cli::kOk) << report.err;
  const std::string text = result::read_text(folder_ / "r/report.md");
  EXPECT_NE(text.find("5 runs"), std::string::npos) << text.substr(0, 2000);
}

TEST_F(Share, GoesOnWithItsOwnPartOnly) {
  ASSERT_EQ(tycho(kRun + std::string("--share 1/2 --out c")).code, cli::kOk);
  EXPECT_EQ(tycho(kRun + std::string("--share 1/2 --out c --resume")).code, cli::kOk);
  const Said other = tycho(kRun + std::string("--share 2/2 --out c --resume"));
  EXPECT_EQ(other.code, cli::kUsage) << other.err;
}

TEST_F(Share, MayBeEmpty) {
  const Said said = tycho(kRun + std::string("--share 7/9 --out c"));
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_NE(said.out.find("more shares than runs"), std::string::npos) << said.out;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "c"));
}

TEST_F(Share, IsKOfNAndNothingElse) {
  for (const char* bad : {"0/2", "3/2", "1/0", "a/b", "1", "1/2/3", "-1/2", "1/-2", "1 2"}) {
    const Said said = tycho(kRun + ("--share '" + std::string(bad) + "' --out c"));
    EXPECT_EQ(said.code, cli::kUsage) << bad << ": " << said.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "c")) << bad;
  }
}

}  // namespace
}  // namespace tycho
