// Replays from cold caches, on a clock that goes only when work is done and a cache that a test
// looks into.
#include "harness/measure/cold_replay.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/cache_flush.hpp"
#include "core/host_cache.hpp"
#include "core/last_cache.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho {
namespace {

constexpr std::array<Stage, 3> kStages{{
    {"fits", "Fits the cache", Consistency::kOrdered, true},
    {"large", "Does not fit", Consistency::kOrdered, true},
    {"once", "Cannot be replayed", Consistency::kOrdered, false},
}};
const Contract kContract{"cached", "stages and a cache", kStages, {}, {}, nullptr, nullptr,
                         nullptr};

constexpr double kWarm = 2e-6, kCold = 9e-6, kFlush = 4e-5;
constexpr std::size_t kCache = 1000;

class CachedClock final : public Clock, public CacheFlush {
 public:
  explicit CachedClock(double mark_cost) : mark_cost_(mark_cost) {}
  double now = 0;
  bool warm = false;

  std::string_view method() const override { return "events"; }
  int mark() override {
    now += mark_cost_ / 2;
    marks_.push_back(now);
    now += mark_cost_ / 2;
    return static_cast<int>(marks_.size()) - 1;
  }
  void wait() override {}
  Seconds between(int a, int b) const override { return Seconds(marks_.at(b) - marks_.at(a)); }
  void clear() override { marks_.clear(); }
  Seconds cost() override { return Seconds(mark_cost_); }
  void head_start(Seconds) override {}
  std::int64_t waits() const override { return 0; }
  std::size_t cache_bytes() const override { return kCache; }
  void flush_cache() override {
    now += kFlush;
    warm = false;
  }

 private:
  double mark_cost_;
  std::vector<double> marks_;
};

/// A stage leaves the cache warm for the one after it.
class Cached final : public Algorithm {
 public:
  explicit Cached(double mark_cost) : clock_(mark_cost) {}
  void load(const Particles&) override { ++loads; }
  void advance(StageTimer& timer) override {
    for (int s = 0; s < 3; ++s)
      stage(timer, s, [&] {
        clock_.now += clock_.warm ? kWarm : kCold;
        clock_.warm = true;
      });
  }
  void store(Particles&) override {}
  Clock& clock() override { return clock_; }
  int loads = 0;

 private:
  CachedClock clock_;
};

measure::Timing replayed(double mark_cost) {
  Cached algorithm(mark_cost);
  measure::Timing timing;
  timing.mark_cost_s = mark_cost;
  for (int s = 0; s < 3; ++s) timing.stages.push_back({"replay", 1, {kWarm}, kWarm, {}});
  measure::replay_cold({algorithm, kContract, Particles(1), [](const std::string&, double) {}},
                       {kCache, kCache + 1.0, 1}, timing);
  EXPECT_GT(algorithm.loads, 0) << "from a sound state";
  return timing;
}

TEST(ColdReplay, IsOfTheStageAloneHoweverMuchMarksCost) {
  // Marks that cost more than flushes differ by stand around both, others around the stage.
  for (const double mark_cost : {6e-6, 1e-9}) {
    const measure::Timing timing = replayed(mark_cost);
    ASSERT_FALSE(timing.stages[0].cold_s.empty());
    EXPECT_NEAR(measure::summarize(timing.stages[0].cold_s).median, kCold, 1.1e-9) << mark_cost;
  }
}

TEST(ColdReplay, IsForStagesThatFitTheCacheAndCanBeReplayed) {
  const measure::Timing timing = replayed(6e-6);
  EXPECT_TRUE(timing.stages[1].cold_s.empty()) << "its bytes do not fit";
  EXPECT_TRUE(timing.stages[2].cold_s.empty()) << "it would find nothing to do";
  EXPECT_EQ(timing.stages[0].step_s, std::vector<double>{kWarm}) << "the warm time stays";
}

TEST(HostCache, IsWrittenOverWithMoreThanItHolds) {
  HostCache cache;
  if (cache.cache_bytes() == 0) GTEST_SKIP() << "the system does not say how large the cache is";
  EXPECT_EQ(cache.cache_bytes(), last_cache_bytes());
  cache.flush_cache();
  cache.flush_cache();
}

}  // namespace
}  // namespace tycho
