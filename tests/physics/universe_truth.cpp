// TreePM against universes of 16^3 and 32^3 particles whose forces were Ewald's sums: the power of
// their waves today, and the forces on their own states at four times. `ewald/universe_*.json` are
// made by
//
//   tycho_truth --particles 4096 --box 65 --seed 1 --steps 192 --states      and seeds 2 to 4
//   tycho_truth --particles 32768 --box 130 --seed 1 --steps 192             and seeds 3 and 4
//   tycho_truth --particles 32768 --box 130 --seed 2 --steps 192 --last-state
//
// and say with what commit; docs/truth.md has by how much longer and shorter steps move them.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "harness/analysis/density_modes.hpp"
#include "harness/checks/check.hpp"
#include "harness/initial/initial.hpp"
#include "tests/pairs/tree_pm_bodies.hpp"

namespace tycho {
namespace {

/// 16 or 32 particles along a side.
const nlohmann::json& truth(int side, int seed) {
  static std::map<std::pair<int, int>, nlohmann::json> read;
  if (!read.count({side, seed})) {
    std::ifstream file(std::string(TYCHO_SOURCE_DIR) + "/tests/physics/ewald/universe_" +
                       std::to_string(side) + "_seed" + std::to_string(seed) + ".json");
    read[{side, seed}] = nlohmann::json::parse(file);
  }
  return read[{side, seed}];
}

#ifdef TYCHO_SANITIZED
constexpr int kSeeds = 1;  // one takes as long as four without a sanitizer
#else
constexpr int kSeeds = 4;
#endif

class UniverseTruth : public TreePmTest {
 protected:
  static constexpr int kSteps = 96;

  Settings settings(int side = 16) const {
    Settings out(tree_pm::contract(), GetParam().backend, GetParam().threads);
    for (const auto& [name, word] : GetParam().words) out.set(name, std::string_view(word));
    out.set("box", truth(side, 1)["box"].get<double>());
    out.set("dt", std::log(127.0) / kSteps);
    out.set("steps", std::string_view("individual"));
    return out;
  }
  static std::unique_ptr<Algorithm> universe(const Settings& settings) {
    for (const Implementation& each : list_of(GetParam().backend))
      if (each.contract == &tree_pm::contract()) return each.make(settings);
    throw UsageError("no tree_pm");
  }
  Particles beginning(int seed, int side = 16) const {
    return initial::make_initial({{"kind", "cosmology"}, {"seed", seed}}, side * side * side,
                                 settings(side));
  }
  /// The state of Ewald's universe at one of the later times; the last is today's.
  Particles state(const nlohmann::json& kept, int seed, int side) const {
    const auto& places = kept["places"].get_ref<const std::string&>();
    Particles p = beginning(seed, side);
    const double unit = truth(side, seed)["box"].get<double>() / (1 << 16);
    const auto along = [&](std::size_t number) {
      return unit * std::stoi(places.substr(4 * number, 4), nullptr, 16);
    };
    for (std::size_t i = 0; i < p.size(); ++i)
      p.set_position(i, {along(3 * i), along(3 * i + 1), along(3 * i + 2)});
    return p;
  }
  /// At z = 126, 19, 5 and 0.
  Particles at_time(int seed, int time) const {
    return time == 0 ? beginning(seed) : state(truth(16, seed)["states"][time - 1], seed, 16);
  }
  /// Of 32^3, the universe whose forces of today are the hardest of the four.
  Particles lumps_of_today() const { return state(truth(32, 2)["states"].back(), 2, 32); }
  void expect_ewalds_power(int side, int seed) const {
    const auto algorithm = universe(settings(side));
    const std::size_t n = side * side * side;
    algorithm->load(beginning(seed, side));
    advance(*algorithm, kSteps);
    const auto power =
        analysis::band_powers(stored(*algorithm, n), settings(side).number("box"), side / 4);
    for (int band = 1; band <= side / 4; ++band)
      EXPECT_NEAR(power[band] / truth(side, seed)["power"][band - 1].get<double>(), 1, 0.01)
          << "seed " << seed << ", band " << band;
  }
  /// A check of the forces on a state.
  checks::CheckResult check(const Particles& state, const std::string& name, double limit,
                            const std::map<std::string, double>& parameters,
                            const Settings& run) const {
    checks::Observed observed;
    observed.settings = &run;
    observed.initial = observed.final = &state;
    observed.begin_anew = [&](const Particles& particles, std::int64_t) {
      const auto algorithm = universe(run);
      algorithm->load(particles);
      return stored(*algorithm, particles.size());
    };
    return checks::apply({name, limit, "a reason", parameters, {}, 0}, observed);
  }
};

// 0.007% at z = 126, 0.014% at 19, 0.012% at 5, 0.15% today, where the opening of cells has the
// largest part: with alpha = 0.005 seed 2 is off by 0.30%. With the published split it is 0.6% at
// once and 1.7% at z = 19.
TEST_P(UniverseTruth, ForcesPullEveryWaveAsEwaldsDo) {
  for (int seed = 1; seed <= kSeeds; ++seed)
    for (int time = 0; time < 4; ++time) {
      const auto found = check(at_time(seed, time), "force_slope", 0.002, {}, settings());
      EXPECT_TRUE(found.pass) << "seed " << seed << ", time " << time << ": " << found.value;
    }
}

// Where they nearly cancel: 0.012% and 0.065% were seen, with the published split 1.4% and 7.7%.
TEST_P(UniverseTruth, ForcesOfTheBeginningAreEwalds) {
  for (int seed = 1; seed <= kSeeds; ++seed)
    for (const auto& [percentile, limit] : std::map<double, double>{{50, 0.003}, {99, 0.02}}) {
      const auto found = check(beginning(seed), "force_error", limit,
                               {{"percentile", percentile}, {"start", 1}}, settings());
      EXPECT_TRUE(found.pass) << "seed " << seed << ", " << percentile << "%: " << found.value;
    }
}

TEST_P(UniverseTruth, WavesOfTodayHaveThePowerThatEwaldsForcesGiveThem) {
  for (int seed = 1; seed <= kSeeds; ++seed) expect_ewalds_power(16, seed);
}

INSTANTIATE_TEST_SUITE_P(
    All, UniverseTruth,
    testing::Values(on(Backend::kCpu, {}, 2), on(Backend::kCuda, {{"precision", "fp32"}}),
                    on(Backend::kCuda, {{"precision", "fp64"}}),
                    on(Backend::kCuda, {{"scheme", "particle"}, {"mesh", "host"}})),
    test_name);

// Eight times the particles in eight times the volume. A sanitizer would take minutes.
class UniverseTruthOf32 : public UniverseTruth {};

TEST_P(UniverseTruthOf32, ForcesOfTheBeginningPullEveryWaveAsEwaldsDo) {
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto found =
        check(beginning(seed, 32), "force_slope", 0.002, {{"modes", 8}}, settings(32));
    EXPECT_TRUE(found.pass) << "seed " << seed << ": " << found.value;
  }
}

// 0.16%; with alpha = 0.0025 it was 0.26%, with 0.005 0.42%.
TEST_P(UniverseTruthOf32, ForcesOfTodayPullEveryWaveAsEwaldsDo) {
  const auto found = check(lumps_of_today(), "force_slope", 0.002, {{"modes", 8}}, settings(32));
  EXPECT_TRUE(found.pass) << found.value;
}

TEST_P(UniverseTruthOf32, WavesOfTodayHaveThePowerThatEwaldsForcesGiveThem) {
  const int seeds = GetParam().backend == Backend::kCpu ? 1 : kSeeds;  // docs/truth.md has all
  for (int seed = 1; seed <= seeds; ++seed) expect_ewalds_power(32, seed);
}

// A group's cells are opened for its nearest and its least pulled body: with an alpha that leaves
// 0.42% in a walk a body, 0.06%.
class WalkByGroups : public UniverseTruth {};

TEST_P(WalkByGroups, PullsEveryWaveOfTodayAsEwaldsForcesDoWithAWiderAlpha) {
  Settings wide = settings(32);
  wide.set("alpha", 0.005);
  const auto found = check(lumps_of_today(), "force_slope", 0.001, {{"modes", 8}}, wide);
  EXPECT_TRUE(found.pass) << found.value;
}

#ifndef TYCHO_SANITIZED
INSTANTIATE_TEST_SUITE_P(All, WalkByGroups,
                         testing::Values(on(Backend::kCpu,
                                            {{"scheme", "best"}, {"precision", "fp32"}}, 2),
                                         on(Backend::kCuda, {{"precision", "fp32"}})),
                         test_name);
INSTANTIATE_TEST_SUITE_P(All, UniverseTruthOf32,
                         testing::Values(on(Backend::kCpu, {}, 2),
                                         on(Backend::kCuda, {{"precision", "fp32"}}),
                                         on(Backend::kCuda, {{"precision", "fp64"}})),
                         test_name);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(WalkByGroups);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(UniverseTruthOf32);
#endif

// The error of the split that the paper used is a finding, and one that the checks see.
class PublishedSplit : public UniverseTruth {};

TEST_P(PublishedSplit, IsTooWeakOnWavesOfFourParticles) {
  const auto found = check(beginning(1), "force_slope", 0.002, {}, settings());
  EXPECT_FALSE(found.pass);
  EXPECT_NEAR(found.details.at("slope_4"), 0.9938, 0.001);
}

INSTANTIATE_TEST_SUITE_P(All, PublishedSplit,
                         testing::Values(on(Backend::kCpu, {{"split", "published"}}, 2)),
                         test_name);

}  // namespace
}  // namespace tycho
