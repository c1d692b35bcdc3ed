// Which states along a passage are kept, for stretches of it to be passed again.
#include "harness/measure/second_passage.hpp"

#include <gtest/gtest.h>

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

std::vector<std::size_t> kept_of_120_windows_from(std::size_t first) {
  AtRest algorithm;
  measure::KeptStates states(120);
  for (std::size_t window = first; window < 120; ++window) states.before(window, algorithm);
  std::vector<std::size_t> kept;
  for (const measure::KeptState& state : states.all()) kept.push_back(state.window);
  return kept;
}

TEST(KeptStates, StandWhereTheStretchesBegin) {
  EXPECT_EQ(kept_of_120_windows_from(0), (std::vector<std::size_t>{20, 40, 60, 80, 100}));
}

// Six that bunch up behind the beginning of a sitting would leave the rest of the way untimed.
TEST(KeptStates, OfALaterSittingStandWhereTheStretchesThatAreLeftBegin) {
  EXPECT_EQ(kept_of_120_windows_from(60), (std::vector<std::size_t>{60, 80, 100}));
  EXPECT_EQ(kept_of_120_windows_from(65), (std::vector<std::size_t>{65, 80, 100}));
}

}  // namespace
}  // namespace tycho
