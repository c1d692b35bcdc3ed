// The same bits at any number of ranks, ranks being threads: every algorithm that several ranks can
// share, against the same code on one.
#include <gtest/gtest.h>

#include <mutex>
#include <string>

#include "core/contracts/all_pairs.hpp"
#include "core/contracts/hermite.hpp"
#include "core/ranks/share.hpp"
#include "tests/ranks/invariance.hpp"
#include "tests/ranks/threads.hpp"

namespace tycho::test {
namespace {

class RankInvariance : public OfKind {};

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
const Kind kBlockSteps[] = {
    {"hermite", &hermite::contract(), {}},
    {"hermite_best", &hermite::contract(), {{"loop", "best"}}},
};
Kind on_gpu(std::string name, const Contract& contract, std::map<std::string, std::string> words) {
  return {std::move(name), &contract, std::move(words), 1, {}, Backend::kCuda};
}
const Kind kSharedStepsOnGpu[] = {
    on_gpu("all_pairs_tiled", all_pairs::contract(), {{"kernel", "tiled"}}),
    on_gpu("all_pairs_tiled_fp32", all_pairs::contract(),
           {{"kernel", "tiled"}, {"precision", "fp32"}}),
    on_gpu("all_pairs_best", all_pairs::contract(), {{"kernel", "best"}}),
    on_gpu("all_pairs_best_fp32", all_pairs::contract(),
           {{"kernel", "best"}, {"precision", "fp32"}}),
    on_gpu("hermite_shared", hermite::contract(), {{"steps", "shared"}, {"predict", "host"}}),
};
const Kind kBlockStepsOnGpu[] = {
    on_gpu("hermite", hermite::contract(), {{"predict", "host"}}),
    on_gpu("hermite_ds", hermite::contract(), {{"predict", "host"}, {"precision", "ds"}}),
    on_gpu("hermite_paper", hermite::contract(),
           {{"predict", "host"}, {"precision", "fp32"}, {"kernel", "paper"}}),
};
constexpr auto kName = [](const auto& of) { return of.param.name; };
INSTANTIATE_TEST_SUITE_P(Shared, RankInvariance, testing::ValuesIn(kSharedSteps), kName);
INSTANTIATE_TEST_SUITE_P(Blocks, RankInvariance, testing::ValuesIn(kBlockSteps), kName);
INSTANTIATE_TEST_SUITE_P(Shared, RankFault, testing::ValuesIn(kSharedSteps), kName);
INSTANTIATE_TEST_SUITE_P(cuda_shared, RankInvariance, testing::ValuesIn(kSharedStepsOnGpu), kName);
INSTANTIATE_TEST_SUITE_P(cuda_blocks, RankInvariance, testing::ValuesIn(kBlockStepsOnGpu), kName);
INSTANTIATE_TEST_SUITE_P(cuda_shared, RankFault, testing::ValuesIn(kSharedStepsOnGpu), kName);

TEST(RanksOfAllPairs, TheSymmetricLoopIsForOneRank) {
  run_as_threads({2}, [](Ranks& ranks) {
    EXPECT_THROW(make({"", &all_pairs::contract(), {{"loop", "symmetric"}}}, ranks), UsageError);
  });
}

// On any machine: the settings are refused before a device is asked for.
TEST(RanksOfHermite, ABlockThatOnlyTheDeviceKnowsIsForOneRank) {
  if (backends::implementations(Backend::kCuda).empty()) GTEST_SKIP() << "built without CUDA";
  run_as_threads({2}, [](Ranks& ranks) {
    EXPECT_THROW(make(on_gpu("", hermite::contract(), {{"predict", "device"}}), ranks), UsageError);
  });
}

TEST(RanksOfAllPairs, EachRankGetsThePositionsOfTheOthersInAStep) {
  run_as_threads({3}, [](Ranks& ranks) {
    const auto algorithm = make({"", &all_pairs::contract(), {}}, ranks);
    algorithm->load(lumpy(257));
    const Traffic before = ranks.traffic();
    SilentTimer silent(all_pairs::contract().stages);
    algorithm->advance(silent);
    const std::size_t others = 257 - share_of(257, ranks).size();
    EXPECT_EQ((ranks.traffic() - before).bytes, 3 * 8 * static_cast<std::int64_t>(others));
  });
}

}  // namespace
}  // namespace tycho::test
