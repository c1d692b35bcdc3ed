// The Hermite scheme through the GRAPE-6 library: that it is the scheme, and that the library is
// all it needs.
#include <cmath>

#include "core/contracts/hermite.hpp"
#include "core/contracts/hermite_library.hpp"
#include "g6/client/implementations.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/initial/initial.hpp"
#include "tests/pairs/backends.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

std::unique_ptr<Algorithm> make_client(const Way& way, const Numbers& numbers, const Words& words) {
  Settings settings(hermite_library::contract(), way.backend, way.threads);
  for (const Words* given : {&way.words, &words})
    for (const auto& [name, word] : *given) settings.set(name, std::string_view(word));
  for (const auto& [name, number] : numbers) settings.set(name, number);
  return g6::client::implementations().front().make(settings);
}

class HermiteLibrary : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override { SKIP_WHERE_UNAVAILABLE(GetParam()); }

  std::unique_ptr<Algorithm> make(const Numbers& numbers, const Words& words = {}) const {
    return make_client(GetParam(), numbers, words);
  }
  static void advance(Algorithm& algorithm, int steps) {
    SilentTimer silent(hermite_library::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm.advance(silent);
  }
  static double energy(Algorithm& algorithm, const Particles& p) {
    return checks::total_energy(p, algorithm.field("particle_potential")).total();
  }
  /// |dE / E| after a time of 1/2.
  double drift(const Particles& start, double accuracy) const {
    const auto client = make({{"dt", 0.25}, {"softening", 0.03125}, {"accuracy", accuracy}});
    client->load(start);
    Particles p(start.size());
    client->store(p);
    const double before = energy(*client, p);
    advance(*client, 2);
    client->store(p);
    return std::abs((energy(*client, p) - before) / before);
  }
};

Particles sphere(std::int64_t n, std::uint64_t seed) {
  return initial::make_initial({{"kind", "plummer"}, {"seed", seed}, {"masses", {0.5, 2.0}}}, n);
}

// One step that all take together has no history: predictor and corrector are those of `hermite`.
TEST_P(HermiteLibrary, TakesTheSameSharedStepAsHermite) {
  const Particles start = sphere(101, 4);
  const Numbers numbers{{"dt", 0.0078125}, {"softening", 0.0625}};
  const Words words{{"steps", "shared"}};
  const auto client = make(numbers, words);
  const auto plain =
      tycho::make(hermite::contract(), {"cpu", Backend::kCpu, 1, {}, {}}, numbers, words);
  client->load(start);
  plain->load(start);
  SilentTimer silent(hermite::contract().stages);
  plain->advance(silent);
  advance(*client, 1);
  Particles got(101), want(101);
  client->store(got);
  plain->store(want);
  // A force error of 2e-6 of some 10 moves a body by dt^2 / 2 times that.
  const bool exact =
      GetParam().words.count("precision") == 0 || GetParam().words.at("precision") == "fp64";
  const double limit = exact ? 1e-14 : 1e-9;
  for (std::size_t i = 0; i < start.size(); ++i) {
    EXPECT_NEAR(got.x[i], want.x[i], limit);
    EXPECT_NEAR(got.y[i], want.y[i], limit);
    EXPECT_NEAR(got.vz[i], want.vz[i], 1e3 * limit);
    EXPECT_NE(got.x[i], start.x[i]);
  }
  EXPECT_EQ(got.id, start.id);
  EXPECT_EQ(got.mass, start.mass);
}

TEST_P(HermiteLibrary, KeepsEnergyAndKeepsItBetterWithAFinerAccuracy) {
  double coarse = 0, fine = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const Particles start = sphere(127, seed);
    coarse += drift(start, 0.4);
    fine += drift(start, 0.2);
  }
  // Fourth order: 16 in the mean over many; block steps and four seeds leave a factor of 3 or so.
  EXPECT_LT(coarse / 4, 1e-4);
  EXPECT_LT(fine, coarse / 4);
  EXPECT_GT(coarse, 0);
}

TEST_P(HermiteLibrary, BringsAllBodiesToTheEndOfASpanOnTheGridOfTheirSteps) {
  const auto client = make({{"dt", 0.125}, {"softening", 0.0625}});
  const Particles start = sphere(211, 9);
  client->load(start);
  for (int span = 1; span <= 3; ++span) {
    advance(*client, 1);
    for (const double t : client->field("block_time")) EXPECT_EQ(t, 0.125 * span);
    for (const double step : client->field("block_step")) {
      EXPECT_TRUE(hermite::on_grid(0.125 * span, step)) << step;
      EXPECT_EQ(hermite::power_of_two_below(step), step);
    }
  }
  const auto counters = client->counters();
  EXPECT_GT(counters.at("block_steps"), 3);
  EXPECT_GE(counters.at("particle_steps"), 3 * 211);
  EXPECT_NEAR(counters.at("mean_block") * counters.at("block_steps"), counters.at("particle_steps"),
              1e-6);
}

TEST_P(HermiteLibrary, GivesPotentialsJerksAndNeighboursOfWhereTheBodiesAre) {
  const auto client = make({{"dt", 0.0625}, {"softening", 0}});
  const Particles start = sphere(61, 3);
  client->load(start);
  advance(*client, 1);
  Particles now(61);
  client->store(now);
  const auto potential = client->field("particle_potential");
  const auto neighbour = client->field("neighbour");
  ASSERT_EQ(potential.size(), 61U);
  EXPECT_EQ(client->field("jerk").size(), 3 * 61U);
  for (std::size_t i = 0; i < 61; ++i) {
    double sum = 0, least = HUGE_VAL;
    std::size_t nearest = 0;
    for (std::size_t j = 0; j < 61; ++j) {
      if (j == i) continue;
      const Vec3<double> r = now.position(j) - now.position(i);
      sum -= now.mass[j] / std::sqrt(dot(r, r));
      if (dot(r, r) < least) {
        least = dot(r, r);
        nearest = j;
      }
    }
    EXPECT_NEAR(potential[i], sum, 1e-12 * std::abs(sum));
    EXPECT_EQ(neighbour[i], static_cast<double>(nearest));
  }
}

TEST_P(HermiteLibrary, LetsTheFirstFewStepAndTheOthersPull) {
  const auto client =
      make({{"dt", 0.001}, {"softening", 0.1}, {"active", 7}}, {{"steps", "shared"}});
  const Particles start = sphere(40, 8);
  client->load(start);
  advance(*client, 3);
  Particles now(40);
  client->store(now);
  for (std::size_t i = 0; i < 40; ++i) {
    if (i < 7)
      EXPECT_NE(now.x[i], start.x[i]);
    else
      EXPECT_EQ(now.x[i], start.x[i]);
  }
}

TEST_P(HermiteLibrary, GoesOnFromACheckpointToTheBit) {
  const Particles start = sphere(73, 6);
  const Numbers numbers{{"dt", 0.125}, {"softening", 0.0625}};
  const auto first = make(numbers), second = make(numbers);
  first->load(start);
  advance(*first, 1);
  const std::vector<double> kept = first->checkpoint();
  advance(*first, 2);
  second->restore(start, kept);
  advance(*second, 2);
  Particles a(73), b(73);
  first->store(a);
  second->store(b);
  expect_same_bits(a, b);
  EXPECT_EQ(first->field("block_time"), second->field("block_time"));
}

TEST_P(HermiteLibrary, RunsTwiceAtOnce) {
  const Particles start = sphere(50, 2);
  const Numbers numbers{{"dt", 0.125}, {"softening", 0.0625}};
  const auto first = make(numbers), second = make(numbers);
  first->load(start);
  second->load(start);
  Particles a(50), b(50);
  advance(*first, 2);
  advance(*second, 1);
  advance(*second, 1);
  first->store(a);
  second->store(b);
  expect_same_bits(a, b);
}

TEST(HermiteLibrarySettings, ThatDoNotGoTogetherAreRefused) {
  const Way cpu{"cpu", Backend::kCpu, 1, {}, {}};
  EXPECT_THROW(make_client(cpu, {{"dt", 0.1}}, {}), UsageError);
  EXPECT_THROW(make_client(cpu, {{"dt", 0.0625}, {"step_least", 0.125}}, {}), UsageError);
  EXPECT_THROW(make_client(cpu, {{"active", 3}}, {}), UsageError);
}

INSTANTIATE_TEST_SUITE_P(
    Engines, HermiteLibrary,
    testing::Values(Way{"cpu", Backend::kCpu, 1, {}, {}}, Way{"cpu2", Backend::kCpu, 2, {}, {}},
                    Way{"cuda_ds", Backend::kCuda, 1, {}, {{"precision", "ds"}}},
                    Way{"cuda_fp64", Backend::kCuda, 1, {}, {{"precision", "fp64"}}}),
    test_name);

}  // namespace
}  // namespace tycho
