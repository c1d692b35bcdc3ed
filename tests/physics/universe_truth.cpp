// TreePM against a universe of 16^3 particles whose forces were Ewald's sums: the power of its
// waves today, and the forces on its own states at four times. `ewald/universe_*.json` are made by
//
//   tycho_truth --particles 4096 --box 65 --seed 1 --steps 192 --states
//
// From 96 to 192 steps its power moves by 0.08 to 0.11%, from 192 to 384 that of TreePM by a third
// of it. Its "commit" says with what it was made.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/analysis/density_modes.hpp"
#include "harness/checks/check.hpp"
#include "harness/initial/initial.hpp"
#include "tests/pairs/tree_pm_bodies.hpp"

namespace tycho {
namespace {

const nlohmann::json& truth(int seed) {
  static std::map<int, nlohmann::json> read;
  if (!read.count(seed)) {
    std::ifstream file(std::string(TYCHO_SOURCE_DIR) + "/tests/physics/ewald/universe_16_seed" +
                       std::to_string(seed) + ".json");
    read[seed] = nlohmann::json::parse(file);
  }
  return read[seed];
}

class UniverseTruth : public TreePmTest {
 protected:
  static constexpr int kSteps = 96;

  Settings settings() const {
    Settings out(tree_pm::contract(), GetParam().backend, GetParam().threads);
    for (const auto& [name, word] : GetParam().words) out.set(name, std::string_view(word));
    out.set("box", truth(1)["box"].get<double>());
    out.set("dt", std::log(127.0) / kSteps);
    out.set("steps", std::string_view("individual"));
    return out;
  }
  std::unique_ptr<Algorithm> universe() const {
    for (const Implementation& each : list_of(GetParam().backend))
      if (each.contract == &tree_pm::contract()) return each.make(settings());
    throw UsageError("no tree_pm");
  }
  Particles beginning(int seed) const {
    return initial::make_initial({{"kind", "cosmology"}, {"seed", seed}}, 4096, settings());
  }
  /// The state of Ewald's universe at one of the later times.
  Particles state(int index) const {
    const auto& places = truth(1)["states"][index]["places"];
    Particles p = beginning(1);
    const double unit = truth(1)["box"].get<double>() / (1 << 24);
    for (std::size_t i = 0; i < p.size(); ++i)
      p.set_position(i, {unit * places[3 * i].get<double>(), unit * places[3 * i + 1].get<double>(),
                         unit * places[3 * i + 2].get<double>()});
    return p;
  }
  /// A check of the forces on a state.
  checks::CheckResult check(const Particles& state, const std::string& name, double limit,
                            const std::map<std::string, double>& parameters) const {
    const Settings run = settings();
    checks::Observed observed;
    observed.settings = &run;
    observed.initial = observed.final = &state;
    observed.begin_anew = [&](const Particles& particles, std::int64_t) {
      const auto algorithm = universe();
      algorithm->load(particles);
      return stored(*algorithm, particles.size());
    };
    return checks::apply({name, limit, "a reason", parameters, {}, 0}, observed);
  }
};

// 0.01% at z = 126, 0.04% today. With the published split it is 0.6% at once and 1.7% at z = 19.
TEST_P(UniverseTruth, ForcesPullEveryWaveAsEwaldsDo) {
  for (int time = 0; time < 4; ++time) {
    const auto found = check(time == 0 ? beginning(1) : state(time - 1), "force_slope", 0.002, {});
    EXPECT_TRUE(found.pass) << "time " << time << ": " << found.value;
  }
}

// Where they nearly cancel: 0.012% and 0.06% were seen, with the published split 1.4% and 7.7%.
TEST_P(UniverseTruth, ForcesOfTheBeginningAreEwalds) {
  for (const auto& [percentile, limit] : std::map<double, double>{{50, 0.003}, {99, 0.02}}) {
    const auto found =
        check(beginning(1), "force_error", limit, {{"percentile", percentile}, {"start", 1}});
    EXPECT_TRUE(found.pass) << percentile << "%: " << found.value;
  }
}

TEST_P(UniverseTruth, WavesOfTodayHaveThePowerThatEwaldsForcesGiveThem) {
  const auto algorithm = universe();
  algorithm->load(beginning(1));
  advance(*algorithm, kSteps);
  const auto power = analysis::band_powers(stored(*algorithm, 4096), settings().number("box"), 8);
  for (int band = 1; band <= 4; ++band)
    EXPECT_NEAR(power[band] / truth(1)["power"][band - 1].get<double>(), 1, 0.01) << band;
}

INSTANTIATE_TEST_SUITE_P(
    All, UniverseTruth,
    testing::Values(on(Backend::kCpu, {}, 2), on(Backend::kCuda, {{"precision", "fp32"}}),
                    on(Backend::kCuda, {{"precision", "fp64"}}),
                    on(Backend::kCuda, {{"scheme", "particle"}, {"mesh", "host"}})),
    test_name);

// The error of the split that the paper used is a finding, and one that the checks see.
class PublishedSplit : public UniverseTruth {};

TEST_P(PublishedSplit, IsTooWeakOnWavesOfFourParticles) {
  const auto found = check(beginning(1), "force_slope", 0.002, {});
  EXPECT_FALSE(found.pass);
  EXPECT_NEAR(found.details.at("slope_4"), 0.9938, 0.001);
}

INSTANTIATE_TEST_SUITE_P(All, PublishedSplit,
                         testing::Values(on(Backend::kCpu, {{"split", "published"}}, 2)),
                         test_name);

}  // namespace
}  // namespace tycho
