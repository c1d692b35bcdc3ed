// scheme = device over ranks, which are threads that share a GPU: what ranks send each other, room
// that runs out, and walks of few bodies among many. tests/ranks/trees.cpp has the bits of all
// settings.
#include <gtest/gtest.h>

#include <mutex>

#include "core/contracts/barnes_hut.hpp"
#include "tests/ranks/invariance.hpp"

namespace tycho::test {
namespace {

class cuda_DeviceTreeRanks : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = backends::unavailable(Backend::kCuda);
    if (!reason.empty()) GTEST_SKIP() << reason;
  }

  static Kind kind(std::map<std::string, std::string> words,
                   std::map<std::string, double> numbers) {
    words["scheme"] = "device";
    return {"", &barnes_hut::contract(), std::move(words), 1, std::move(numbers), Backend::kCuda};
  }

  static void advance(Algorithm& algorithm, int steps) {
    SilentTimer silent(barnes_hut::contract().stages);
    for (int step = 0; step < steps; ++step) algorithm.advance(silent);
  }

  struct Ended {
    Particles particles;
    std::map<std::string, double> counters;
  };
  static Ended after(int steps, const Kind& kind, const Particles& from, Ranks& ranks) {
    const auto algorithm = make(kind, ranks);
    algorithm->load(from);
    advance(*algorithm, steps);
    Ended end;
    algorithm->store(end.particles);
    end.counters = algorithm->counters();
    return end;
  }

  /// On 2, 3 and 7 ranks, with what all ranks count together.
  static void expect_end_of_one_rank(const Ended& one, int steps, const Kind& kind,
                                     const Particles& from,
                                     const std::vector<const char*>& counters) {
    for (const int size : {2, 3, 7}) {
      std::mutex one_at_a_time;
      run_as_threads({size}, [&](Ranks& ranks) {
        const Ended found = after(steps, kind, from, ranks);
        const std::lock_guard lock(one_at_a_time);
        const std::string where =
            "rank " + std::to_string(ranks.rank()) + " of " + std::to_string(size);
        expect_same_bits(one.particles, found.particles, where);
        for (const char* name : counters)
          EXPECT_EQ(one.counters.at(name), found.counters.at(name)) << where << ": " << name;
      });
    }
  }
};

// In a step one acceleration of every body, in one message from every other rank.
TEST_F(cuda_DeviceTreeRanks, EachGetsThreeRealsOfEveryBodyThatOthersWalkFor) {
  run_as_threads({3}, [](Ranks& ranks) {
    const auto algorithm = make(kind({{"precision", "fp64"}}, {}), ranks);
    algorithm->load(lumpy(307));
    const Traffic before = ranks.traffic();
    advance(*algorithm, 1);
    const Traffic received = ranks.traffic() - before;
    EXPECT_EQ(received.messages, 2);
    EXPECT_EQ(received.bytes % (3 * 8), 0);
    EXPECT_EQ(ranks.sum(received.bytes), 2 * 3 * 8 * 307);  // each gets all but its own
  });
}

// Pairs that meet half-way and part again: for one step, with leaves of one body, each needs a
// chain of cells down to the deepest level. The forces that ranks exchange then are of the tree
// that was built again.
TEST_F(cuda_DeviceTreeRanks, ATreeThatFindsNoRoomIsBuiltAgainBeforeRanksMeet) {
  const int n = 600, steps = 8;
  Particles p(n);
  for (int i = 0; i < n; i += 2) {
    const auto draw = [&](std::uint32_t k) {
      return Random(3).uniform(static_cast<std::uint64_t>(i), k);
    };
    const Vec3<double> at{draw(0), 2 * draw(1), draw(2)};
    p.mass[i] = p.mass[i + 1] = 1e-15;
    p.set_position(i, at);
    p.set_position(i + 1, at + Vec3<double>{0.12, 0, 0});
    p.set_velocity(i + 1, {-(0.12 - 1e-6) / (steps / 2), 0, 0});
    p.id[i] = i;
    p.id[i + 1] = i + 1;
  }
  const Kind pairs = kind({{"precision", "fp64"}}, {{"dt", 1}, {"leaf", 1}, {"softening", 0.1}});
  const Ended one = after(steps, pairs, p, alone());
  EXPECT_GT(one.counters.at("redone_builds"), 0);
  expect_end_of_one_rank(one, steps, pairs, p, {"redone_builds", "walks"});
}

// Bodies of many thread blocks, dense in the middle: in most trees few of them walk.
TEST_F(cuda_DeviceTreeRanks, FewBodiesWalkAmongMany) {
  const int n = 5003, steps = 2;
  Particles p = lumpy(n);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double r = p.position(i).x;
    p.set_position(i, r * r * p.position(i));
    p.set_velocity(i, 0.1 * p.velocity(i));
  }
  for (const char* precision : {"fp64", "fp32"}) {
    const Kind individual =
        kind({{"precision", precision}, {"steps", "individual"}, {"opening", "relative"}},
             {{"rungs", 6}});
    const Ended one = after(steps, individual, p, alone());
    EXPECT_GE(one.counters.at("deepest_rung"), 3);
    EXPECT_LT(one.counters.at("walks"), 0.7 * n * one.counters.at("substeps"));
    expect_end_of_one_rank(one, steps, individual, p,
                           {"walks", "substeps", "interactions_per_body", "far_cells_per_body"});
  }
}

}  // namespace
}  // namespace tycho::test
