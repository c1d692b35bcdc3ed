// Particle-mesh gravity in slabs: the same bits at any number of ranks, whatever the particles do,
// and close to the run without ranks.
#include "core/contracts/particle_mesh.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/philox.hpp"
#include "tests/ranks/on_mesh.hpp"

namespace tycho::test {
namespace {

using Words = std::map<std::string, std::string>;
using Numbers = std::map<std::string, double>;

OnMesh mesh_of(const std::string& name, const Words& words, Numbers numbers = {}, int threads = 1) {
  numbers.emplace("grid", 8);
  numbers.emplace("dt", 1.0 / 16);
  // Ranks wait for each other before every half sweep.
  numbers.emplace("cycles", 2);
  numbers.emplace("pre", 1);
  numbers.emplace("post", 2);
  return {name, &particle_mesh::contract(), numbers, words, threads};
}

/// In clumps and between them, fast enough that many cross a plane in a step; some lie on faces of
/// cells, on the edge of the box and where slabs meet.
Particles swarm(std::size_t n) {
  Particles p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto draw = [&](int k) { return Random(5).uniform(i, static_cast<std::uint32_t>(k)); };
    const double width = i % 3 == 0 ? 0.1 : 1.0;
    p.mass[i] = 1.0 / static_cast<double>(n);
    p.set_position(i, {width * draw(0), draw(1), 0.3 + width * (draw(2) - 0.3)});
    p.set_velocity(i, {draw(3) - 0.5, 2 * draw(4) - 1, 4 * draw(5) - 2});
    p.id[i] = 1000 + 3 * i;
  }
  const double faces[] = {0.0, 0.25, 0.5, 0.875, std::nextafter(1.0, 0.0), 1.0 / 3};
  for (std::size_t i = 0; i < std::min(n, std::size(faces)); ++i) p.z[i] = faces[i];
  return p;
}

class MeshOverRanks : public testing::TestWithParam<OnMesh> {};

// With 5 particles some ranks have none.
TEST_P(MeshOverRanks, TheBitsAreThoseOfOneRank) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{5}, std::size_t{257}}) {
    const Particles from = swarm(n);
    const Particles expected = moved(GetParam(), from, &alone());
    for (const int size : kNumbersOfRanks)
      on_ranks({size}, [&](Ranks& ranks) {
        const Particles found = moved(GetParam(), from, &ranks);
        return [&, found] { EXPECT_TRUE(same_bits(expected, found)) << n << " particles"; };
      });
  }
}

// Transforms are cut otherwise, and sums of clouds have another order.
TEST_P(MeshOverRanks, OneRankIsCloseToNone) {
  const Particles from = swarm(257);
  const Particles with = moved(GetParam(), from, &alone()),
                  without = moved(GetParam(), from, nullptr);
  const bool single = GetParam().words.contains("precision");
  // Accelerations are of order 1, of some 10 roundings a transform along each axis.
  const double limit = 300 * (single ? 6e-8 : 1.1e-16);
  for (std::size_t i = 0; i < from.size(); ++i) {
    EXPECT_NEAR(with.vx[i], without.vx[i], limit);
    EXPECT_NEAR(with.vz[i], without.vz[i], limit);
    EXPECT_NEAR(with.ay[i], without.ay[i], limit);
    EXPECT_NEAR(with.az[i], without.az[i], limit);
  }
}

TEST_P(MeshOverRanks, FieldsAndPotentialsAreThoseOfOneRank) {
  const Particles from = swarm(97);
  const auto fields = [&](Ranks& ranks) {
    const auto algorithm = make(GetParam(), &ranks);
    algorithm->load(from);
    advance(*algorithm, GetParam(), 2);
    stored(*algorithm);
    std::map<std::string, std::vector<double>> all;
    for (const char* name : {"histogram", "density", "potential", "cell", "particle_potential"})
      all[name] = algorithm->field(name);
    return all;
  };
  const auto expected = fields(alone());
  EXPECT_EQ(expected.at("density").size(), 512u);
  EXPECT_EQ(expected.at("particle_potential").size(), 97u);
  on_ranks({3}, [&](Ranks& ranks) {
    const auto found = fields(ranks);
    return [&, found] {
      for (const auto& [name, values] : expected)
        EXPECT_TRUE(same_bits(values, found.at(name))) << name;
    };
  });
}

TEST_P(MeshOverRanks, ARestartAtAnotherNumberOfRanksGoesOnToTheBit) {
  const Particles from = swarm(101);
  const Particles expected = moved(GetParam(), from, &alone(), 5);
  std::vector<double> kept;
  run_as_threads({3}, [&](Ranks& ranks) {
    const auto algorithm = make(GetParam(), &ranks);
    algorithm->load(from);
    advance(*algorithm, GetParam(), 2);
    const std::vector<double> state = algorithm->checkpoint();
    if (ranks.rank() == 0) kept = state;
  });
  for (const int size : kNumbersOfRanks)
    on_ranks({size}, [&](Ranks& ranks) {
      const auto algorithm = make(GetParam(), &ranks);
      algorithm->restore(from, kept);
      advance(*algorithm, GetParam(), 3);
      const Particles found = stored(*algorithm);
      return [&, found] { EXPECT_TRUE(same_bits(expected, found)); };
    });
}

const OnMesh kMeshes[] = {
    mesh_of("fft", {}),
    mesh_of("fft_fp32", {{"precision", "fp32"}}),
    mesh_of("fft_two_threads", {}, {}, 2),
    mesh_of("multigrid", {{"poisson", "multigrid"}}),
    mesh_of("multigrid_jacobi", {{"poisson", "multigrid"}, {"smoother", "jacobi"}}),
    mesh_of("multigrid_fp32", {{"poisson", "multigrid"}, {"precision", "fp32"}}),
    mesh_of("cic", {{"deposit", "cic"}}),
    mesh_of("tsc_multigrid", {{"deposit", "tsc"}, {"poisson", "multigrid"}}),
};
constexpr auto kName = [](const auto& of) { return of.param.name; };
INSTANTIATE_TEST_SUITE_P(Mesh, MeshOverRanks, testing::ValuesIn(kMeshes), kName);

// Sides that are no power of two, or smaller than the number of ranks.
TEST(RanksOfParticleMesh, UnevenAndEmptySlabsGiveTheSameBits) {
  const Particles from = swarm(131);
  for (const double grid : {2.0, 3.0, 5.0, 12.0}) {
    const OnMesh kind = mesh_of("", {}, {{"grid", grid}});
    const Particles expected = moved(kind, from, &alone());
    for (const int size : kNumbersOfRanks)
      on_ranks({size}, [&](Ranks& ranks) {
        const Particles found = moved(kind, from, &ranks);
        return [&, found] { EXPECT_TRUE(same_bits(expected, found)) << "grid = " << grid; };
      });
  }
}

// Without a transform nothing is cut otherwise, and the sums have one order.
TEST(RanksOfParticleMesh, MultigridGivesTheBitsOfARunWithoutRanks) {
  for (const Words& words :
       {Words{{"poisson", "multigrid"}}, Words{{"poisson", "multigrid"}, {"smoother", "jacobi"}}}) {
    const OnMesh kind = mesh_of("", words, {{"grid", 16}});
    const Particles from = swarm(300);
    EXPECT_TRUE(same_bits(moved(kind, from, nullptr), moved(kind, from, &alone())));
  }
}

TEST(RanksOfParticleMesh, AllParticlesInOneCellGiveTheSameBits) {
  Particles from = swarm(40);
  for (std::size_t i = 0; i < from.size(); ++i)
    from.set_position(i, 1e-3 * from.position(i) + Vec3<double>{0.51, 0.26, 0.76});
  const OnMesh kind = mesh_of("", {});
  const Particles expected = moved(kind, from, &alone());
  for (const int size : kNumbersOfRanks)
    on_ranks({size}, [&](Ranks& ranks) {
      const Particles found = moved(kind, from, &ranks);
      return [&, found] { EXPECT_TRUE(same_bits(expected, found)); };
    });
}

// The numbers of particles add up in every step, ids come back as they were, and so does the mass.
TEST(RanksOfParticleMesh, EveryParticleIsOnOneRank) {
  const Particles from = swarm(257);
  const OnMesh kind = mesh_of("", {});
  for (const int size : kNumbersOfRanks) {
    std::int64_t migrants = 0;
    std::mutex one_at_a_time;
    on_ranks({size}, [&](Ranks& ranks) {
      const auto algorithm = make(kind, &ranks);
      algorithm->load(from);
      std::vector<std::int64_t> sums;
      for (int step = 0; step < 4; ++step) {
        advance(*algorithm, kind, 1);
        const auto counters = algorithm->counters();
        sums.push_back(ranks.sum(static_cast<std::int64_t>(counters.at("particles"))));
        const std::lock_guard lock(one_at_a_time);
        migrants += static_cast<std::int64_t>(counters.at("migrants"));
      }
      const Particles found = stored(*algorithm);
      return [&, sums, found] {
        EXPECT_EQ(sums, std::vector<std::int64_t>(4, 257));
        EXPECT_EQ(found.id, from.id);
        EXPECT_EQ(found.mass, from.mass);
        EXPECT_EQ(std::set<std::uint64_t>(found.id.begin(), found.id.end()).size(), 257u);
      };
    });
    EXPECT_TRUE(size == 1 || migrants > 50) << "nothing would be tested";
  }
}

/// The count of elements in a message to another rank, where it is one of migrants: on a mesh
/// of 16 a slab's part of a plane or of the modes has more than 63.
bool counts_migrants(std::span<std::byte> data, std::size_t& count) {
  if (data.size() != sizeof count) return false;
  std::memcpy(&count, data.data(), sizeof count);
  return count > 0 && count < 64;
}

TEST(RanksOfParticleMesh, ADroppedMigrantIsFound) {
  const Particles from = swarm(257);
  const OnMesh kind = mesh_of("", {}, {{"grid", 16}});
  const auto run = [&](const Tamper& tamper) {
    run_as_threads({3, 60, tamper}, [&](Ranks& ranks) { moved(kind, from, &ranks); });
  };
  EXPECT_NO_THROW(run({}));
  const Tamper drop = [](int sender, int receiver, std::span<std::byte> data) {
    std::size_t count = 0;
    if (sender != 1 || receiver != 2 || !counts_migrants(data, count)) return;
    --count;
    std::memcpy(data.data(), &count, sizeof count);
  };
  try {
    run(drop);
    ADD_FAILURE() << "nobody missed the particles";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("on no rank"), std::string::npos) << error.what();
  }
}

// A guard plane that is not copied, but left as it was, is seen in the bits.
TEST(RanksOfParticleMesh, ASkippedGuardPlaneIsSeenInTheBits) {
  const Particles from = swarm(257);
  for (const Words& words : {Words{}, Words{{"poisson", "multigrid"}}, Words{{"deposit", "cic"}}}) {
    const OnMesh kind = mesh_of("", words);
    const Particles expected = moved(kind, from, &alone());
    // With ngp a plane of the potential is 64 doubles; transposes are of more than one plane.
    const std::size_t plane = (words.contains("deposit") ? 2 : 1) * 64 * sizeof(double);
    const Tamper skip = [plane](int sender, int receiver, std::span<std::byte> data) {
      if (sender == 0 && receiver == 1 && data.size() == plane)
        std::fill(data.begin(), data.end(), std::byte{0});
    };
    std::mutex one_at_a_time;
    bool same = true;
    run_as_threads({3, 60, skip}, [&](Ranks& ranks) {
      const Particles found = moved(kind, from, &ranks);
      const std::lock_guard lock(one_at_a_time);
      if (ranks.rank() == 0) same = same_bits(expected, found);
    });
    EXPECT_FALSE(same);
  }
}

// What cannot be shared is refused on several ranks, and runs on one as without ranks.
TEST(RanksOfParticleMesh, SettingsForOneRankAreRefusedOnTwo) {
  const std::pair<Words, Numbers> unfit[] = {
      {{{"loop", "best"}}, {}},
      {{{"planner", "measure"}}, {}},
      {{{"transform", "c2c"}}, {}},
      {{{"boundary", "isolated"}}, {}},
      {{{"boundary", "dirichlet"}, {"poisson", "multigrid"}}, {}},
      {{{"poisson", "multigrid"}}, {{"tolerance", 1e-6}}},
  };
  for (const auto& [words, numbers] : unfit) {
    const OnMesh kind = mesh_of("", words, numbers);
    run_as_threads({2}, [&, kind](Ranks& ranks) { EXPECT_THROW(make(kind, &ranks), UsageError); });
    EXPECT_NO_THROW(make(kind, &alone()));
  }
}

TEST(RanksOfParticleMesh, ACheckpointOfOtherParticlesIsRefused) {
  const OnMesh kind = mesh_of("", {});
  const auto algorithm = make(kind, &alone());
  EXPECT_THROW(algorithm->restore(swarm(5), std::vector<double>(6 * 4)), UsageError);
}

}  // namespace
}  // namespace tycho::test
