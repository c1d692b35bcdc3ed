// The moves of particles between groups, run on the host: the functions are those of the kernels,
// and need no device. Room is as tight as can be, and made larger as the host side of the device
// does.
#include "gpu/pic/ordered_reorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/philox.hpp"
#include "tests/gpu/pic_alarm.hpp"

namespace tycho::gpu::pic {
namespace {

struct Known {  // what a particle must still be after any number of reorders
  int cell;
  double dx, dy, vx, vy;
};

template <typename Real>
struct HostGroups {
  Partition tables;
  PartitionView partition;
  int group, holes_room, outgoing;
  std::vector<Real> coordinates, out;
  std::vector<std::uint32_t> ids, out_ids;
  std::vector<int> counts, buffered, hole_counts, holes, out_cells, out_counts, cursors;

  HostGroups(int nx, int ny, int cells, int group_room, int hole_room, int out_room)
      : tables(tycho::gpu::pic::partition(nx, ny, cells)),
        group(group_room),
        holes_room(hole_room),
        outgoing(out_room) {
    const int threads = nx * ny / cells, groups = nx * ny;
    partition = {
        nx, ny, threads, cells, tables.first.data(), tables.last.data(), tables.around.data()};
    coordinates.assign(4 * std::size_t(groups) * group, Real(-99));
    ids.assign(std::size_t(groups) * group, ~0u);
    holes.assign(std::size_t(groups) * holes_room, -1);
    out.assign(4 * std::size_t(threads) * outgoing, Real(-99));
    out_ids.assign(std::size_t(threads) * outgoing, ~0u);
    out_cells.assign(std::size_t(threads) * outgoing, -1);
    for (auto* numbers : {&counts, &buffered, &hole_counts}) numbers->assign(groups, 0);
    out_counts.assign(threads, 0);
    cursors.assign(4 * threads, 0);
  }
  OrderedView<Real> view() {
    return {partition,  group,          holes_room,       outgoing,           coordinates.data(),
            ids.data(), counts.data(),  buffered.data(),  hole_counts.data(), holes.data(),
            out.data(), out_ids.data(), out_cells.data(), out_counts.data(),  cursors.data()};
  }
  void add(int cell, const Mover<Real>& m) {
    const auto v = view();
    const int thread = partition.owner(cell), k = cell - partition.first[thread];
    int& count = counts[v.group(thread, k)];
    ASSERT_LT(count, group);
    put(v, thread, k, count++, m);
  }
};

/// One reorder, with more room as it is asked for. Returns how often it was.
template <typename Real>
int reorder_all(HostGroups<Real>& groups, Alarm& alarm) {
  int growths = 0;
  const auto grow = [&](const Need& was) {
    ++growths;
    HostGroups<Real> larger(
        groups.partition.nx, groups.partition.ny, groups.partition.cells,
        was.reasons & kGroupFull ? static_cast<int>(was.group) : groups.group,
        was.reasons & kHolesFull ? static_cast<int>(was.holes) : groups.holes_room,
        was.reasons & kOutgoingFull ? static_cast<int>(was.outgoing) : groups.outgoing);
    for (int t = 0; t < groups.partition.threads; ++t) copy_thread(groups.view(), larger.view(), t);
    std::swap(groups, larger);
    groups.partition.first = groups.tables.first.data();
    groups.partition.last = groups.tables.last.data();
    groups.partition.around = groups.tables.around.data();
  };
  Need was;
  do {
    const Halt halt = alarm.next();
    for (int t = 0; t < groups.partition.threads; ++t) reorder_within(groups.view(), t, halt);
    if (!alarm.take(was)) break;
    EXPECT_EQ(was.reasons & kTooFast, 0u);
    grow(was);
  } while (growths < 10000);
  do {
    const Halt halt = alarm.next();
    // In another order than before: threads do not depend on each other.
    for (int t = groups.partition.threads - 1; t >= 0; --t) reorder_between(groups.view(), t, halt);
    if (!alarm.take(was)) break;
    grow(was);
  } while (growths < 10000);
  return growths;
}

struct Grid2 {
  int nx, ny, cells;
};

class OrderedReorder : public ::testing::TestWithParam<Grid2> {
 protected:
  template <typename Real>
  static std::vector<std::vector<std::uint32_t>> run(int steps, int group_room, int small_room,
                                                     int& growths) {
    const auto [nx, ny, cells] = GetParam();
    const int n = 37 * nx * ny / 4 + 5;
    int most = 0;
    std::map<int, int> population;
    const Random positions(3, 0), speeds(3, 1);
    std::vector<int> cell_of_particle;
    for (int i = 0; i < n; ++i) {
      const auto [x, y] = positions.uniform2(i);
      const int cell = static_cast<int>(nx * x) + nx * static_cast<int>(ny * y * y);
      cell_of_particle.push_back(cell);
      most = std::max(most, ++population[cell]);
    }
    HostGroups<Real> groups(nx, ny, cells, std::max(most, group_room), small_room, small_room);
    std::vector<Known> known(n);
    for (int i = 0; i < n; ++i) {
      const auto [dx, dy] = positions.uniform2(i, 1);
      const auto [vx, vy] = speeds.uniform2(i);
      const Real x = static_cast<Real>(dx) < 1 ? static_cast<Real>(dx) : Real(0);
      const Real y = static_cast<Real>(dy) < 1 ? static_cast<Real>(dy) : Real(0);
      groups.add(cell_of_particle[i],
                 {x, y, Real(2 * vx - 1), Real(2 * vy - 1), static_cast<std::uint32_t>(i)});
      known[i] = {cell_of_particle[i], double(x), double(y), 0, 0};
    }
    Alarm alarm;
    growths = 0;
    for (int step = 0; step < steps; ++step) {
      const auto v = groups.view();
      for (int cell = 0; cell < nx * ny; ++cell) {
        const int t = v.partition.owner(cell), k = cell - v.partition.first[t];
        for (int s = 0; s < v.counts[v.group(t, k)]; ++s) {
          const std::int64_t at = v.at(t, k, s), next = v.threads();
          // Some drift by almost nothing, across an edge that rounding would put them on.
          const bool tiny = v.ids[v.slot_index(t, k, s)] % 7 == 0;
          for (int c = 0; c < 2; ++c)
            v.coordinates[at + c * next] =
                tiny ? v.coordinates[at + c * next] * Real(0) - Real(1e-9) * Real(step % 3)
                     : v.coordinates[at + c * next] + v.coordinates[at + (2 + c) * next];
          Known& was = known[v.ids[v.slot_index(t, k, s)]];
          const auto x = tycho::pic::crossed(v.coordinates[at]);
          const auto y = tycho::pic::crossed(v.coordinates[at + next]);
          was.cell = tycho::pic::wrapped_cell(was.cell % nx + x.cells, nx) +
                     nx * tycho::pic::wrapped_cell(was.cell / nx + y.cells, ny);
          was.dx = x.offset;
          was.dy = y.offset;
        }
      }
      growths += reorder_all(groups, alarm);
      expect_in_order(groups, known);
    }
    std::vector<std::vector<std::uint32_t>> order;
    const auto v = groups.view();
    for (int cell = 0; cell < nx * ny; ++cell) {
      const int t = v.partition.owner(cell), k = cell - v.partition.first[t];
      order.emplace_back();
      for (int s = 0; s < v.counts[v.group(t, k)]; ++s)
        order.back().push_back(v.ids[v.slot_index(t, k, s)]);
    }
    return order;
  }

  template <typename Real>
  static void expect_in_order(HostGroups<Real>& groups, const std::vector<Known>& known) {
    const auto v = groups.view();
    std::vector<int> seen(known.size(), 0);
    for (int cell = 0; cell < v.partition.nx * v.partition.ny; ++cell) {
      const int t = v.partition.owner(cell), k = cell - v.partition.first[t];
      ASSERT_EQ(v.buffered[v.group(t, k)], 0);
      ASSERT_EQ(v.hole_counts[v.group(t, k)], 0);
      for (int s = 0; s < v.counts[v.group(t, k)]; ++s) {
        const Mover<Real> m = taken(v, t, k, s);
        ASSERT_LT(m.id, known.size());
        ++seen[m.id];
        ASSERT_EQ(known[m.id].cell, cell) << m.id;
        ASSERT_EQ(known[m.id].dx, double(m.x));
        ASSERT_EQ(known[m.id].dy, double(m.y));
        ASSERT_TRUE(m.x >= 0 && m.x < 1 && m.y >= 0 && m.y < 1);
      }
    }
    for (const int times : seen) ASSERT_EQ(times, 1);
  }
};

TEST_P(OrderedReorder, LosesAndDoublesNothingWithAmpleRoom) {
  int growths = 0;
  run<float>(12, 400, 400 * GetParam().cells, growths);
  EXPECT_EQ(growths, 0);
}

TEST_P(OrderedReorder, GivesTheSameOrderWhereRoomIsMadeOnTheWay) {
  int growths = 0, none = 0;
  const auto tight = run<float>(12, 1, 1, growths);
  EXPECT_GT(growths, 0);
  EXPECT_EQ(tight, run<float>(12, 400, 400 * GetParam().cells, none));
}

TEST_P(OrderedReorder, WorksInDoublePrecision) {
  int growths = 0;
  run<double>(8, 1, 3, growths);
  EXPECT_GT(growths, 0);
}

INSTANTIATE_TEST_SUITE_P(Grids, OrderedReorder,
                         ::testing::Values(Grid2{8, 6, 1}, Grid2{8, 6, 2}, Grid2{8, 6, 4},
                                           Grid2{8, 6, 8}, Grid2{4, 4, 1}, Grid2{6, 4, 3},
                                           Grid2{4, 4, 4}));

TEST(OrderedReorder, CountsParticlesThatAreTooFastAndLeavesThemInPlace) {
  HostGroups<float> groups(4, 4, 2, 4, 4, 4);
  groups.add(5, {2.5f, 0.5f, 0, 0, 0});
  groups.add(5, {0.5f, -1.5f, 0, 0, 1});
  groups.add(5, {std::nanf(""), 0.5f, 0, 0, 2});
  groups.add(5, {1.5f, 0.5f, 0, 0, 3});
  Alarm alarm;
  const Halt halt = alarm.next();
  for (int t = 0; t < groups.partition.threads; ++t) reorder_within(groups.view(), t, halt);
  EXPECT_EQ(alarm.status.need.too_fast, 3u);
  EXPECT_TRUE(alarm.status.need.reasons & kTooFast);
  EXPECT_TRUE(alarm.next().before_this());
}

}  // namespace
}  // namespace tycho::gpu::pic
