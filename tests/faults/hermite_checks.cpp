// A fault for every check of the Hermite scheme: each must be caught, and the healthy run must
// pass.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/contracts/hermite.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/check.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

class HermiteFault : public ::testing::Test {
 protected:
  HermiteFault() {
    for (const Implementation& one : backends::implementations(Backend::kCpu))
      if (one.contract == &hermite::contract()) hermite_ = one.make(settings_);
    hermite_->load(initial_);
    SilentTimer silent(hermite::contract().stages);
    for (int step = 0; step < 2; ++step) hermite_->advance(silent);
    hermite_->store(final_);
    observed_.settings = &settings_;
    observed_.initial = &initial_;
    observed_.final = &final_;
    observed_.verified_steps = 2;
    observed_.field = [this](std::string_view name) { return hermite_->field(name); };
    observed_.difference = {{1, 1e-14}, {2, 1e-3}};
  }

  bool passes(const std::string& name, double limit) {
    return checks::apply({name, limit, "a reason", {}, {}, 0}, observed_).pass;
  }
  template <typename Change>
  void spoil(const std::string& name, Change change) {
    observed_.field = [this, name, change](std::string_view asked) {
      auto values = hermite_->field(asked);
      if (asked == name) change(values);
      return values;
    };
  }

  Settings settings_ = [] {
    Settings settings(hermite::contract(), Backend::kCpu);
    settings.set("dt", 0.03125);
    return settings;
  }();
  Particles initial_ = initial::make_initial({{"kind", "plummer"}, {"seed", 1}}, 211);
  Particles final_;
  std::unique_ptr<Algorithm> hermite_;
  checks::Observed observed_;
};

TEST_F(HermiteFault, NoneInAHealthyRun) {
  EXPECT_TRUE(passes("jerk_error", 1e-12));
  EXPECT_TRUE(passes("force_error", 1e-12));
  EXPECT_TRUE(passes("nearest_neighbour", 0));
  EXPECT_TRUE(passes("block_grid", 0));
  EXPECT_TRUE(passes("parting", 1e-13));
  EXPECT_TRUE(passes("energy_drift", 1e-6));
}

// Half the accuracy parameter leaves a sixteenth of the error.
TEST_F(HermiteFault, AnErrorThatDoesNotFallWithTheAccuracyIsCaught) {
  const auto by_accuracy = [&](double accuracy) {
    settings_.set("accuracy", accuracy);
    return checks::apply({"energy_by_accuracy", 1e-6, "a reason", {}, {}, 0}, observed_);
  };
  for (double& v : final_.vx) v *= 1 + 1e-7;
  const checks::CheckResult usual = by_accuracy(0.2);
  EXPECT_TRUE(usual.pass) << usual.value;
  EXPECT_DOUBLE_EQ(usual.value, usual.details.at("change"));
  EXPECT_GT(usual.value, 1e-8);
  EXPECT_DOUBLE_EQ(by_accuracy(0.4).value, usual.value / 16);
  EXPECT_FALSE(by_accuracy(0.05).pass) << "the same error with a quarter of it";
  final_.vx[3] = std::nan("");
  EXPECT_FALSE(by_accuracy(0.4).pass);
}

TEST_F(HermiteFault, AJerkOfTheWrongSignIsCaught) {
  spoil("jerk", [](std::vector<double>& jerk) {
    for (double& component : jerk) component = -component;
  });
  EXPECT_FALSE(passes("jerk_error", 1e-3));
}

TEST_F(HermiteFault, OneJerkThatIsNoNumberIsCaught) {
  spoil("jerk", [](auto& jerk) { jerk[7] = std::numeric_limits<double>::quiet_NaN(); });
  EXPECT_FALSE(passes("jerk_error", 1e300));
}

TEST_F(HermiteFault, ABodyNamedAsItsOwnNeighbourIsCaught) {
  spoil("neighbour", [](auto& neighbour) { neighbour[11] = 11; });
  EXPECT_FALSE(passes("nearest_neighbour", 1e300));
}

TEST_F(HermiteFault, ABodyWithoutAPositionHasNoNearestNeighbour) {
  final_.x[50] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(passes("nearest_neighbour", 1e300)) << "bodies behind it are near their neighbours";
}

TEST_F(HermiteFault, TheSecondNearestIsCaught) {
  constexpr std::size_t kBody = 11;
  std::vector<std::size_t> others;
  for (std::size_t j = 0; j < final_.size(); ++j)
    if (j != kBody) others.push_back(j);
  const auto distance = [&](std::size_t j) {
    return checks::length(final_.position(j) - final_.position(kBody));
  };
  std::nth_element(others.begin(), others.begin() + 1, others.end(),
                   [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
  const std::size_t nearest = others[0], second = others[1];
  ASSERT_EQ(hermite_->field("neighbour")[kBody], static_cast<double>(nearest));
  spoil("neighbour", [=](auto& neighbour) { neighbour[kBody] = static_cast<double>(second); });
  const double farther = distance(second) / distance(nearest) - 1;
  EXPECT_FALSE(passes("nearest_neighbour", 0.999 * farther));
  EXPECT_TRUE(passes("nearest_neighbour", 1.001 * farther)) << "it is off by no more than this";
}

TEST_F(HermiteFault, ABodyLeftBehindInTimeIsCaught) {
  spoil("block_time", [](auto& time) { time[3] -= 0x1p-10; });
  EXPECT_FALSE(passes("block_grid", 0));
  // By all of dt, so that its time is still one that its step divides.
  spoil("block_time", [](auto& time) { time[3] -= 0.03125; });
  EXPECT_FALSE(passes("block_grid", 0));
}

TEST_F(HermiteFault, AStepThatIsNoPowerOfTwoIsCaught) {
  spoil("block_step", [](auto& step) { step[3] *= 0.75; });
  EXPECT_FALSE(passes("block_grid", 0));
}

TEST_F(HermiteFault, AStepThatDoesNotDivideTheTimeIsCaught) {
  spoil("block_step", [](auto& step) { step[3] = 0.125; });
  EXPECT_FALSE(passes("block_grid", 0));
}

TEST_F(HermiteFault, OrbitsThatPartAtOnceAreCaught) {
  observed_.difference = {{1, 1e-6}};
  EXPECT_FALSE(passes("parting", 1e-13));
  observed_.difference = {{1, std::nan("")}};
  EXPECT_FALSE(passes("parting", 1e300));
}

TEST_F(HermiteFault, ARunWithoutFieldsFailsEveryCheckOfThem) {
  observed_.field = nullptr;
  observed_.difference.clear();
  for (const char* check : {"jerk_error", "nearest_neighbour", "block_grid", "parting"})
    EXPECT_FALSE(passes(check, 1e300)) << check;
}

}  // namespace
}  // namespace tycho
