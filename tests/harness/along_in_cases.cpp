// What a case may ask for under "along", and what is refused before anything runs.
#include <gtest/gtest.h>

#include "harness/campaign/estimate.hpp"
#include "harness/case/plan.hpp"
#include "tests/harness/case_file.hpp"

namespace tycho {
namespace {

using nlohmann::json;
using testing::CaseFolder;
using testing::contracts;
using testing::sound_case;

/// An interval of all_pairs in which the serial code is timed along the one on all threads.
json along_case() {
  json made = sound_case();
  made["measure"] = "interval";
  made["suites"] = {
      {"quick",
       {{"sizes",
         {{{"n", 1024}},
          {{"n", 4096},
           {"variants", {"cpu", "serial"}},
           {"along", {{"carrier", "cpu"}, {"variants", {"serial"}}, {"epochs", 8}}}}}},
        {"steps", 16}}}};
  made["variants"][1].erase("only_sizes");
  made["checks"] = {{{"check", "momentum"}, {"limit", 1}, {"reason", "it runs"}}};
  return made;
}

json& along_of(json& made) { return made["suites"]["quick"]["sizes"][1]["along"]; }

class AlongRefused : public ::testing::Test {
 protected:
  /// The error where the case is spoiled.
  std::string error(const std::function<void(json&)>& spoil) const {
    json made = along_case();
    spoil(made);
    return folder_.error_of(made.dump());
  }
  void expect(const std::function<void(json&)>& spoil, const std::string& words) const {
    const std::string found = error(spoil);
    EXPECT_NE(found.find(words), std::string::npos) << found << "\nnot: " << words;
  }
  static constexpr const char* kAt = "/suites/quick/sizes/1/along";
  CaseFolder folder_;
};

TEST_F(AlongRefused, ASoundOneIsRead) {
  EXPECT_EQ(error([](json&) {}), "");
  EXPECT_EQ(error([](json& made) { along_of(made)["steps"] = 2; }), "");
  EXPECT_EQ(error([](json& made) {
              made["checks"].push_back({{"check", "carrier_distance"},
                                        {"limit", 1},
                                        {"variants", {"serial"}},
                                        {"smallest_n", 4096},
                                        {"reason", "the same pairs"}});
            }),
            "");
}

TEST_F(AlongRefused, AnUnknownCarrierOrVariant) {
  expect([](json& made) { along_of(made)["carrier"] = "gqu"; }, std::string(kAt) + "/carrier: ");
  expect([](json& made) { along_of(made)["variants"] = {"none"}; },
         std::string(kAt) + "/variants/0: ");
  expect([](json& made) { along_of(made)["variants"] = {"serial", "serial"}; }, "stands twice");
  expect([](json& made) { along_of(made)["epoch"] = 3; }, std::string(kAt) + "/epoch");
}

TEST_F(AlongRefused, ACarrierThatIsTimedAlongItself) {
  expect([](json& made) { along_of(made)["carrier"] = "serial"; },
         "'serial' is the carrier: no run is timed along itself");
}

TEST_F(AlongRefused, ACarrierOfSeveralRuns) {
  expect([](json& made) { along_of(made)["carrier"] = "gpu"; },
         "must be a variant of one run, without sweep, ranks or code of the user's");
}

TEST_F(AlongRefused, MoreEpochsThanSteps) {
  expect([](json& made) { along_of(made)["epochs"] = 17; },
         "17 epochs of 1 step are more than the suite's 16 steps");
  expect(
      [](json& made) {
        along_of(made)["epochs"] = 6;
        along_of(made)["steps"] = 3;
      },
      "6 epochs of 3 steps are more than the suite's 16 steps");
  expect([](json& made) { along_of(made)["epochs"] = 1; }, std::string(kAt) + "/epochs");
}

TEST_F(AlongRefused, AVariantThatIsNotRunAtTheSize) {
  expect([](json& made) { made["suites"]["quick"]["sizes"][1]["variants"] = {"cpu"}; },
         "'serial' is not run at this size");
  expect([](json& made) { made["variants"][2]["only_sizes"] = {1024}; },
         "'serial' is not run at this size");
}

TEST_F(AlongRefused, AnotherMeasure) {
  for (const char* measure : {"timing", "evolution", "comparison"})
    expect(
        [&](json& made) {
          made["measure"] = measure;
          if (measure != std::string("timing")) made["samples"] = 4;
        },
        "only an interval is timed along another variant's run");
}

TEST_F(AlongRefused, AnAlgorithmWhoseStateIsMoreThanItsParticles) {
  for (const char* algorithm : {"hermite", "pic", "particle_mesh"})
    expect(
        [&](json& made) {
          made["algorithm"] = algorithm;
          made["settings"] = json::object();
          for (json& variant : made["variants"]) {
            variant.erase("settings");
            variant.erase("sweep");
          }
        },
        std::string("the state of ") + algorithm + " is more than its particles");
}

TEST_F(AlongRefused, ChecksThatLookAtMoreThanItsEnds) {
  expect(
      [](json& made) {
        made["checks"] = {{{"check", "displacement"}, {"limit", 1}, {"reason", "r"}}};
      },
      "/checks/0: 'displacement' cannot be asked of 'serial' at n = 4096, which is timed along");
  expect(
      [](json& made) {
        made["checks"] = {{{"check", "energy_drift"}, {"limit", 1}, {"reason", "r"}}};
      },
      "'energy_drift' cannot be asked of 'serial' at n = 4096");
  expect(
      [](json& made) {
        made["checks"] = {{{"check", "carrier_distance"}, {"limit", 1}, {"reason", "r"}}};
      },
      "'carrier_distance' cannot be asked of 'gpu' at n = 1024, which is not timed along");
  // Of the sizes at which it is run itself they can be asked.
  EXPECT_EQ(error([](json& made) {
              made["checks"] = {
                  {{"check", "displacement"}, {"limit", 1}, {"largest_n", 1024}, {"reason", "r"}}};
            }),
            "");
}

TEST(AlongPlanned, HasTheSettingsOfItsSizeForBoth) {
  const CaseFolder folder;
  json made = along_case();
  made["suites"]["quick"]["sizes"][1]["softening"] = 0.125;
  const std::vector<cases::Case> read{folder.read(made)};
  const std::vector<cases::RunSpec> runs = cases::plan(read, contracts(), {});
  const cases::RunSpec& run = runs.back();
  EXPECT_EQ(run.id, "someone2025/fig1/n=4096/serial");
  ASSERT_NE(run.along, nullptr);
  EXPECT_EQ(run.settings.threads(), 1);
  EXPECT_EQ(run.along->settings.threads(), available_threads());
  EXPECT_EQ(run.settings.number("softening"), 0.125);
  EXPECT_EQ(run.along->settings.number("softening"), 0.125);
  EXPECT_FALSE(run.uses(Backend::kCuda));
}

TEST(AlongPlanned, IsThoughtToTakeTheCarriersStepsAndTheEpochs) {
  if (available_threads() < 2) GTEST_SKIP() << "the carrier is no faster";
  const CaseFolder folder;
  const std::vector<cases::Case> read{folder.read(along_case())};
  cases::RunSpec run = cases::plan(read, contracts(), {}).back();
  run.steps = 100'000;
  cases::RunSpec whole = run;
  whole.along = nullptr;
  EXPECT_LT(campaign::estimate(run), campaign::estimate(whole) * 0.6);
  // Twice the epochs take longer, and so do as many steps again of the carrier.
  const auto of = [&](int epochs, std::int64_t steps) {
    cases::RunSpec other = run;
    cases::AlongRun along = *run.along;
    along.epochs = epochs;
    other.along = std::make_shared<const cases::AlongRun>(along);
    other.steps = steps;
    return campaign::estimate(other);
  };
  EXPECT_GT(of(16, 100'000), of(8, 100'000));
  EXPECT_GT(of(8, 200'000), of(8, 100'000));
}

}  // namespace
}  // namespace tycho
