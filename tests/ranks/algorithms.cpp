// The same bits at any number of ranks, ranks being threads: every algorithm that several ranks can
// share, against the same code on one.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "core/contracts/all_pairs.hpp"
#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/hermite.hpp"
#include "core/philox.hpp"
#include "core/ranks/share.hpp"
#include "reference/implementations.hpp"
#include "tests/ranks/threads.hpp"

namespace tycho::test {
namespace {

struct Kind {
  std::string name;
  const Contract* contract;
  std::map<std::string, std::string> words;
  int threads = 1;
};

/// Masses drawn from a range, a close pair, no symmetry.
Particles lumpy(std::size_t n) {
  Particles p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto draw = [&](int k) { return Random(11).uniform(i, static_cast<std::uint32_t>(k)); };
    p.mass[i] = (0.5 + draw(0)) / static_cast<double>(n);
    p.set_position(i, {draw(1), 2 * draw(2) - 1, 0.3 * draw(3)});
    p.set_velocity(i, {draw(4) - 0.5, 0.2 * draw(5), draw(6)});
    p.id[i] = 1000 + 3 * i;
  }
  if (n > 2) p.set_position(2, p.position(0) + Vec3<double>{1e-3, 0, 0});
  return p;
}

std::unique_ptr<Algorithm> make(const Kind& kind, Ranks& ranks) {
  Settings settings(*kind.contract, Backend::kCpu, kind.threads);
  settings.set("dt", 1.0 / 64);
  for (const auto& [name, word] : kind.words) settings.set(name, std::string_view(word));
  settings.share_among(ranks);
  for (const Implementation& each : reference::implementations())
    if (each.contract == kind.contract) return each.make(settings);
  throw UsageError("no such algorithm");
}

/// After a few steps, on each rank.
Particles moved(const Kind& kind, const Particles& from, Ranks& ranks) {
  const auto algorithm = make(kind, ranks);
  algorithm->load(from);
  SilentTimer silent(kind.contract->stages);
  for (int step = 0; step < 4; ++step) algorithm->advance(silent);
  Particles out;
  algorithm->store(out);
  return out;
}

void expect_same_bits(const Particles& a, const Particles& b, const std::string& where) {
  ASSERT_EQ(a.size(), b.size()) << where;
  EXPECT_EQ(a.id, b.id) << where;
  const auto same = [&](const std::vector<double>& one, const std::vector<double>& other) {
    return one.size() == other.size() &&
           (one.empty() || std::memcmp(one.data(), other.data(), 8 * one.size()) == 0);
  };
  EXPECT_TRUE(same(a.mass, b.mass)) << where;
  EXPECT_TRUE(same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z)) << where;
  EXPECT_TRUE(same(a.vx, b.vx) && same(a.vy, b.vy) && same(a.vz, b.vz)) << where;
  EXPECT_TRUE(same(a.ax, b.ax) && same(a.ay, b.ay) && same(a.az, b.az)) << where;
}

class RankInvariance : public testing::TestWithParam<Kind> {};

// With 5 bodies all but one rank have none.
TEST_P(RankInvariance, TheBitsAreThoseOfOneRank) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{5}, std::size_t{257}}) {
    const Particles from = lumpy(n);
    const Particles expected = moved(GetParam(), from, alone());
    for (const int size : {1, 2, 3, 4, 7}) {
      std::mutex one_at_a_time;
      run_as_threads({size}, [&](Ranks& ranks) {
        const Particles found = moved(GetParam(), from, ranks);
        const std::lock_guard lock(one_at_a_time);
        expect_same_bits(expected, found,
                         std::to_string(n) + " bodies, rank " + std::to_string(ranks.rank()) +
                             " of " + std::to_string(size));
      });
    }
  }
}

// What comes from another rank is used: a flipped bit on the way is seen at the end. (With block
// steps ranks would part ways over who is due.)
class RankFault : public RankInvariance {};

TEST_P(RankFault, IsSeenInTheBits) {
  const Particles from = lumpy(257);
  const Particles expected = moved(GetParam(), from, alone());
  const Tamper flip = [](int sender, int, std::span<std::byte> data) {
    if (sender == 1 && data.size() > 64) data[6] ^= std::byte{1};
  };
  std::mutex one_at_a_time;
  bool same = true;
  run_as_threads({3, 60, flip}, [&](Ranks& ranks) {
    const Particles found = moved(GetParam(), from, ranks);
    const std::lock_guard lock(one_at_a_time);
    if (ranks.rank() == 0) same = found.x == expected.x && found.vx == expected.vx;
  });
  EXPECT_FALSE(same);
}

const Kind kSharedSteps[] = {
    {"all_pairs_fp64", &all_pairs::contract(), {}},
    {"all_pairs_fp32", &all_pairs::contract(), {{"precision", "fp32"}}},
    {"all_pairs_best", &all_pairs::contract(), {{"loop", "best"}}},
    {"all_pairs_best_fp32", &all_pairs::contract(), {{"loop", "best"}, {"precision", "fp32"}}},
    {"all_pairs_two_threads", &all_pairs::contract(), {}, 2},
    {"hermite_shared", &hermite::contract(), {{"steps", "shared"}}},
};
const Kind kTrees[] = {
    {"barnes_hut", &barnes_hut::contract(), {}},
    {"barnes_hut_two_threads", &barnes_hut::contract(), {{"order", "id"}}, 2},
    {"barnes_hut_fp32", &barnes_hut::contract(), {{"precision", "fp32"}}},
    {"barnes_hut_relative",
     &barnes_hut::contract(),
     {{"opening", "relative"}, {"moments", "monopole"}}},
    {"barnes_hut_individual",
     &barnes_hut::contract(),
     {{"opening", "relative"}, {"softening_kernel", "spline"}, {"steps", "individual"}}},
};
const Kind kBlockSteps[] = {
    {"hermite", &hermite::contract(), {}},
    {"hermite_best", &hermite::contract(), {{"loop", "best"}}},
};
constexpr auto kName = [](const auto& of) { return of.param.name; };
INSTANTIATE_TEST_SUITE_P(Shared, RankInvariance, testing::ValuesIn(kSharedSteps), kName);
INSTANTIATE_TEST_SUITE_P(Trees, RankInvariance, testing::ValuesIn(kTrees), kName);
INSTANTIATE_TEST_SUITE_P(Blocks, RankInvariance, testing::ValuesIn(kBlockSteps), kName);
INSTANTIATE_TEST_SUITE_P(Shared, RankFault, testing::ValuesIn(kSharedSteps), kName);

TEST(RanksOfAllPairs, TheSymmetricLoopIsForOneRank) {
  run_as_threads({2}, [](Ranks& ranks) {
    EXPECT_THROW(make({"", &all_pairs::contract(), {{"loop", "symmetric"}}}, ranks), UsageError);
  });
}

TEST(RanksOfAllPairs, EachRankGetsThePositionsOfTheOthersInAStep) {
  run_as_threads({3}, [](Ranks& ranks) {
    const auto algorithm = make({"", &all_pairs::contract(), {}}, ranks);
    algorithm->load(lumpy(257));
    ranks.forget_traffic();
    SilentTimer silent(all_pairs::contract().stages);
    algorithm->advance(silent);
    const std::size_t others = 257 - share_of(257, ranks).size();
    EXPECT_EQ(ranks.traffic().bytes, 3 * 8 * static_cast<std::int64_t>(others));
  });
}

}  // namespace
}  // namespace tycho::test
