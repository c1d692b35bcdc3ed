// The tree codes over ranks, ranks being threads: the bits of one rank, also where bodies are few,
// in one place or on the seams of cells, and behind a restart at another number of ranks.
#include <gtest/gtest.h>

#include <mutex>

#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/tree_pm.hpp"
#include "core/formulas/cosmology.hpp"
#include "tests/ranks/invariance.hpp"

namespace tycho::test {
namespace {

bool periodic(const Kind& kind) { return kind.contract == &tree_pm::contract(); }

/// Whether every rank has all bodies, and the walk alone is shared out.
bool on_device(const Kind& kind) {
  return kind.words.contains("scheme") && kind.words.at("scheme") == "device";
}

/// In the box of tree_pm's default, with its matter, some of them at and beyond its faces.
Particles in_box(Particles p) {
  const double box = 130;
  double all = 0;
  for (const double mass : p.mass) all += mass;
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.mass[i] *= particle_mass(Cosmology{}, box, 1) / all;
    p.set_position(i, box * p.position(i));
    p.set_velocity(i, 300 * p.velocity(i));
  }
  return p;
}

/// In clumps around a few of them, which are at different depths of the tree.
Particles clumpy(std::size_t n) {
  Particles p = lumpy(n);
  for (std::size_t i = 5; i < n; ++i) {
    const double size = 0.2 / static_cast<double>(1 + i % 5 * 10);
    p.set_position(i, p.position(i % 5) + size * p.position(i));
  }
  return p;
}

Particles for_kind(const Kind& kind, Particles p) {
  if (kind.words.contains("softening_kernel") && kind.numbers.contains("softening"))
    for (std::size_t i = 0; i < p.size(); ++i)
      p.softening.push_back(0.001 * static_cast<double>(1 + i % 7));
  return periodic(kind) ? in_box(std::move(p)) : p;
}

/// Of an algorithm that ends its steps with these counters.
void expect_sound(const Algorithm& algorithm, const std::string& where) {
  const auto counters = algorithm.counters();
  EXPECT_EQ(counters.at("opened_missing_cells"), 0) << where;
  EXPECT_GT(counters.at("particles_a_rank"), 0) << where;
  EXPECT_GT(counters.at("received_bytes"), 0) << where;
  EXPECT_GT(counters.at("received_messages"), 0) << where;
}

class TreeRanks : public OfKind {
 protected:
  static void expect_bits_of_one_rank(const Particles& given, const std::string& what,
                                      const std::vector<int>& sizes = {2, 3, 4, 7, 12}) {
    const Particles from = for_kind(GetParam(), given);
    const auto one = make(GetParam(), alone());
    const double expected_share = share_unstored(*one, from);
    const Particles expected = stepped(*one, from);
    const auto fields = fields_of(*one);
    const auto expected_counters = one->counters();
    for (const int size : sizes) {
      std::mutex one_at_a_time;
      run_as_threads({size}, [&](Ranks& ranks) {
        const auto algorithm = make(GetParam(), ranks);
        const double share = share_unstored(*algorithm, from);
        const Particles found = stepped(*algorithm, from);
        const auto found_fields = fields_of(*algorithm);
        const std::string where =
            what + ", rank " + std::to_string(ranks.rank()) + " of " + std::to_string(size);
        const std::lock_guard lock(one_at_a_time);
        expect_same_bits(expected, found, where);
        EXPECT_EQ(fields, found_fields) << where;
        expect_sound(*algorithm, where);
        EXPECT_EQ(expected_share, share) << where;
        auto counters = algorithm->counters();
        for (const auto& [name, value] : expected_counters) {
          if (name == "host_waits" && on_device(GetParam())) {  // for the forces of the others
            EXPECT_GT(counters[name], value) << where;
          } else if (name == "host_waits") {  // with nothing to do a rank does not wait for its GPU
            EXPECT_LE(counters[name], value) << where;
          } else {
            EXPECT_EQ(value, counters[name]) << where << ": " << name;
          }
        }
      });
    }
  }

  /// How much the walks of two steps did, asked for without store().
  static double share_unstored(Algorithm& algorithm, const Particles& from) {
    algorithm.load(from);
    SilentTimer silent(GetParam().contract->stages);
    for (int step = 0; step < 2; ++step) algorithm.advance(silent);
    algorithm.settle();
    int walk = 0;
    while (GetParam().contract->stages[walk].id != "walk") ++walk;
    return algorithm.work_share(walk);
  }
  static Particles stepped(Algorithm& algorithm, const Particles& from, int steps = 2) {
    algorithm.load(from);
    return further(algorithm, steps);
  }
  static Particles further(Algorithm& algorithm, int steps) {
    SilentTimer silent(GetParam().contract->stages);
    for (int step = 0; step < steps; ++step) algorithm.advance(silent);
    Particles out;
    algorithm.store(out);
    return out;
  }
  static std::vector<std::vector<double>> fields_of(Algorithm& algorithm) {
    std::vector<std::vector<double>> all;
    for (const char* name : {"particle_potential", "rung", "tree_leaf_count", "tree_root",
                             "density", "potential", "energy"})
      all.push_back(algorithm.field(name));
    return all;
  }
};

TEST_P(TreeRanks, TheBitsAreThoseOfOneRank) {
  expect_bits_of_one_rank(clumpy(307), "clumps");
  expect_bits_of_one_rank(lumpy(307), "spread");
}

// The least that runs every stage of a rank: scripts/sanitize has tools that take minutes for more.
TEST_P(TreeRanks, OfTwoTheBitsAreThoseOfOne) {
  expect_bits_of_one_rank(clumpy(53), "two ranks", {2});
}

TEST_P(TreeRanks, WithFewerBodiesThanRanks) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{5}})
    expect_bits_of_one_rank(lumpy(n), std::to_string(n) + " bodies");
}

// Of bodies with one key no cell can be divided: one rank has them all.
TEST_P(TreeRanks, WithAllBodiesInOneCell) {
  Particles p = lumpy(41);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.set_position(i, {0.25, 0.5, 0.75});
    p.set_velocity(i, {0.1, 0.2, -0.1});
  }
  expect_bits_of_one_rank(p, "one place");
}

// A lattice whose bodies stand on the faces of cells.
TEST_P(TreeRanks, WithBodiesOnTheSeams) {
  Particles p = lumpy(216);
  for (std::size_t i = 0; i < p.size(); ++i)
    p.set_position(i, {static_cast<double>(i % 6) / 8, static_cast<double>(i / 6 % 6) / 8,
                       static_cast<double>(i / 36) / 8});
  expect_bits_of_one_rank(p, "lattice");
}

TEST_P(TreeRanks, ARestartAtAnotherNumberOfRanksGoesOnToTheBit) {
  const Particles from = for_kind(GetParam(), clumpy(153));
  const auto one = make(GetParam(), alone());
  const Particles expected = stepped(*one, from, 4);
  Particles half;
  std::vector<double> checkpoint;
  run_as_threads({3}, [&](Ranks& ranks) {
    const auto algorithm = make(GetParam(), ranks);
    const Particles stored = stepped(*algorithm, from, 2);
    const std::vector<double> kept = algorithm->checkpoint();
    if (ranks.rank() != 1) return;
    half = stored;
    checkpoint = kept;
  });
  for (const int size : {1, 2, 7}) {
    std::mutex one_at_a_time;
    run_as_threads({size}, [&](Ranks& ranks) {
      const auto algorithm = make(GetParam(), ranks);
      algorithm->restore(half, checkpoint);
      const Particles found = further(*algorithm, 2);
      const std::lock_guard lock(one_at_a_time);
      expect_same_bits(expected, found, "restarted on " + std::to_string(size));
    });
  }
}

// With shared steps a part is the whole step.
TEST_P(TreeRanks, ARestartBehindAPartOfAStepGoesOnToTheBit) {
  const Kind& kind = GetParam();
  const int left = kind.words.contains("steps") ? 1 : 0;
  const Particles from = for_kind(kind, clumpy(153));
  const Particles expected = stepped(*make(kind, alone()), from, 2);
  std::vector<double> checkpoint;
  run_as_threads({3}, [&](Ranks& ranks) {
    const auto algorithm = make(kind, ranks);
    stepped(*algorithm, from, 1);
    SilentTimer silent(kind.contract->stages);
    const bool ended = algorithm->advance_part(silent);
    const std::vector<double> kept = algorithm->checkpoint();
    if (ranks.rank() != 1) return;
    EXPECT_EQ(ended, left == 0);
    checkpoint = kept;
  });
  for (const int size : {1, 2, 7}) {
    std::mutex one_at_a_time;
    run_as_threads({size}, [&](Ranks& ranks) {
      const auto algorithm = make(kind, ranks);
      algorithm->restore(from, checkpoint);
      const Particles found = further(*algorithm, left);
      const std::lock_guard lock(one_at_a_time);
      expect_same_bits(expected, found, "restarted on " + std::to_string(size));
    });
  }
}

// What came a step ago is no longer true. In so short a step no cell changes its place, and
// messages are as long as before.
TEST_P(TreeRanks, AStaleImportIsSeenInTheBits) {
  Kind kind = GetParam();
  kind.numbers["dt"] = 1e-5;
  const Particles from = for_kind(kind, lumpy(307));
  const Particles expected = stepped(*make(kind, alone()), from, 4);
  // Messages of this length are of bodies and cells; each is given again in place of the next one
  // that is as long.
  constexpr std::size_t kLong = 400;
  std::map<std::size_t, std::vector<std::byte>> last;
  const Tamper stale = [&](int sender, int receiver, std::span<std::byte> data) {
    if (sender != 1 || receiver != 0 || data.size() < kLong) return;
    std::vector<std::byte> now(data.begin(), data.end());
    const auto found = last.find(data.size());
    if (found != last.end()) std::copy(found->second.begin(), found->second.end(), data.begin());
    last[data.size()] = std::move(now);
  };
  bool seen = false;
  try {
    run_as_threads({2, 60, stale}, [&](Ranks& ranks) {
      const auto algorithm = make(kind, ranks);
      const Particles found = stepped(*algorithm, from, 4);
      if (ranks.rank() == 0) seen = found.x != expected.x || found.ax != expected.ax;
    });
  } catch (const std::exception&) {
    seen = true;  // what came does not fit together
  }
  EXPECT_TRUE(seen);
}

const Kind kTrees[] = {
    {"barnes_hut", &barnes_hut::contract(), {}},
    {"barnes_hut_two_threads",
     &barnes_hut::contract(),
     {{"order", "id"}},
     2,
     {{"leaf", 3}, {"theta", 0.9}}},
    {"barnes_hut_fp32", &barnes_hut::contract(), {{"precision", "fp32"}}, 1, {{"leaf", 4}}},
    {"barnes_hut_relative",
     &barnes_hut::contract(),
     {{"opening", "relative"}, {"moments", "monopole"}},
     1,
     {{"leaf", 4}}},
    {"barnes_hut_own_softenings",
     &barnes_hut::contract(),
     {{"softening_kernel", "spline"}},
     1,
     {{"leaf", 4}, {"softening", 0.002}}},
    {"barnes_hut_individual",
     &barnes_hut::contract(),
     {{"opening", "relative"}, {"steps", "individual"}},
     1,
     {{"leaf", 4}, {"rungs", 3}}},
    {"tree_pm", &tree_pm::contract(), {}, 1, {{"grid", 32}, {"leaf", 4}}},
    {"tree_pm_published",
     &tree_pm::contract(),
     {{"split", "published"}, {"opening", "geometric"}, {"order", "id"}},
     2,
     {{"grid", 32}, {"leaf", 4}}},
    {"tree_pm_individual",
     &tree_pm::contract(),
     {{"steps", "individual"}},
     1,
     {{"grid", 32}, {"leaf", 4}, {"rungs", 2}}},
};
/// scheme = particle, as published: a walk a thread through the host's tree.
Kind on_gpu(std::string name, const Contract& contract, std::map<std::string, std::string> words,
            std::map<std::string, double> numbers) {
  words.merge(std::map<std::string, std::string>{{"scheme", "particle"}, {"precision", "fp64"}});
  return {std::move(name), &contract, std::move(words), 1, std::move(numbers), Backend::kCuda};
}
const Kind kTreesOnGpu[] = {
    on_gpu("barnes_hut", barnes_hut::contract(), {}, {{"leaf", 4}}),
    on_gpu("barnes_hut_by_id", barnes_hut::contract(), {{"order", "id"}},
           {{"leaf", 3}, {"theta", 0.9}}),
    on_gpu("barnes_hut_fp32", barnes_hut::contract(), {{"precision", "fp32"}}, {{"leaf", 4}}),
    on_gpu("barnes_hut_relative", barnes_hut::contract(),
           {{"opening", "relative"}, {"moments", "monopole"}}, {{"leaf", 4}}),
    on_gpu("barnes_hut_own_softenings", barnes_hut::contract(), {{"softening_kernel", "spline"}},
           {{"leaf", 4}, {"softening", 0.002}}),
    on_gpu("barnes_hut_individual", barnes_hut::contract(),
           {{"opening", "relative"}, {"steps", "individual"}}, {{"leaf", 4}, {"rungs", 3}}),
    on_gpu("tree_pm", tree_pm::contract(), {{"mesh", "host"}}, {{"grid", 32}, {"leaf", 4}}),
    on_gpu("tree_pm_by_id", tree_pm::contract(), {{"mesh", "host"}, {"order", "id"}},
           {{"grid", 32}, {"leaf", 4}}),
    on_gpu("tree_pm_individual", tree_pm::contract(), {{"mesh", "host"}, {"steps", "individual"}},
           {{"grid", 32}, {"leaf", 4}, {"rungs", 2}}),
};
/// scheme = device: bodies, tree and mesh are on the GPU of every rank.
Kind all_on_gpu(std::string name, const Contract& contract,
                std::map<std::string, std::string> words, std::map<std::string, double> numbers) {
  words.merge(std::map<std::string, std::string>{{"scheme", "device"}, {"precision", "fp64"}});
  return {std::move(name), &contract, std::move(words), 1, std::move(numbers), Backend::kCuda};
}
const Kind kTreesAllOnGpu[] = {
    all_on_gpu("barnes_hut", barnes_hut::contract(), {}, {{"leaf", 4}}),
    all_on_gpu("barnes_hut_fp32", barnes_hut::contract(), {{"precision", "fp32"}}, {}),
    all_on_gpu("barnes_hut_relative", barnes_hut::contract(),
               {{"opening", "relative"}, {"moments", "monopole"}}, {{"leaf", 4}}),
    all_on_gpu("barnes_hut_own_softenings", barnes_hut::contract(),
               {{"softening_kernel", "spline"}}, {{"leaf", 4}, {"softening", 0.002}}),
    all_on_gpu("barnes_hut_individual", barnes_hut::contract(),
               {{"opening", "relative"}, {"steps", "individual"}}, {{"leaf", 4}, {"rungs", 3}}),
    all_on_gpu("tree_pm", tree_pm::contract(), {}, {{"grid", 32}, {"leaf", 4}}),
    all_on_gpu("tree_pm_published_fp32", tree_pm::contract(),
               {{"split", "published"}, {"opening", "geometric"}, {"precision", "fp32"}},
               {{"grid", 32}, {"leaf", 4}}),
    all_on_gpu("tree_pm_individual", tree_pm::contract(), {{"steps", "individual"}},
               {{"grid", 32}, {"leaf", 4}, {"rungs", 2}}),
};
INSTANTIATE_TEST_SUITE_P(cuda, TreeRanks, testing::ValuesIn(kTreesOnGpu),
                         [](const auto& of) { return of.param.name; });
INSTANTIATE_TEST_SUITE_P(cuda_device, TreeRanks, testing::ValuesIn(kTreesAllOnGpu),
                         [](const auto& of) { return of.param.name; });
INSTANTIATE_TEST_SUITE_P(Ranks, TreeRanks, testing::ValuesIn(kTrees),
                         [](const auto& of) { return of.param.name; });

TEST(RanksOfTrees, SchemesWhoseGroupsRanksWouldCutAreRefused) {
  run_as_threads({2}, [](Ranks& ranks) {
    EXPECT_THROW(make({"", &barnes_hut::contract(), {{"scheme", "best"}}}, ranks), UsageError);
    const Kind best{"", &tree_pm::contract(), {{"scheme", "best"}}};
    EXPECT_THROW(make(best, ranks)->load(in_box(lumpy(100))), UsageError);
    const Kind measured{"", &tree_pm::contract(), {{"planner", "measure"}}};
    EXPECT_THROW(make(measured, ranks)->load(in_box(lumpy(100))), UsageError);
  });
}

/// Settings of a GPU for two ranks: asked for on any machine, since the contract refuses.
Settings for_two_ranks(const Contract& contract, Ranks& ranks, const char* scheme,
                       const char* mesh = nullptr) {
  Settings settings(contract, Backend::kCuda);
  settings.set("scheme", scheme);
  if (mesh) settings.set("mesh", mesh);
  settings.share_among(ranks);
  return settings;
}

TEST(RanksOfTrees, TheDeviceIsSharedWithItsMeshAndTheHostsGroupsAreNot) {
  run_as_threads({2}, [](Ranks& ranks) {
    EXPECT_NO_THROW(
        barnes_hut::require_sound(for_two_ranks(barnes_hut::contract(), ranks, "device")));
    EXPECT_NO_THROW(tree_pm::require_sound(
        for_two_ranks(tree_pm::contract(), ranks, "device", "device"), 4096));
    EXPECT_THROW(
        tree_pm::require_sound(for_two_ranks(tree_pm::contract(), ranks, "device", "host"), 4096),
        UsageError);
    Settings grouped = for_two_ranks(barnes_hut::contract(), ranks, "grouped");
    grouped.set("moments", "monopole");
    EXPECT_THROW(barnes_hut::require_sound(grouped), UsageError);
  });
}

}  // namespace
}  // namespace tycho::test
