// `--except`: a sitting measures what the sittings before it have not.
#include "harness/cli/exit_code.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;

class Except : public TychoProgram {
 protected:
  /// A case of three runs.
  void SetUp() override { write_three(4); }
  void write_three(int samples) const {
    json three = orbit("orbit", samples);
    three["variants"][0]["sweep"] = {{"softening", {0.001, 0.002, 0.003}}};
    three["settings"].erase("softening");
    write_case(three);
  }
  Said run(const std::string& options) const {
    return tycho("run someone2025/orbit.json --suite smoke " + options);
  }
  void make_first() const { ASSERT_EQ(run("--out first --only '*=0.002'").code, cli::kOk); }
  json first() const { return json::parse(result::read_text(folder_ / "first/someone2025.json")); }
  /// With the schema first, by which a folder's results are known.
  void write_result(const std::string& file, json result) const {
    result.erase("schema");
    std::ofstream(folder_ / file) << "{\"schema\": \"tycho-result/2\", " << result.dump().substr(1);
  }
  /// Changes the result of the first sitting.
  template <typename Change>
  void edit_first(const Change& change) const {
    json result = first();
    change(result);
    write_result("first/someone2025.json", std::move(result));
  }
  std::vector<std::string> made(const std::string& campaign) const {
    std::vector<std::string> found;
    for (const json& one : runs_in(campaign))
      found.push_back(one.at("id").get<std::string>().substr(
          std::string("someone2025/orbit/n=2/cpu/softening=").size()));
    return found;
  }
  static bool says(const Said& said, const std::string& words) {
    return (said.out + said.err).find(words) != std::string::npos;
  }

  using Names = std::vector<std::string>;
};

TEST_F(Except, LeavesOutWhatWasMade) {
  make_first();
  const Said second = run("--out second --except first");
  EXPECT_EQ(second.code, cli::kOk) << second.err;
  EXPECT_TRUE(says(second, "--except leaves out 1 of 3 runs")) << second.err;
  EXPECT_EQ(made("second"), (Names{"0.001", "0.003"}));
  const Said third = run("--out third --except first/someone2025.json --except second");
  EXPECT_EQ(third.code, cli::kOk) << third.err;
  EXPECT_TRUE(says(third, "--except leaves no run")) << third.out;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "third"));
}

TEST_F(Except, ListsWhatIsLeftWithItsTime) {
  make_first();
  const Said said = run("--dry-run --except first");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_EQ(said.out.find("softening=0.002"), std::string::npos) << said.out;
  EXPECT_TRUE(says(said, "\n2 runs, about ")) << said.out;
}

TEST_F(Except, LeavesInWhatFailedOrWasSkipped) {
  make_first();
  edit_first([](json& result) {
    json& one = result["runs"][0];
    one = {{"id", one["id"]},
           {"paper", one["paper"]},
           {"case", one["case"]},
           {"suite", one["suite"]},
           {"variant", one["variant"]},
           {"algorithm", one["algorithm"]},
           {"label", one["label"]},
           {"backend", one["backend"]},
           {"threads", one["threads"]},
           {"n", one["n"]},
           {"settings", one["settings"]},
           {"sweep", one["sweep"]},
           {"started", one["started"]},
           {"wall_s", one["wall_s"]},
           {"status", "skipped"},
           {"reason", "no GPU"}};
  });
  const Said said = run("--out second --except first");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_EQ(made("second").size(), 3u);
}

TEST_F(Except, RefusesAResultOfAnotherCommit) {
  make_first();
  edit_first([](json& result) { result["provenance"]["build"]["commit"] = "ba9876543210"; });
  for (const char* named : {"first", "first/someone2025.json"}) {
    const Said said = run(std::string("--out second --except ") + named);
    EXPECT_EQ(said.code, cli::kUsage) << said.err;
    EXPECT_TRUE(says(said,
                     "--except: first/someone2025.json: its commit is \"ba9876543210\", that "
                     "of this tycho is "))
        << said.err;
    EXPECT_TRUE(says(said, "build that commit, or leave this --except out")) << said.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "second"));
  }
}

TEST_F(Except, RefusesAResultOfAnotherMachineOrSuite) {
  make_first();
  edit_first([](json& result) { result["provenance"]["machine"] = "Another"; });
  EXPECT_TRUE(says(run("--dry-run --except first"), "its machine is \"Another\""));
}

// As in the folder of a machine, where older files stand beside that of the campaign.
TEST_F(Except, PassesOverOtherCommitsInAFolder) {
  make_first();
  json older = first();
  older["provenance"]["build"]["commit"] = "ba9876543210";
  older["runs"][0]["id"] = "someone2025/orbit/n=2/cpu/softening=0.001";
  write_result("first/someone2025-older.json", std::move(older));
  const Said said = run("--out second --except first");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_TRUE(says(said, "1 result in first is of another commit")) << said.err;
  EXPECT_EQ(made("second"), (Names{"0.001", "0.003"}));
}

TEST_F(Except, RefusesARunThatIsAnotherThere) {
  make_first();
  edit_first([](json& result) { result["runs"][0]["settings"]["dt"] = 0.5; });
  const Said said = run("--out second --except first");
  EXPECT_EQ(said.code, cli::kUsage) << said.err;
  EXPECT_TRUE(says(said, "softening=0.002' is another there: settings/dt was 0.5 and is now 0.001"))
      << said.err;
}

TEST_F(Except, LeavesOutOfEveryShareWhatItHadAnyway) {
  make_first();
  ASSERT_EQ(run("--out one --share 1/2 --except first").code, cli::kOk);
  EXPECT_EQ(made("one"), (Names{"0.001", "0.003"}));
  EXPECT_TRUE(says(run("--out two --share 2/2 --except first"), "--except leaves no run"));
}

// Its own runs may be recorded, and the results named may be gone, before it goes on.
TEST_F(Except, IsDecidedWhenTheCampaignBegins) {
  make_first();
  ASSERT_EQ(run("--out second --except first").code, cli::kOk);
  std::filesystem::remove_all(folder_ / "first");
  EXPECT_EQ(run("--out second --except first --resume").code, cli::kOk);
  const Said again = run("--out second --except second --resume");
  EXPECT_EQ(again.code, cli::kOk) << again.err;
  EXPECT_EQ(made("second"), (Names{"0.001", "0.003"}));
  EXPECT_EQ(run("--out second --resume").code, cli::kUsage) << "of the three runs";
}

TEST_F(Except, TakesWhatRecordKeepsWithPartly) {
  make_first();
  const json commit = first().at("provenance").at("build").at("commit");
  const auto set = [](const json& to) {
    return [to](json& result) { result["provenance"]["build"]["commit"] = to; };
  };
  edit_first(set("0123456789ab"));  // that of a test's program may have changes
  const Said said = tycho("record first --into m --partly");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_TRUE(says(said, "recorded m/someone2025-0123456789ab.json: 1 run, 1 of them new"))
      << said.out;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "m/someone2025.json"));
  json kept = json::parse(result::read_text(folder_ / "m/someone2025-0123456789ab.json"));
  set(commit)(kept);
  write_result("m/someone2025-0123456789ab.json", std::move(kept));
  EXPECT_TRUE(says(run("--dry-run --except m"), "\n2 runs, about "));
}

}  // namespace
}  // namespace tycho
