// A run that does not fit into memory is refused before anything of it is made, with the bytes that
// it asks for and those that are there.
#include <chrono>
#include <filesystem>
#include <vector>

#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/tree_pm.hpp"
#include "core/known_contracts.hpp"
#include "harness/case/plan.hpp"
#include "harness/case/reference.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/measure/room.hpp"
#include "harness/measure/session.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;

constexpr double kGiga = 1e9;

Settings on_device(const Contract& contract) {
  Settings settings(contract, Backend::kCuda);
  settings.set("scheme", std::string_view("device"));
  settings.set("precision", std::string_view("fp32"));
  return settings;
}

TEST(MemoryNeed, IsKnownForEveryAlgorithmAndGrowsWithTheParticles) {
  for (const Contract* contract : known_contracts())
    for (const Backend backend : {Backend::kCpu, Backend::kCuda}) {
      SCOPED_TRACE(contract->name);
      const Settings settings(*contract, backend);
      ASSERT_NE(contract->memory, nullptr);
      const auto all = [&](std::int64_t n) {
        const MemoryNeed need = contract->memory(settings, n);
        EXPECT_EQ(need.device > 0, backend == Backend::kCuda);
        return need.host + need.device;
      };
      EXPECT_GE(all(4'000'000) - all(1'000'000), 3'000'000 * 16);
    }
}

// On an H200 the first steps of 512^3 took 60 GB on the device, without what the transforms may ask
// for and cells that most trees do not need.
TEST(MemoryNeed, OfALargeUniverseIsWhatItWasSeenToTake) {
  Settings settings = on_device(tree_pm::contract());
  settings.set("mesh", std::string_view("device"));
  settings.set("split", std::string_view("compact"));
  const MemoryNeed need = tree_pm::contract().memory(settings, 512LL * 512 * 512);
  EXPECT_GT(static_cast<double>(need.device), 60 * kGiga);
  EXPECT_LT(static_cast<double>(need.device), 110 * kGiga);
  EXPECT_LT(static_cast<double>(need.host), 3 * kGiga);
}

TEST(MemoryNeed, OfTheGalaxyFitsAnyGpuOfToday) {
  const MemoryNeed need =
      barnes_hut::contract().memory(on_device(barnes_hut::contract()), 17'500'000);
  EXPECT_GT(static_cast<double>(need.device), 3 * kGiga);
  EXPECT_LT(static_cast<double>(need.device), 8 * kGiga);
}

// On the host the code of the CPU beside a run on the GPU takes more than the run.
TEST(MemoryNeed, OfAComparisonCountsItsReferenceAndTheTwin) {
  const std::vector<cases::Case> haloes{
      cases::read_case(std::filesystem::path(TYCHO_SOURCE_DIR) / "cases/cudagadget2013/haloes.json",
                       known_contracts())};
  cases::PlanOptions options;
  options.suite = "full";
  int twins = 0;
  for (const cases::RunSpec& run : cases::plan(haloes, known_contracts(), options)) {
    SCOPED_TRACE(run.id);
    const Contract& contract = run.settings.contract();
    const std::int64_t own = contract.memory(run.settings, run.particles).host,
                       beside =
                           contract.memory(cases::settings_of_reference(run), run.particles).host;
    const bool twin = measure::twin_units(run).has_value();
    twins += twin;
    EXPECT_EQ(measure::need_of(run, contract, false).host,
              own + (twin ? 2 : 1) * beside + measure::harness_bytes(run, false));
  }
  EXPECT_GT(twins, 0);
}

TEST(MemoryNeed, OfAUniverseCountsTheSmallerOneThatIsRunBesideIt) {
  const std::vector<cases::Case> universe{cases::read_case(
      std::filesystem::path(TYCHO_SOURCE_DIR) / "cases/cudagadget2013/universe.json",
      known_contracts())};
  cases::PlanOptions options;
  options.suite = "full";
  int with_smaller = 0;
  for (const cases::RunSpec& run : cases::plan(universe, known_contracts(), options)) {
    SCOPED_TRACE(run.id);
    const Contract& contract = run.settings.contract();
    const MemoryNeed need = measure::need_of(run, contract, false),
                     own = contract.memory(run.settings, run.particles),
                     half = contract.memory(run.settings, run.particles / 8);
    const bool has_smaller = run.particles >= 16777216;  // as the case asks
    with_smaller += has_smaller;
    EXPECT_EQ(need.device, own.device + (has_smaller ? half.device : 0));
    const std::int64_t host = own.host + measure::harness_bytes(run, false);
    EXPECT_GE(need.host, host + (has_smaller ? half.host + 3 * 88 * run.particles / 8 : 0));
    if (!has_smaller) {
      EXPECT_EQ(need.host, host);
    }
  }
  EXPECT_GT(with_smaller, 0);
}

class Room : public TychoProgram {
 protected:
  /// The one run of a tree of n bodies.
  json run(std::int64_t n, const std::string& campaign) {
    json made = orbit("large");
    made["algorithm"] = "barnes_hut";
    made["initial"] = {{"kind", "plummer"}, {"seed", 3}};
    made["settings"] = {{"dt", 0.015625}};
    made["suites"]["smoke"] = {{"sizes", {{{"n", n}}}}, {"steps", 1}};
    write_case(made);
    tycho("run someone2025/large.json --suite smoke --out " + campaign);
    return runs_in(campaign).at(0);
  }
};

// 2^30 bodies take 400 GB. To make so many would take minutes.
TEST_F(Room, IsAskedForBeforeAnythingIsMade) {
  const auto start = std::chrono::steady_clock::now();
  const json refused = run(1 << 30, "too_large");
  EXPECT_EQ(refused.at("status"), "skipped");
  const std::string reason = refused.value("reason", "");
  EXPECT_NE(reason.find("out of memory: someone2025/large/n=1073741824/cpu asks for "),
            std::string::npos)
      << reason;
  EXPECT_NE(reason.find(" GiB, this machine has "), std::string::npos) << reason;
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

// A run that is refused takes no time: hours of it would say nothing of what is to come.
TEST_F(Room, ThatIsNotThereIsNotCountedIntoTheEstimate) {
  run(1 << 30, "planned");
  const Said said = tycho("run someone2025/large.json --suite smoke --dry-run");
  EXPECT_NE(said.out.find("skipped: out of memory: someone2025/large/n=1073741824/cpu asks for "),
            std::string::npos)
      << said.out;
  EXPECT_NE(said.out.find("\n1 run, about 0 s"), std::string::npos) << said.out;
}

// A script that asked for this run must hear that it was not made.
TEST_F(Room, ThatIsNotThereIsSaidByTheExitCodeOfWhatWasAskedForByName) {
  run(1 << 30, "planned");
  write_case(orbit("small"));
  const std::string suite = " --suite smoke --cases . --out ";
  const auto code = [&](const std::string& asked, const std::string& campaign) {
    const Said said = tycho("run " + asked + suite + campaign);
    EXPECT_EQ(said.code == cli::kUnavailable,
              said.err.find("no memory for 1 run asked for by case or --only, such as "
                            "someone2025/large/n=1073741824/cpu\n") != std::string::npos)
        << said.err;
    return said.code;
  };
  EXPECT_EQ(code("someone2025/large.json", "a"), cli::kUnavailable);
  EXPECT_EQ(code("someone2025/large someone2025/small", "b"), cli::kUnavailable);
  EXPECT_EQ(runs_in("b").size(), 2u) << "the other run is made";
  EXPECT_EQ(code("someone2025 --only '*/large/*'", "c"), cli::kUnavailable);
  EXPECT_EQ(code("someone2025", "d"), cli::kOk) << "a paper is what of it there is";
  EXPECT_EQ(code("someone2025 --only '*/small/*'", "e"), cli::kOk);
  EXPECT_EQ(tycho("run someone2025/large --suite smoke --cases . --dry-run").code,
            cli::kUnavailable);
  EXPECT_EQ(tycho("run someone2025 --suite smoke --cases . --dry-run").code, cli::kOk);
}

TEST_F(Room, IsThereForASmallRun) { EXPECT_EQ(run(1000, "small").at("status"), "ok"); }

}  // namespace
}  // namespace tycho
