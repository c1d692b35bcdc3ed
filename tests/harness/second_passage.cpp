// Which states along a passage are kept, for stretches of it to be passed again.
#include "harness/measure/second_passage.hpp"

#include <gtest/gtest.h>

#include "harness/measure/evolution.hpp"
#include "tests/hand_clock.hpp"

namespace tycho {
namespace {

/// Has a checkpoint, and does nothing.
class AtRest final : public Algorithm {
 public:
  void load(const Particles&) override {}
  void advance(StageTimer&) override {}
  void store(Particles&) override {}
  Clock& clock() override { return clock_; }
  std::vector<double> checkpoint() override { return {1}; }

 private:
  HandClock clock_;
};

std::vector<std::size_t> windows_of(const measure::KeptStates& states) {
  std::vector<std::size_t> kept;
  for (const measure::KeptState& state : states.all()) kept.push_back(state.window);
  return kept;
}

/// Of two steps each.
std::vector<std::size_t> kept_of_120_windows_from(std::size_t first) {
  AtRest algorithm;
  measure::KeptStates states(240);
  for (std::size_t window = first; window < 120; ++window)
    states.before(window, 2 * static_cast<std::int64_t>(window), algorithm);
  return windows_of(states);
}

TEST(KeptStates, StandWhereTheStretchesBegin) {
  EXPECT_EQ(kept_of_120_windows_from(0), (std::vector<std::size_t>{20, 40, 60, 80, 100}));
}

// Six that bunch up behind the beginning of a sitting would leave the rest of the way untimed.
TEST(KeptStates, OfALaterSittingStandWhereTheStretchesThatAreLeftBegin) {
  EXPECT_EQ(kept_of_120_windows_from(60), (std::vector<std::size_t>{60, 80, 100}));
  EXPECT_EQ(kept_of_120_windows_from(65), (std::vector<std::size_t>{65, 80, 100}));
}

/// Of an evolution of 1200 steps that is looked at 30 times and hands on every so many states; 0:
/// none.
std::vector<std::size_t> kept_of_an_evolution(std::int64_t every) {
  AtRest algorithm;
  const Contract contract{"rest", "nothing", {}, {}, {}, nullptr, nullptr, nullptr};
  Particles bodies(3);
  for (std::size_t i = 0; i < 3; ++i) bodies.id[i] = i;
  measure::Looks looks;
  looks.every = every;
  looks.keep = [](std::int64_t, const Particles&) {};
  const measure::Evolution evolved = measure::evolve(
      {algorithm, contract, bodies, [](const std::string&, double) {}}, looks, {1, 1200, 6});
  return windows_of(evolved.kept);
}

// States that are handed on between two looks make more windows, and the stretches stay.
TEST(KeptStates, OfAnEvolutionAreEvenlySpreadHoweverManyWindowsItHas) {
  EXPECT_EQ(kept_of_an_evolution(0), (std::vector<std::size_t>{5, 10, 15, 20, 25}));
  EXPECT_EQ(kept_of_an_evolution(1), (std::vector<std::size_t>{200, 400, 600, 800, 1000}));
  EXPECT_EQ(kept_of_an_evolution(20), (std::vector<std::size_t>{10, 20, 30, 40, 50}));
}

}  // namespace
}  // namespace tycho
