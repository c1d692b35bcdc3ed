// An algorithm that no file of the harness knows goes from its case through planning, running,
// checks, result file, comparison and verification to a page of the report.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/error.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/case/plan.hpp"
#include "harness/compare/compare.hpp"
#include "harness/measure/execute.hpp"
#include "harness/report/report.hpp"
#include "harness/result/provenance.hpp"
#include "harness/result/result.hpp"
#include "harness/verify/verify.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/toy/oscillators.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double kStep = 0.05, kFrequency = 1.5;

const std::array<const Contract*, 1> kContracts{&oscillators::contract()};

/// With every kind of measure there is; the frequency by the name it had once.
json case_of(const std::string& name, const std::string& measure) {
  json made = {
      {"schema", "tycho-case/1"},
      {"paper", "toy2026"},
      {"name", name},
      {"title", "Bodies on springs"},
      {"algorithm", "oscillators"},
      {"initial", {{"kind", "plummer"}, {"seed", 5}}},
      {"settings", {{"dt", kStep}, {"omega", kFrequency}}},
      {"variants",
       {{{"name", "cpu"}, {"label", "CPU, 1 thread"}, {"backend", "cpu"}, {"threads", 1}},
        {{"name", "gpu"}, {"label", "GPU"}, {"backend", "cuda"}}}},
      {"suites",
       {{"smoke", {{"sizes", {{{"n", 61}}}}, {"steps", 40}, {"repeats", 3}, {"seconds", 0.5}}}}},
      {"measure", measure},
      {"checks",
       {{{"check", "energy_drift"},
         {"limit", 0.01},
         {"reason", "(omega dt)^2 / 8 of the energy goes to and fro"}},
        {{"check", "displacement"}, {"limit", 0}, {"reason", "the reference is the same"}}}}};
  // A comparison does not ask for the potential at the start, and the springs have no pairs to sum.
  if (measure == "comparison") made["checks"].erase(0);
  if (measure == "evolution" || measure == "comparison") made["samples"] = 8;
  if (measure == "interval") made["suites"]["smoke"]["lead_in"] = 4;
  return made;
}

class ToyAlgorithm : public testing::Test {
 protected:
  ToyAlgorithm() {
    for (const char* measure : {"timing", "evolution", "interval", "comparison"})
      write("cases/toy2026/" + std::string(measure) + ".json", case_of(measure, measure).dump());
    cases_ = cases::read_cases(folder_ / "cases", kContracts);
    cases::PlanOptions options;
    options.suite = "smoke";
    runs_ = cases::plan(cases_, kContracts, options);
  }

  fs::path write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  result::RunRecord execute_one(const cases::RunSpec& run) const {
    const measure::Backends backends{oscillators::implementations(), {}, "no CUDA device"};
    return result::compact({campaign::describe(run),
                            measure::execute(run, backends, [](const std::string&, double) {}),
                            "2026-01-02T03:04:05Z", 60});
  }

  /// The result file of all runs.
  fs::path measured() {
    result::Result made{"toy2026", "smoke", result::this_provenance(std::nullopt), {}};
    made.provenance.date = "2026-01-02T03:04:00Z";
    for (const cases::RunSpec& run : runs_) made.runs.push_back(execute_one(run));
    fs::create_directories(folder_ / "results");
    result::write_result(folder_ / "results/toy2026.json", made);
    return folder_ / "results/toy2026.json";
  }

  TemporaryFolder folder_;
  std::vector<cases::Case> cases_;
  std::vector<cases::RunSpec> runs_;
};

TEST_F(ToyAlgorithm, IsPlannedWithItsOwnSettings) {
  ASSERT_EQ(runs_.size(), 8u) << "four measures on two backends";
  for (const cases::RunSpec& run : runs_) {
    EXPECT_EQ(run.settings.dt(), kStep);
    EXPECT_EQ(run.settings.number("frequency"), kFrequency) << "omega is its former name";
    EXPECT_EQ(campaign::describe(run).settings.count("omega"), 0u);
  }
}

TEST_F(ToyAlgorithm, IsMeasuredInEveryWayAndPassesItsChecks) {
  for (const cases::RunSpec& run : runs_) {
    const result::RunRecord record = execute_one(run);
    if (run.settings.backend() == Backend::kCuda) {
      EXPECT_EQ(record.status, result::Status::kSkipped);
      EXPECT_EQ(record.reason, "no CUDA device");
      continue;
    }
    ASSERT_TRUE(record.ok()) << run.id;
    const bool compared = run.origin->measure == terms::Measure::kComparison;
    ASSERT_EQ(record.checks.value().size(), compared ? 1u : 2u) << run.id;
    for (const result::CheckRecord& check : *record.checks)
      EXPECT_TRUE(check.pass) << run.id << " " << check.name << ": " << check.value;
    EXPECT_GT(record.timing.value().stages.at("kick").step_s.median, 0) << run.id;
    EXPECT_EQ(record.timing->throughput.value().unit, "bodies");
  }
}

TEST_F(ToyAlgorithm, GoesWhereTheFormulaSays) {
  const auto evolution = std::find_if(runs_.begin(), runs_.end(), [](const cases::RunSpec& run) {
    return run.id == "toy2026/evolution/n=61/cpu";
  });
  ASSERT_NE(evolution, runs_.end());
  cases::RunSpec few = *evolution;
  few.particles = 7;  // of which the orbits are kept
  const result::RunRecord record = execute_one(few);
  const result::Orbits& orbits = record.series.value().orbits.value();
  const double angle = std::acos(1 - kFrequency * kFrequency * kStep * kStep / 2);
  const auto& x = orbits.x;
  ASSERT_EQ(x.size(), 7u);
  const auto& t = orbits.t;
  ASSERT_GT(t.size(), 4u);
  for (std::size_t body = 0; body < 7; ++body) {
    // The velocity at the start, from the first two points that were kept.
    const double n1 = std::round(t[1] / kStep), x0 = x[body][0], x1 = x[body][1];
    const double amplitude = (x1 - x0 * std::cos(n1 * angle)) / std::sin(n1 * angle);
    for (std::size_t k = 2; k < t.size(); ++k) {
      const double n = std::round(t[k] / kStep);
      const double expected = x0 * std::cos(n * angle) + amplitude * std::sin(n * angle);
      EXPECT_NEAR(x[body][k], expected, 1e-5) << "seven digits are kept";
    }
  }
}

TEST_F(ToyAlgorithm, HasAResultThatIsSoundAndTheSameAsItself) {
  const fs::path file = measured();
  for (const verify::Finding& finding : verify::verify(file)) ADD_FAILURE() << finding.what;
  const compare::Side side = compare::load_side(file, {});
  const compare::Comparison comparison = compare::compare(side, side, {});
  EXPECT_EQ(comparison.count(compare::Verdict::kNumericallyDifferent), 0);
  EXPECT_EQ(comparison.count(compare::Verdict::kMissing), 0);
  EXPECT_EQ(comparison.count(compare::Verdict::kSlower), 0);
  EXPECT_EQ(comparison.count(compare::Verdict::kFaster), 0);
  EXPECT_EQ(side.ids().size(), 8u);
}

TEST_F(ToyAlgorithm, HasAPageInTheReport) {
  const fs::path file = measured();
  write("cases/published/toy2026.json", R"json({
    "schema": "tycho-published/1", "paper": "toy2026",
    "title": "A paper about springs", "author": "Nobody",
    "values": [{"id": "total", "value": 2, "unit": "s", "text": "Made-up time", "where": "Section 0",
                "exactness": "exact"}],
    "exhibits": [
      {"id": "times", "kind": "lines", "title": "Time of the springs", "select": {"case": "timing"},
       "x": {"key": "n", "label": "N", "scale": "log2", "values": [61]},
       "y": {"quantity": "total_s", "label": "Time", "unit": "s", "scale": "log10"},
       "published": [{"value": "total", "x": 61, "select": {"backend": "cpu"}}]}],
    "claims": [], "audit": []
  })json");
  report::write_report({{file}, {}, folder_ / "report", folder_ / "cases/published"});
  std::stringstream text;  // of all pages
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "report"))
    if (entry.path().extension() == ".md" || entry.path().extension() == ".html")
      text << std::ifstream(entry.path()).rdbuf();
  EXPECT_NE(text.str().find("A paper about springs"), std::string::npos);
  EXPECT_NE(text.str().find("Time of the springs"), std::string::npos);
  EXPECT_NE(text.str().find("energy_drift"), std::string::npos);
  EXPECT_NE(text.str().find("drift"), std::string::npos);
}

TEST_F(ToyAlgorithm, IsToldWhatItLacksForAnotherAlgorithmsInitialCondition) {
  const auto complaint = [&](const json& initial) -> std::string {
    cases::Case other = cases_.front();
    other.initial = initial;
    cases::RunSpec run = runs_.front();
    run.origin = &other;
    run.particles = 64;
    try {
      execute_one(run);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint({{"kind", "cosmology"}, {"seed", 1}}),
            "initial: 'cosmology' needs an algorithm whose space expands; oscillators states no "
            "expansion");
  EXPECT_EQ(complaint({{"kind", "maxwellian"}, {"seed", 1}}),
            "initial: a plasma fills the cells of an algorithm that is made for one; oscillators "
            "states none");
}

}  // namespace
}  // namespace tycho
