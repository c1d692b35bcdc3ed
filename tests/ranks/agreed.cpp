// Whatever a clock decides is decided alike on all ranks: the ranks here have clocks that differ by
// far, wait for one another in every step, and would wait for ever if one took a step more.
#include "harness/measure/agreed.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <thread>

#include "harness/measure/evolution.hpp"
#include "harness/measure/noise_gate.hpp"
#include "harness/measure/second_passage.hpp"
#include "harness/measure/time_steps.hpp"
#include "tests/ranks/threads.hpp"

namespace tycho::test {
namespace {

constexpr Stage kStages[] = {{"work", "Work", Consistency::kBitwise, true, true},
                             {"exchange", "Exchange", Consistency::kBitwise, true, true}};
const Contract kUneven{"uneven", "", kStages, {}, {}, nullptr, nullptr, nullptr};

/// The host's clock, times so much.
class SkewedClock final : public Clock {
 public:
  explicit SkewedClock(double factor) : factor_(factor) {}
  std::string_view method() const override { return "clock"; }
  int mark() override { return host_.mark(); }
  void wait() override {}
  Seconds between(int a, int b) const override { return factor_ * host_.between(a, b); }
  void clear() override { host_.clear(); }
  Seconds cost() override { return factor_ * Seconds{1e-7}; }
  void head_start(Seconds) override {}
  std::int64_t waits() const override { return 0; }

 private:
  double factor_;
  HostClock host_;
};

/// A later rank works longer, and thinks that it took longer still.
class Uneven final : public Algorithm {
 public:
  explicit Uneven(Ranks& ranks) : ranks_(ranks), clock_(1 + 3.0 * ranks.rank()) {}
  void load(const Particles&) override {}
  void store(Particles& particles) override { particles = Particles(1); }
  Clock& clock() override { return clock_; }
  void advance(StageTimer& timer) override {
    stage(timer, 0, [&] {
      std::this_thread::sleep_for(std::chrono::microseconds(100 * (1 + ranks_.rank())));
    });
    stage(timer, 1, [&] { ranks_.wait(); });
    ++steps;
  }
  std::int64_t steps = 0;

 private:
  Ranks& ranks_;
  SkewedClock clock_;
};

/// What every rank measured.
struct Found {
  std::int64_t steps = 0;
  measure::Timing timing;
};

template <typename Measure>
std::vector<Found> on_ranks(double patience, const Measure& measure) {
  std::vector<Found> found(3);
  run_as_threads({3, patience}, [&](Ranks& ranks) {
    Uneven algorithm(ranks);
    found[static_cast<std::size_t>(ranks.rank())] = {0, measure(algorithm, ranks)};
    found[static_cast<std::size_t>(ranks.rank())].steps = algorithm.steps;
  });
  return found;
}

void expect_alike(const std::vector<Found>& found) {
  for (const Found& other : found) {
    EXPECT_EQ(other.steps, found[0].steps);
    EXPECT_EQ(other.timing.step_s, found[0].timing.step_s);
    ASSERT_EQ(other.timing.stages.size(), 2u);
    for (std::size_t s = 0; s < 2; ++s) {
      EXPECT_EQ(other.timing.stages[s].step_s, found[0].timing.stages[s].step_s);
      EXPECT_EQ(other.timing.stages[s].rank_mean_s, found[0].timing.stages[s].rank_mean_s);
    }
  }
}

const measure::Progress kSilent = [](const std::string&, double) {};

TEST(AgreedTimes, WindowsHaveTheSameStepsAndTheLongestTimesOnAllRanks) {
  const auto found = on_ranks(30, [](Uneven& algorithm, Ranks& ranks) {
    return measure::measure_quietly(
        [&] {
          return measure::time_steps({algorithm, kUneven, Particles(1), kSilent, ranks},
                                     {50, 10, 0.3, 0}, 1e-3);
        },
        0.6, ranks);
  });
  expect_alike(found);
  // Works of 0.1, 0.2 and 0.3 ms, by clocks that run 1, 4 and 7 times as fast.
  const measure::StageTiming& work = found[0].timing.stages[0];
  EXPECT_GT(work.between_marks_s, 7 * 0.3e-3);
  EXPECT_GT(*work.rank_mean_s, (0.1 + 4 * 0.2 + 7 * 0.3) / 3 * 1e-3);
  EXPECT_LT(*work.rank_mean_s, 0.7 * work.between_marks_s);
}

TEST(AgreedTimes, AnEvolutionThatIsCutIsCutAtTheSameStep) {
  expect_alike(on_ranks(30, [](Uneven& algorithm, Ranks& ranks) {
    const Particles one(1);
    const measure::Subject subject{algorithm, kUneven, one, kSilent, ranks};
    measure::Evolution evolved = measure::evolve(subject, {}, {0.1, 100'000, 1000, {0.1, 1e-4}});
    measure::mark_second_passage(subject, measure::KeptStates(0), 0.1, evolved.timing);
    return evolved.timing;
  }));
}

// The same without agreement: what the tests above would show. On a busy machine ranks may once
// choose the same steps by chance.
TEST(AgreedTimes, WithoutAgreementRanksPartWays) {
  const auto part_ways = [] {
    try {
      on_ranks(0.5, [](Uneven& algorithm, Ranks&) {
        return measure::time_steps({algorithm, kUneven, Particles(1), kSilent}, {50, 10, 0.1, 0},
                                   1e-3);
      });
    } catch (const StageError&) {
      return true;
    }
    return false;
  };
  bool parted = false;
  for (int tries = 0; tries < 5 && !parted; ++tries) parted = part_ways();
  EXPECT_TRUE(parted);
}

}  // namespace
}  // namespace tycho::test
