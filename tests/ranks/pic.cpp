// The particle-in-cell code in slabs of rows: the same bits at any number of ranks, whatever the
// particles do, and close to the run without ranks.
#include "core/contracts/pic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/philox.hpp"
#include "tests/ranks/on_mesh.hpp"

namespace tycho::test {
namespace {

using Words = std::map<std::string, std::string>;

// No message but that of a guard row has the length of one.
constexpr int kNx = 14, kNy = 10;

OnMesh plasma(const std::string& name, Words words = {}, int threads = 1, int ny = kNy) {
  words.emplace("layout", "ordered");
  return {name,
          &pic::contract(),
          {{"nx", kNx}, {"ny", static_cast<double>(ny)}, {"dt", 0.25}, {"particle_size", 0.5}},
          words,
          threads};
}

/// Denser at one side; many cross a row in a step; some lie on faces of cells, on the edge of the
/// box and where slabs meet.
Particles electrons(std::size_t n, int ny = kNy) {
  Particles p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto draw = [&](int k) { return Random(9).uniform(i, static_cast<std::uint32_t>(k)); };
    p.mass[i] = kNx * static_cast<double>(ny) / static_cast<double>(n);
    p.set_position(i, {kNx * draw(0), ny * draw(1) * draw(2), 0});
    p.set_velocity(i, {2 * draw(3) - 1, 4 * draw(4) - 2, 0});
    p.id[i] = 1000 + 3 * i;
  }
  const double faces[] = {0, 1, 2, ny / 2.0, std::nextafter(double(ny), 0.0), ny - 1.0};
  for (std::size_t i = 0; i < std::min(n, std::size(faces)); ++i) p.y[i] = faces[i];
  return p;
}

void expect_bits_of_one_rank(const OnMesh& kind, const Particles& from) {
  const Particles expected = moved(kind, from, &alone());
  for (const int size : kNumbersOfRanks)
    on_ranks({size}, [&](Ranks& ranks) {
      const Particles found = moved(kind, from, &ranks);
      return [&, found] { EXPECT_TRUE(same_bits(expected, found)) << from.size() << " particles"; };
    });
}

const Words kLayouts[] = {{{"layout", "ordered"}}, {{"layout", "scatter"}}};

class PlasmaInALayout : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Layouts, PlasmaInALayout, testing::Values("ordered", "scatter"),
                         [](const auto& of) { return of.param; });

class PlasmaOverRanks : public testing::TestWithParam<OnMesh> {};

TEST_P(PlasmaOverRanks, TheBitsAreThoseOfOneRank) {
  for (const std::size_t n : {std::size_t{1}, std::size_t{5}, std::size_t{1009}})
    expect_bits_of_one_rank(GetParam(), electrons(n));
}

// The sums over a cell's particles are the same; transforms are cut otherwise, and a row of the
// charge is a sum of two rows of patches.
TEST_P(PlasmaOverRanks, OneRankIsCloseToNone) {
  const Particles from = electrons(1009);
  const Particles with = moved(GetParam(), from, &alone()),
                  without = moved(GetParam(), from, nullptr);
  ASSERT_EQ(with.id, without.id) << "the order in the cells is the same";
  const bool single = GetParam().words.contains("precision");
  // Fields are of order 1 to 10, of some 10 roundings a transform along each axis.
  const double limit = 1000 * (single ? 6e-8 : 1.1e-16);
  for (std::size_t i = 0; i < from.size(); ++i) {
    EXPECT_NEAR(with.x[i], without.x[i], limit);
    EXPECT_NEAR(with.vy[i], without.vy[i], limit);
    EXPECT_NEAR(with.ax[i], without.ax[i], limit);
    EXPECT_NEAR(with.ay[i], without.ay[i], limit);
  }
}

TEST_P(PlasmaOverRanks, FieldsAreThoseOfOneRank) {
  const Particles from = electrons(97);
  const auto fields = [&](Ranks& ranks) {
    const auto algorithm = make(GetParam(), &ranks);
    algorithm->load(from);
    advance(*algorithm, GetParam(), 2);
    stored(*algorithm);
    std::map<std::string, std::vector<double>> all;
    for (const char* name :
         {"charge_density", "ex", "ey", "potential", "particle_potential", "group"})
      all[name] = algorithm->field(name);
    return all;
  };
  const auto expected = fields(alone());
  EXPECT_EQ(expected.at("potential").size(), std::size_t{kNx * kNy});
  on_ranks({3}, [&](Ranks& ranks) {
    const auto found = fields(ranks);
    return [&, found] {
      for (const auto& [name, values] : expected)
        EXPECT_TRUE(same_bits(values, found.at(name))) << name;
    };
  });
}

TEST_P(PlasmaOverRanks, ARestartAtAnotherNumberOfRanksGoesOnToTheBit) {
  const Particles from = electrons(301);
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

const OnMesh kPlasmas[] = {
    plasma("fp64"),
    plasma("fp32", {{"precision", "fp32"}}),
    plasma("two_threads", {}, 2),
    plasma("scatter", {{"layout", "scatter"}}),
    plasma("scatter_fp32", {{"layout", "scatter"}, {"precision", "fp32"}}),
    plasma("scatter_two_threads", {{"layout", "scatter"}}, 2),
};
constexpr auto kName = [](const auto& of) { return of.param.name; };
INSTANTIATE_TEST_SUITE_P(Plasma, PlasmaOverRanks, testing::ValuesIn(kPlasmas), kName);

// Of 4 rows 7 ranks have some none.
TEST(RanksOfPic, EmptySlabsGiveTheSameBits) {
  for (const Words& words : kLayouts)
    expect_bits_of_one_rank(plasma("", words, 1, 4), electrons(211, 4));
}

TEST(RanksOfPic, AllParticlesInOneCellGiveTheSameBits) {
  Particles from = electrons(60);
  for (std::size_t i = 0; i < from.size(); ++i)
    from.set_position(i, {5 + 0.01 * from.x[i], 4 + 0.05 * from.y[i], 0});
  for (const Words& words : kLayouts) {
    OnMesh slow = plasma("", words);
    slow.numbers["dt"] = 0.05;  // the charge of the whole box is in one place
    expect_bits_of_one_rank(slow, from);
  }
}

// A message that was spoilt on its way says of a particle that it is in another rank's rows.
TEST_P(PlasmaInALayout, AMigrantForAnotherSlabIsFound) {
  const Tamper spoil = [](int sender, int receiver, std::span<std::byte> data) {
    constexpr std::size_t kTraveller = 48, kMost = 11;  // a whole slab has more
    if (sender == 1 && receiver == 2 && data.size() % kTraveller == 0 &&
        data.size() <= kMost * kTraveller)
      std::fill(data.begin(), data.end(), std::byte{0});
  };
  const auto run = [&] {
    run_as_threads({3, 60, spoil}, [&](Ranks& ranks) {
      moved(plasma("", {{"layout", GetParam()}}), electrons(101), &ranks);
    });
  };
  try {
    run();
    ADD_FAILURE() << "nobody saw it";
  } catch (const StageError& error) {
    EXPECT_NE(std::string(error.what()).find("not of its rows"), std::string::npos) << error.what();
  }
}

TEST_P(PlasmaInALayout, EveryParticleIsOnOneRank) {
  const Particles from = electrons(257);
  const OnMesh kind = plasma("", {{"layout", GetParam()}});
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
        EXPECT_EQ(std::set(found.id.begin(), found.id.end()),
                  std::set(from.id.begin(), from.id.end()));
        EXPECT_EQ(found.mass, from.mass);
      };
    });
    EXPECT_TRUE(size == 1 || migrants > 50) << "nothing would be tested";
  }
}

// Messages of migrants are the only ones of fewer than 12 elements: rows are of 14 and 15 reals
// and whole blocks of modes.
TEST_P(PlasmaInALayout, ADroppedMigrantIsFound) {
  const Particles from = electrons(101);
  const auto run = [&](const Tamper& tamper) {
    run_as_threads({3, 60, tamper}, [&](Ranks& ranks) {
      moved(plasma("", {{"layout", GetParam()}}), from, &ranks);
    });
  };
  EXPECT_NO_THROW(run({}));
  const Tamper drop = [](int sender, int receiver, std::span<std::byte> data) {
    std::size_t count = 0;
    if (sender != 1 || receiver != 2 || data.size() != sizeof count) return;
    std::memcpy(&count, data.data(), sizeof count);
    if (count == 0 || count > 11) return;
    --count;
    std::memcpy(data.data(), &count, sizeof count);
  };
  try {
    run(drop);
    ADD_FAILURE() << "nobody missed the particles";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("lost or doubled"), std::string::npos) << error.what();
  }
}

// A guard row that does not come is seen in the bits: one of the charge (nx + 1), one of the field.
TEST_P(PlasmaInALayout, ASkippedGuardRowIsSeenInTheBits) {
  const Particles from = electrons(257);
  const Particles expected = moved(plasma("", {{"layout", GetParam()}}), from, &alone());
  // Of scattered particles both are of nx.
  std::vector<std::size_t> rows{kNx};
  if (GetParam() == "ordered") rows.push_back(kNx + 1);
  for (const std::size_t row : rows) {
    const Tamper skip = [row](int, int receiver, std::span<std::byte> data) {
      if (receiver == 1 && data.size() == row * sizeof(double))
        std::fill(data.begin(), data.end(), std::byte{0});
    };
    std::mutex one_at_a_time;
    bool same = true;
    run_as_threads({3, 60, skip}, [&](Ranks& ranks) {
      const Particles found = moved(plasma("", {{"layout", GetParam()}}), from, &ranks);
      const std::lock_guard lock(one_at_a_time);
      if (ranks.rank() == 0) same = same_bits(expected, found);
    });
    EXPECT_FALSE(same) << row;
  }
}

TEST(RanksOfPic, AParticleThatIsTooFastStopsAllRanksWithOneReason) {
  Particles from = electrons(257);
  from.vy[17] = 100;
  std::mutex one_at_a_time;
  int told = 0;
  EXPECT_THROW(run_as_threads({3},
                              [&](Ranks& ranks) {
                                try {
                                  moved(plasma(""), from, &ranks);
                                } catch (const StageError& error) {
                                  const std::lock_guard lock(one_at_a_time);
                                  told += std::string(error.what()).find("1 particle moved by") !=
                                          std::string::npos;
                                  throw;
                                }
                              }),
               StageError);
  EXPECT_EQ(told, 3);
}

TEST(RanksOfPic, SettingsForOneRankAreRefusedOnTwo) {
  for (const Words& words :
       {Words{{"loop", "best"}}, Words{{"fft", "batched"}}, Words{{"planner", "measure"}},
        Words{{"fft", "batched"}, {"layout", "scatter"}}}) {
    const OnMesh kind = plasma("", words);
    run_as_threads({2}, [&, kind](Ranks& ranks) { EXPECT_THROW(make(kind, &ranks), UsageError); });
    EXPECT_NO_THROW(make(kind, &alone()));
  }
}

TEST(RanksOfPic, ACheckpointOfOtherParticlesIsRefused) {
  const auto algorithm = make(plasma(""), &alone());
  EXPECT_THROW(algorithm->restore(electrons(5), std::vector<double>(6 * 4)), UsageError);
}

}  // namespace
}  // namespace tycho::test
