// What `--checkpoints` keeps is known, and said, before a campaign starts.
#include "harness/measure/kept.hpp"

#include <set>

#include "core/algorithm.hpp"
#include "core/known_contracts.hpp"
#include "harness/backends/list.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/initial/initial.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::vector<cases::RunSpec> smoke_runs(std::span<const cases::Case> cases) {
  cases::PlanOptions options;
  options.suite = "smoke";
  options.cuda = false;
  return cases::plan(cases, backends::contracts(), options);
}

TEST(Kept, IsWhatTheAlgorithmsDo) {
  const auto cases = cases::read_cases(fs::path(TYCHO_SOURCE_DIR) / "cases", backends::contracts());
  std::set<std::string_view> asked;
  for (const cases::RunSpec& run : smoke_runs(cases)) {
    const std::string_view algorithm = run.settings.contract().name;
    if (run.ranks > 0 || run.variant->program || !asked.insert(algorithm).second) continue;
    for (const Implementation& entry : backends::implementations(Backend::kCpu)) {
      if (entry.contract->name != algorithm) continue;
      const auto made = entry.make(run.settings);
      made->load(initial::make_initial(run.origin->initial, run.particles, run.settings));
      EXPECT_EQ(!made->checkpoint().empty(), entry.contract->traits.keeps == Keeps::kAnyRun)
          << run.id;
    }
  }
  EXPECT_EQ(asked.size(), known_contracts().size());
  EXPECT_EQ(Contract{}.traits.keeps, Keeps::kNothing);
}

class NotKept : public TychoProgram {
 protected:
  static json stars(const std::string& name, const std::string& measure) {
    json made = orbit(name);
    if (measure != "evolution") made.erase("samples");
    made["algorithm"] = "particle_mesh";
    made["initial"] = {{"kind", "plummer_box"}, {"seed", 3}};
    made["settings"] = {{"dt", 0.001}, {"grid", 8}};
    made["measure"] = measure;
    made["suites"]["smoke"] = {{"sizes", {{{"n", 257}}}}, {"steps", 2}};
    made["checks"] = {{{"check", "momentum"}, {"limit", 1}, {"reason", "it runs"}}};
    return made;
  }
  std::string said(const std::string& cases) const {
    const Said all = tycho("run " + cases + " --suite smoke --checkpoints kept --dry-run");
    EXPECT_EQ(all.code, cli::kOk) << all.err;
    EXPECT_FALSE(fs::exists(folder_ / "kept"));
    return all.err;
  }
};

TEST_F(NotKept, RunsAreNamedByTheirAlgorithm) {
  const std::string stay = write_case(orbit("orbit")),
                    mesh = write_case(stars("mesh", "evolution")),
                    other = write_case(stars("other", "evolution")),
                    timed = write_case(stars("timed", "timing"));
  EXPECT_EQ(said(stay), "");
  EXPECT_EQ(said(stay + " " + mesh),
            "tycho: --checkpoints: 1 run of particle_mesh cannot be kept and will begin anew after "
            "a kill\n");
  EXPECT_EQ(
      said(stay + " " + mesh + " " + other + " " + timed),
      "tycho: --checkpoints: 2 runs of particle_mesh cannot be kept and will begin anew after "
      "a kill; 1 run has no lead-in, evolution or comparison, and nothing to keep\n");
}

TEST_F(NotKept, IsSaidOnceWhenTheCampaignStarts) {
  const std::string mesh = write_case(stars("mesh", "evolution"));
  const Said with = tycho("run " + mesh + " --suite smoke --checkpoints kept --out with");
  ASSERT_EQ(with.code, cli::kOk) << with.err;
  const std::string words = "1 run of particle_mesh cannot be kept";
  const auto at = with.err.find(words);
  ASSERT_NE(at, std::string::npos) << with.err;
  EXPECT_LT(at, with.err.find("by an estimate")) << with.err;
  EXPECT_EQ(with.err.find(words, at + 1), std::string::npos) << with.err;
  EXPECT_TRUE(fs::is_empty(folder_ / "kept"));
  const Said without = tycho("run " + mesh + " --suite smoke --out without");
  EXPECT_EQ(without.err.find("cannot be kept"), std::string::npos) << without.err;
}

cases::RunSpec spec(const cases::Case& origin, const cases::Variant& variant) {
  return {"id",    &origin, &variant,
          "smoke", 2,       1,
          1,       0,       Settings(*find_contract(origin.algorithm), Backend::kCpu)};
}

TEST(Kept, DependsOnMeasureLeadInRanksAndWhoseCodeItIs) {
  cases::Case origin;
  cases::Variant variant;
  const auto found = [&](const char* algorithm, terms::Measure measure, int ranks = 0,
                         std::int64_t lead_in = 0) {
    origin.algorithm = algorithm;
    origin.measure = measure;
    cases::RunSpec run = spec(origin, variant);
    run.ranks = ranks;
    run.lead_in = lead_in;
    return measure::kept(run);
  };
  using enum terms::Measure;
  using measure::Kept;
  EXPECT_EQ(found("hermite", kEvolution), Kept::kOnItsWay);
  EXPECT_EQ(found("hermite", kTiming), Kept::kNoWay);
  EXPECT_EQ(found("hermite", kComparison), Kept::kOnItsWay);
  EXPECT_EQ(found("pic", kComparison), Kept::kNotByCode);
  EXPECT_EQ(found("hermite", kInterval), Kept::kNoWay);
  EXPECT_EQ(found("hermite", kInterval, 0, 8), Kept::kOnItsWay);
  // Of several ranks lead-ins alone.
  EXPECT_EQ(found("hermite", kEvolution, 4), Kept::kNotByCode);
  EXPECT_EQ(found("hermite", kComparison, 4), Kept::kNotByCode);
  EXPECT_EQ(found("hermite", kInterval, 4, 8), Kept::kOnItsWay);
  EXPECT_EQ(found("pic", kInterval, 4, 8), Kept::kOnItsWay);
  EXPECT_EQ(found("pic", kInterval, 0, 8), Kept::kNotByCode);
  variant.program.emplace();
  EXPECT_EQ(found("hermite", kEvolution), Kept::kNotByCode);
  const cases::RunSpec run = spec(origin, variant);
  const cases::RunSpec* const all[] = {&run};
  EXPECT_NE(measure::not_kept_in_words(all).find("1 run of a program of your own"),
            std::string::npos)
      << measure::not_kept_in_words(all);
}

}  // namespace
}  // namespace tycho
