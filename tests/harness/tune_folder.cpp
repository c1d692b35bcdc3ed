// The folder of a tuning is its own: what stands in it is gone on with or left alone.
#include <map>

#include "tests/harness/tycho_program.hpp"

#include "harness/cli/exit_code.hpp"

namespace tycho {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class TuneFolder : public TychoProgram {
 protected:
  /// Leaves of a tree are what a CPU has to tune.
  static json leaves(const std::string& name, int seed) {
    json made = orbit(name);
    made.erase("samples");
    made["algorithm"] = "barnes_hut";
    made["initial"] = {{"kind", "plummer"}, {"seed", seed}};
    made["settings"] = json::object();
    made["measure"] = "timing";
    made["suites"]["smoke"] = {{"sizes", {{{"n", 257}}}}, {"steps", 2}, {"repeats", 2}};
    made["checks"] = {{{"check", "force_error"}, {"limit", 0.05}, {"reason", "theta"}}};
    return made;
  }
  Said tune(const std::string& name, const std::string& more = "",
            const std::string& seconds = "0.02") const {
    return tycho("tune someone2025/" + name + ".json --suite smoke --backend cpu --seconds " +
                 seconds + " --into tuned --out made " + more);
  }
  /// Every file below a folder with what stands in it.
  std::map<std::string, std::string> contents(const std::string& folder) const {
    std::map<std::string, std::string> all;
    if (fs::exists(folder_ / folder))
      for (const auto& entry : fs::recursive_directory_iterator(folder_ / folder))
        all[entry.path().string()] = entry.is_regular_file() ? result::read_text(entry) : "";
    return all;
  }
  void expect_refused(const Said& said, const std::string& words) const {
    EXPECT_EQ(said.code, cli::kUsage) << said.out << said.err;
    EXPECT_NE(said.err.find(words), std::string::npos) << said.err;
  }
};

TEST_F(TuneFolder, OfAnotherTuningIsLeftAloneWithoutResume) {
  write_case(leaves("leaves", 3));
  write_case(leaves("other", 4));
  ASSERT_EQ(tune("leaves").code, cli::kOk);
  const auto before = contents("made");
  ASSERT_GE(before.size(), 4U);
  for (const char* name : {"leaves", "other"})
    expect_refused(tune(name), "made is not empty: add --resume");
  // Nor with --resume, where it is not the tuning that was begun.
  expect_refused(tune("other", "--resume"), "holds another campaign");
  expect_refused(tune("leaves", "--resume", "0.5"), "holds another campaign");
  EXPECT_EQ(contents("made"), before);
  const Said resumed = tune("leaves", "--resume");
  EXPECT_EQ(resumed.code, cli::kOk) << resumed.err;
  EXPECT_NE(resumed.err.find("4 of 4 runs were finished before"), std::string::npos) << resumed.err;
}

TEST_F(TuneFolder, MayNotBeOneWithOtherThingsInIt) {
  write_case(leaves("leaves", 3));
  fs::create_directories(folder_ / "made/cases/someone2025");
  std::ofstream(folder_ / "made/cases/someone2025/leaves.json") << "the user's own";
  const auto before = contents("made");
  expect_refused(tune("leaves"), "made is not empty");
  expect_refused(tune("leaves", "--resume"), "made holds no tuning and is not empty");
  EXPECT_EQ(contents("made"), before);
}

TEST_F(TuneFolder, IsNotWrittenWhereNothingIsRun) {
  write_case(leaves("leaves", 3));
  const Said shown = tune("leaves", "--dry-run");
  EXPECT_EQ(shown.code, cli::kOk) << shown.err;
  EXPECT_NE(shown.out.find("4 runs, about"), std::string::npos) << shown.out;
  expect_refused(tune("leaves", "--only 'no/such/run'"), "'no/such/run' matches none of");
  EXPECT_FALSE(fs::exists(folder_ / "made"));
  EXPECT_FALSE(fs::exists(folder_ / "tuned"));
  // A plan beside a tuning that is there shows and leaves it.
  ASSERT_EQ(tune("leaves").code, cli::kOk);
  const auto made = contents("made"), tuned = contents("tuned");
  EXPECT_EQ(tune("leaves", "--dry-run").code, cli::kOk);
  EXPECT_EQ(contents("made"), made);
  EXPECT_EQ(contents("tuned"), tuned);
}

}  // namespace
}  // namespace tycho
