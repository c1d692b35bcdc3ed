// Every cluster may be used by a thread of its own, and one cluster by several.
#include <atomic>
#include <thread>

#include "tests/g6/grape.hpp"

namespace tycho {
namespace {

class Threads : public G6 {};
INSTANTIATE_TEST_SUITE_P(Engines, Threads, testing::ValuesIn(engine_ways()), way_name);

TEST_P(Threads, WorkOnTheirOwnClustersAtOnce) {
  const int base = fresh() * 100;
  std::vector<std::thread> workers;
  std::atomic<int> wrong{0};
  for (int w = 0; w < 4; ++w)
    workers.emplace_back([&, w] {
      const auto bodies = some_bodies(60 + w, 10 + w);
      for (int round = 0; round < 5; ++round) {
        Grape grape(base + w);
        for (std::size_t j = 0; j < bodies.size(); ++j) grape.send(static_cast<int>(j), bodies[j]);
        const double ti = 0.125 * round;
        grape.time(ti);
        const auto points = points_of(bodies, 5, ti);
        const auto got = grape.pull(static_cast<int>(bodies.size()), points, 0.01);
        for (int i = 0; i < 5; ++i) {
          const Pulled want = expected(bodies, bodies.size(), ti, points[i], 0.01);
          if (!(std::sqrt(distance_sq(got[i].acc, want.acc)) <= relative() * size_of(want.acc)) ||
              got[i].nearest != want.nearest)
            ++wrong;
        }
      }
    });
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(wrong, 0);
}

TEST_P(Threads, MaySendToOneClusterTogether) {
  Grape grape(fresh());
  const auto bodies = some_bodies(400);
  std::vector<std::thread> workers;
  for (int w = 0; w < 4; ++w)
    workers.emplace_back([&, w] {
      for (int j = w; j < 400; j += 4) grape.send(j, bodies[j]);
    });
  for (std::thread& worker : workers) worker.join();
  grape.time(0.25);
  const auto points = points_of(bodies, 8, 0.25);
  const auto got = grape.pull(400, points, 0.01);
  for (int i = 0; i < 8; ++i)
    expect_same(got[i], expected(bodies, 400, 0.25, points[i], 0.01), relative());
}

}  // namespace
}  // namespace tycho
