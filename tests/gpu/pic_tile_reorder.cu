// The moves of particles between tiles, run on the host: the functions are those of the kernels,
// and need no device. Room is as tight as can be, and made larger as the host side of the device
// does.
#include "gpu/pic/tile_reorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/philox.hpp"
#include "tests/gpu/pic_alarm.hpp"

namespace tycho::gpu::pic {
namespace {

template <typename Real>
struct HostTiles {
  TileGrid grid;
  int capacity, out_capacity;
  std::vector<TileParticle<Real>> particles, out_particles;
  std::vector<std::uint32_t> ids, out_ids;
  std::vector<Departure> out_slots;
  std::vector<int> counts, out_counts, arrived;

  HostTiles(const TileGrid& g, int room, int out_room)
      : grid(g), capacity(room), out_capacity(out_room) {
    const std::size_t tiles = grid.tiles();
    particles.resize(tiles * capacity);
    ids.assign(tiles * capacity, ~0u);
    out_particles.resize(tiles * out_capacity);
    out_ids.assign(tiles * out_capacity, ~0u);
    out_slots.resize(tiles * out_capacity);
    for (auto* numbers : {&counts, &out_counts, &arrived}) numbers->assign(tiles, 0);
  }
  TilesView<Real> view() {
    return {grid,
            capacity,
            out_capacity,
            particles.data(),
            ids.data(),
            counts.data(),
            out_particles.data(),
            out_ids.data(),
            out_slots.data(),
            out_counts.data(),
            arrived.data()};
  }
  HostTiles with_room(int room, int out_room) {
    HostTiles larger(grid, room, out_room);
    for (int t = 0; t < grid.tiles(); ++t) {
      std::copy_n(particles.begin() + view().segment(t), counts[t],
                  larger.particles.begin() + larger.view().segment(t));
      std::copy_n(ids.begin() + view().segment(t), counts[t],
                  larger.ids.begin() + larger.view().segment(t));
      const int e = std::min(out_counts[t], out_capacity);
      std::copy_n(out_particles.begin() + view().out_segment(t), e,
                  larger.out_particles.begin() + larger.view().out_segment(t));
      std::copy_n(out_ids.begin() + view().out_segment(t), e,
                  larger.out_ids.begin() + larger.view().out_segment(t));
      std::copy_n(out_slots.begin() + view().out_segment(t), e,
                  larger.out_slots.begin() + larger.view().out_segment(t));
    }
    larger.counts = counts;
    larger.out_counts = out_counts;
    larger.arrived = arrived;
    return larger;
  }
};

class TileReorder : public ::testing::TestWithParam<TileGrid> {};

template <typename Real>
void run_tiles(const TileGrid& grid, int room, int out_room, bool expect_growth) {
  const int n = 11 * grid.nx() * grid.ny() + 7;
  const Real dt = Real(0.5);
  const Random positions(5, 0), speeds(5, 1);
  std::vector<int> population(grid.tiles(), 0), tile_of(n);
  std::vector<TileParticle<Real>> start(n);
  std::vector<std::pair<Fixed<Real>, Fixed<Real>>> known(n);  // from the corner of the box
  const Fixed<Real> wide = grid.nx() * kCell<Real>, high = grid.ny() * kCell<Real>;
  const Fixed<Real> side_x = grid.side_x * kCell<Real>, side_y = grid.side_y * kCell<Real>;
  for (int i = 0; i < n; ++i) {
    const auto [x, y] = positions.uniform2(i);
    const auto [vx, vy] = speeds.uniform2(i);
    known[i] = {static_cast<Fixed<Real>>(x * static_cast<double>(wide)),
                static_cast<Fixed<Real>>(y * y * static_cast<double>(high))};
    tile_of[i] =
        static_cast<int>(known[i].first / side_x + grid.tiles_x * (known[i].second / side_y));
    ++population[tile_of[i]];
    start[i] = {known[i].first % side_x, known[i].second % side_y, Real(4 * vx - 2),
                Real(4 * vy - 2)};
  }
  HostTiles<Real> tiles(
      grid, std::max(room, *std::max_element(population.begin(), population.end())), out_room);
  for (int i = 0; i < n; ++i) {
    const std::int64_t at = tiles.view().segment(tile_of[i]) + tiles.counts[tile_of[i]]++;
    tiles.particles[at] = start[i];
    tiles.ids[at] = static_cast<std::uint32_t>(i);
  }
  Alarm alarm;
  const Team team;
  int growths = 0;
  for (int step = 0; step < 12; ++step) {
    auto v = tiles.view();
    const Halt push = alarm.next();
    for (int t = 0; t < grid.tiles(); ++t) {
      int departures = 0;
      for (int s = 0; s < v.counts[t]; ++s) {
        TileParticle<Real>& p = v.particles[v.segment(t) + s];
        const Fixed<Real> step_x = step_of(p.vx, dt), step_y = step_of(p.vy, dt);
        auto& [x, y] = known[v.ids[v.segment(t) + s]];
        x = (x + step_x + wide) % wide;
        y = (y + step_y + high) % high;
        p.x += step_x;
        p.y += step_y;
        const int go_x = leave(p.x, side_x), go_y = leave(p.y, side_y);
        ASSERT_EQ(go_x, has_left(p.x, step_x, side_x));
        ASSERT_EQ(go_y, has_left(p.y, step_y, side_y));
        if ((go_x | go_y) != 0) depart(v, t, s, way(go_x, go_y), p, departures, team);
      }
      close_list(v, t, departures, push);
    }
    Need was;
    if (alarm.take(was)) {  // lists were too short: made again from where the particles are
      ++growths;
      ASSERT_EQ(was.reasons, unsigned{kOutgoingFull});
      tiles = tiles.with_room(tiles.capacity, static_cast<int>(was.outgoing));
      v = tiles.view();
      const Halt again = alarm.next();
      for (int t = 0; t < grid.tiles(); ++t) {
        int departures = 0;
        for (int s = 0; s < v.counts[t]; ++s) {
          const TileParticle<Real>& p = v.particles[v.segment(t) + s];
          const int go_x = has_left(p.x, step_of(p.vx, dt), side_x);
          const int go_y = has_left(p.y, step_of(p.vy, dt), side_y);
          if ((go_x | go_y) != 0) depart(v, t, s, way(go_x, go_y), p, departures, team);
        }
        close_list(v, t, departures, again);
      }
      ASSERT_FALSE(alarm.signal);
    }
    do {
      const Halt halt = alarm.next();
      for (int t = 0; t < grid.tiles(); ++t) {
        ReorderScratch scratch{};
        std::vector<int> lists(reorder_lists(tiles.out_capacity), -1);
        reorder_tile(tiles.view(), t, team, scratch, lists.data(), halt);
      }
      if (!alarm.take(was)) break;
      ++growths;
      ASSERT_EQ(was.reasons, unsigned{kGroupFull});
      tiles = tiles.with_room(static_cast<int>(was.group), tiles.out_capacity);
    } while (growths < 1000);
    std::vector<int> seen(n, 0);
    v = tiles.view();
    for (int t = 0; t < grid.tiles(); ++t)
      for (int s = 0; s < v.counts[t]; ++s) {
        const std::uint32_t id = v.ids[v.segment(t) + s];
        ASSERT_LT(id, static_cast<std::uint32_t>(n));
        ++seen[id];
        const TileParticle<Real>& p = v.particles[v.segment(t) + s];
        ASSERT_EQ(p.x + t % grid.tiles_x * side_x, known[id].first);
        ASSERT_EQ(p.y + t / grid.tiles_x * side_y, known[id].second);
        ASSERT_EQ(p.vx, start[id].vx);
      }
    for (const int times : seen) ASSERT_EQ(times, 1);
  }
  EXPECT_EQ(growths > 0, expect_growth);
}

TEST_P(TileReorder, LosesAndDoublesNothing) {
  run_tiles<float>(GetParam(), 4000, 4000, false);
  run_tiles<double>(GetParam(), 4000, 4000, false);
}
TEST_P(TileReorder, MakesRoomOnTheWay) {
  run_tiles<float>(GetParam(), 1, 1, true);
  run_tiles<double>(GetParam(), 1, 1, true);
}

INSTANTIATE_TEST_SUITE_P(Grids, TileReorder,
                         ::testing::Values(TileGrid{4, 2, 3, 4}, TileGrid{8, 4, 1, 2},
                                           TileGrid{2, 2, 2, 2}, TileGrid{3, 5, 4, 1}));

}  // namespace
}  // namespace tycho::gpu::pic
