// What the tree does not take, and what it says.
#include "core/bytes_in_words.hpp"
#include "core/host_memory.hpp"
#include "tests/data_limit.hpp"
#include "tests/pairs/barnes_hut_bodies.hpp"
#include "tests/pairs/refusal.hpp"

namespace tycho {
namespace {

class TreeRefusal : public TreeTest {};

TEST_P(TreeRefusal, WantsSettingsThatMakeSense) {
  const auto said = [&](const Numbers& numbers, const Words& words = {}) {
    return refusal<UsageError>([&] { with(numbers, words); });
  };
  expect_says(said({{"theta", 0}}), "'theta' = 0 is outside [1e-06, 1]");
  expect_says(said({{"theta", -0.5}}), "'theta' = -0.5 is outside");
  expect_says(said({{"theta", std::nan("")}}), "'theta' = nan is outside");
  expect_says(said({{"theta", 1.2}}), "is outside [1e-06, 1]");
  expect_says(said({{"ncrit", 0}}), "'ncrit' = 0 is outside [1,");
  expect_says(said({{"ncrit", 10.5}}), "must be a whole number");
  expect_says(said({{"softening", -1e-3}}), "'softening' = -0.001 is outside [0,");
  expect_says(said({{"leaf", 0}}), "'leaf' = 0 is outside [1,");
  expect_says(said({{"alpha", 0}}), "'alpha' = 0 is outside");
  expect_says(said({}, {{"scheme", "recursive"}}), "allowed are");
}

TEST_P(TreeRefusal, SaysWhichSettingsDoNotGoTogether) {
  const auto said = [&](const Numbers& numbers, const Words& words) {
    return refusal<UsageError>([&] { with(numbers, words); });
  };
  const Words group{{"scheme", "grouped"}, {"moments", "monopole"}};
  const auto grouped_with = [&](const char* name, const char* value) {
    Words words = group;
    words[name] = value;
    return said({}, words);
  };
  expect_says(grouped_with("moments", "quadrupole"), "set moments = monopole");
  expect_says(grouped_with("opening", "relative"), "opening = geometric");
  expect_says(grouped_with("softening_kernel", "spline"), "softening_kernel = plummer");
  expect_says(grouped_with("steps", "individual"), "steps = shared");
  expect_says(said({{"softening", 0}}, {{"scheme", "particle"}, {"steps", "individual"}}),
              "needs a softening");
}

TEST_P(TreeRefusal, NamesTheFirstBodyThatIsNowhere) {
  Particles p = lopsided(101);
  p.z[17] = p.x[40] = std::nan("");
  p.id[17] = 1234;
  const auto algorithm = with({});
  expect_says(refusal<UsageError>([&] { algorithm->load(p); }), "particle 17 (id 1234) is at");
  p = lopsided(101);
  p.y[100] = -HUGE_VAL;
  expect_says(refusal<UsageError>([&] { algorithm->load(p); }), "particle 100 (id 703)");
  p = lopsided(101);
  p.vx[3] = std::nan("");
  expect_says(refusal<UsageError>([&] { algorithm->load(p); }),
              "particle 3 (id 24) has the velocity");
}

TEST_P(TreeRefusal, NamesABodyOfImpossibleMass) {
  Particles p = lopsided(101);
  p.mass[5] = -1e-3;
  const auto algorithm = with({});
  expect_says(refusal<UsageError>([&] { algorithm->load(p); }),
              "particle 5 (id 38) has mass -0.001");
  p.mass[5] = std::nan("");
  expect_says(refusal<UsageError>([&] { algorithm->load(p); }), "particle 5 (id 38)");
}

TEST_P(TreeRefusal, WantsAtLeastOneBody) {
  const auto algorithm = with({});
  expect_says(refusal<UsageError>([&] { algorithm->load(Particles()); }), "at least one body");
}

TEST_P(TreeRefusal, TakesUnequalSofteningsWithTheSplineOnly) {
  Particles p = lopsided(101);
  p.softening.assign(101, 0.1);
  p.softening[7] = 0.2;
  const auto algorithm = with({{"softening", 0.1}});
  expect_says(refusal<UsageError>([&] { algorithm->load(p); }),
              "particle 7 (id 52) has softening 0.2");
  p.softening.assign(100, 0.1);
  expect_says(refusal<UsageError>([&] { algorithm->load(p); }), "100 softenings for 101 bodies");
}

TEST_P(TreeRefusal, NamesASofteningWhoseInverseCubeOverflows) {
  const Words single{{"precision", "fp32"}}, twofold{{"precision", "fp64"}};
  const auto said = [&](double softening, const Words& words) {
    return refusal<UsageError>([&] { with({{"softening", softening}}, words); });
  };
  expect_says(said(9e-13, single), "'softening' = 9e-13 is below 1e-12");
  expect_says(said(1e-96, twofold), "take 0 for none");
  for (const double softening : {0.0, 1e-12}) with({{"softening", softening}}, single);
  with({{"softening", 1e-95}}, twofold);
  Particles p = lopsided(101);
  p.softening.assign(101, 0.1);
  p.softening[7] = 1e-14;
  const auto algorithm = with({{"softening", 0.1}}, {{"precision", "fp32"}});
  expect_says(refusal<UsageError>([&] { algorithm->load(p); }),
              "particle 7 (id 52) has softening 1e-14, below 1e-12");
}

TEST_P(TreeRefusal, WantsACheckpointOfItsOwnSize) {
  const auto algorithm = with({});
  const std::vector<double> wrong(100);
  expect_says(refusal<UsageError>([&] { algorithm->restore(lopsided(101), wrong); }), "101 bodies");
}

INSTANTIATE_TEST_SUITE_P(Sides, TreeRefusal,
                         testing::Values(on(Backend::kCpu, {{"scheme", "particle"}}),
                                         on(Backend::kCuda, {{"scheme", "particle"}}),
                                         on(Backend::kCuda, {{"scheme", "device"}})),
                         test_name);

// A run of a campaign has such a limit. Were it to allocate first, this would be std::bad_alloc.
TEST(TreeMemory, RefusesMoreBodiesThanFitBeforeAllocating) {
  const Particles p = lopsided(200003);
  const Way way = on(Backend::kCpu, {{"scheme", "particle"}});
  const auto algorithm = make(barnes_hut::contract(), way);
  const Settings settings(barnes_hut::contract(), Backend::kCpu);
  const std::string bytes = bytes_in_words(barnes_hut::host_bytes(200003, settings));
  std::string said;
  {
    const DataLimit limit(16 << 20);
    said = refusal<Unavailable>([&] { algorithm->load(p); });
  }
  expect_says(said, "out of memory: barnes_hut asks for " + bytes + ", ");
  expect_says(said, " are free");
  EXPECT_NO_THROW(algorithm->load(lopsided(101)));
}

}  // namespace
}  // namespace tycho
