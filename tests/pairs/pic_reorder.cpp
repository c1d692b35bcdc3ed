// Particles kept in order: none lost, none doubled, each in the group of its cell, whatever the
// room; and what is too fast is said.
#include "tests/pairs/pic_variants.hpp"
#include "tests/pairs/refusal.hpp"

namespace tycho {
namespace {

class PicReorder : public PicTest {
 protected:
  static double group_of(const Particles& p, std::size_t k) {
    const int i = static_cast<int>(p.x[k]), j = static_cast<int>(p.y[k]);
    if (is("layout", "ordered")) return i + kNx * j;
    const auto tile = [](const char* setting) {
      const auto found = GetParam().numbers.find(setting);
      return found == GetParam().numbers.end() ? 16 : static_cast<int>(found->second);
    };
    const int across = kNx / tile("tile_x");
    return i / tile("tile_x") + across * (j / tile("tile_y"));
  }

  static void expect_in_order(Algorithm& pic, std::vector<std::uint64_t> ids) {
    const Particles p = stored(pic);
    const auto groups = pic.field("group");
    ASSERT_EQ(groups.size(), is("layout", "scatter") ? 0 : p.size());
    for (std::size_t k = 0; k < p.size(); ++k) {
      ASSERT_TRUE(p.x[k] >= 0 && p.x[k] < kNx && p.y[k] >= 0 && p.y[k] < kNy)
          << p.x[k] << ", " << p.y[k];
      if (!groups.empty()) {
        ASSERT_EQ(groups[k], group_of(p, k)) << p.x[k] << ", " << p.y[k];
      }
    }
    std::sort(ids.begin(), ids.end());
    ASSERT_EQ(by_id(p).id, ids);
  }
};

TEST_P(PicReorder, KeepsEveryParticleInTheGroupOfItsCell) {
  // Up to 0.6 of a cell a step at first, and faster as the denser part spreads.
  const auto pic = make({{"dt", 0.2}, {"thermal_velocity", 1}});
  const Particles p = random_particles(6007, 0.75);
  pic->load(p);
  for (int step = 0; step < 12; ++step) {
    expect_in_order(*pic, p.id);
    advance(*pic, 1);
  }
  expect_in_order(*pic, p.id);
}

TEST_P(PicReorder, FollowsAParticleIntoAllEightCellsAround) {
  const double dt = 0.25;
  for (const double vx : {-3.96875, 0.0, 3.96875})
    for (const double vy : {-3.96875, 0.0, 3.96875}) {
      Particles p = electrons(kNx * kNy);  // uniform: no field
      for (std::size_t i = 0; i < p.size(); ++i) {
        p.set_position(i, {i % kNx + 0.5, i / kNx + 0.5, 0});
        p.set_velocity(i, {vx, vy, 0});
      }
      const auto pic = make({{"dt", dt}});
      pic->load(p);
      advance(*pic, 3);
      expect_in_order(*pic, p.id);
      const Particles a = by_id(p), b = by_id(stored(*pic));
      for (std::size_t i = 0; i < p.size(); ++i) {
        ASSERT_LE(around(b.x[i] - a.x[i] - 3 * dt * vx, kNx), 1e-3) << vx << ", " << vy;
        ASSERT_LE(around(b.y[i] - a.y[i] - 3 * dt * vy, kNy), 1e-3) << vx << ", " << vy;
      }
    }
}

// In single precision -1e-9 + 1 is 1, which is in no cell.
TEST_P(PicReorder, KeepsParticlesThatLeaveACellByAlmostNothing) {
  for (const double tiny : {1e-8, 1e-9, 1e-12, 1e-18, 1e-40}) {
    Particles p = electrons(2 * kNx * kNy);
    for (std::size_t i = 0; i < p.size(); ++i) {
      p.set_position(i, {double(i / 2 % kNx), double(i / 2 / kNx), 0});
      p.set_velocity(i, {i % 2 ? -tiny : tiny, i % 3 ? -tiny : tiny, 0});
    }
    const auto pic = make({{"dt", 1}});
    pic->load(p);
    advance(*pic, 2);
    expect_in_order(*pic, p.id);
    const Particles a = by_id(p), b = by_id(stored(*pic));
    for (std::size_t i = 0; i < p.size(); ++i) ASSERT_LE(around(a.x[i] - b.x[i], kNx), 1e-4);
  }
}

// All the charge of the box in one cell bursts apart: short steps.
TEST_P(PicReorder, TakesACrowdInOneCell) {
  Particles p = random_particles(3001);
  for (std::size_t i = 0; i < p.size(); ++i)
    p.set_position(i, {kNx - 1 + p.x[i] / kNx, p.y[i] / kNy, 0});
  make_exact(p);
  const auto pic = make({{"dt", 0.005}});
  pic->load(p);
  for (int step = 0; step < 8; ++step) {
    advance(*pic, 1);
    expect_in_order(*pic, p.id);
  }
}

/// Scattered particles may go anywhere in one step; ordered ones to the next cell.
class PicReorderByCells : public PicReorder {};

TEST_P(PicReorderByCells, SaysThatAParticleIsTooFast) {
  for (const auto& [vx, vy] : {std::pair{80.0, 0.0}, {0.0, -80.0}, {-81.0, 85.0}}) {
    Particles p = random_particles(1009);
    p.vx[500] = vx;
    p.vy[500] = vy;
    const auto pic = make({{"dt", 0.025}});
    pic->load(p);
    const std::string said = refusal<std::runtime_error>([&] {
      advance(*pic, 1);
      stored(*pic);
    });
    expect_says(said, "1 particle moved by more than one cell");
    expect_says(said, "smaller dt");
    pic->load(random_particles(1009));  // and it can be used again
    advance(*pic, 1);
    expect_in_order(*pic, random_particles(1009).id);
  }
}

/// On the CPU groups of particles have no capacity that could run out.
class PicReorderOnDevice : public PicReorder {};

// The room that is given is a mere guess: too little of it may cost time, but no particle.
TEST_P(PicReorderOnDevice, MakesRoomWhereThereIsTooLittle) {
  // A crowd that crosses one face after the other, column by column.
  Particles p = random_particles(4001, 0.25);
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (i % 2) p.x[i] = 3 + p.x[i] / kNx;
    p.vx[i] += 4;
  }
  make_exact(p);
  const auto tight = make({{"dt", 0.125}, {"group_room", 1.01}, {"buffer_room", 0.001}});
  const auto ample = make({{"dt", 0.125}, {"group_room", 64}, {"buffer_room", 1}});
  tight->load(p);
  ample->load(p);
  for (int step = 0; step < 12; ++step) {
    advance(*tight, 1);
    advance(*ample, 1);
    expect_in_order(*tight, p.id);
  }
  const auto counted = tight->counters();
  EXPECT_GT(counted.at("capacity_growths"), 0);
  EXPECT_GT(counted.at("redone_reorders"), 0);
  EXPECT_EQ(ample->counters().at("redone_reorders"), 0);
  const Particles a = by_id(stored(*tight)), b = by_id(stored(*ample));
  if (adds_in_order(GetParam())) {
    expect_same_bits(a, b);
  } else {
    for (std::size_t i = 0; i < a.size(); ++i)
      ASSERT_LE(around(a.x[i] - b.x[i], kNx), 1e5 * epsilon()) << i;
  }
}

bool by_cells(const Way& way) { return way.words.at("layout") != "scatter"; }
INSTANTIATE_TEST_SUITE_P(Ways, PicReorder, ::testing::ValuesIn(pic_ways()), test_name);
INSTANTIATE_TEST_SUITE_P(Ways, PicReorderByCells, ::testing::ValuesIn(only(pic_ways(), by_cells)),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Ways, PicReorderOnDevice, ::testing::ValuesIn(only(pic_ways(), on_cuda)),
                         test_name);

}  // namespace
}  // namespace tycho
