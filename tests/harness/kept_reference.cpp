// A reference that took long is kept for the next run that is held against the same one.
#include "harness/measure/kept_reference.hpp"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <thread>

#include "core/clock.hpp"
#include "core/contracts/all_pairs.hpp"
#include "harness/measure/particles_sum.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

int made = 0;
std::chrono::duration<double> step_takes{0};

/// Drifts all particles, and hands them out in the opposite order.
class Drift final : public Algorithm {
 public:
  explicit Drift(double dt) : dt_(dt) { ++made; }
  void load(const Particles& particles) override { held_ = particles; }
  void advance(StageTimer&) override {
    std::this_thread::sleep_for(step_takes);
    for (std::size_t i = 0; i < held_.size(); ++i) held_.x[i] += dt_ * held_.vx[i];
  }
  void store(Particles& to) override {
    const std::size_t n = held_.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t from = n - 1 - i;
      to.id[i] = held_.id[from];
      to.mass[i] = held_.mass[from];
      to.set_position(i, held_.position(from));
      to.set_velocity(i, held_.velocity(from));
    }
  }
  Clock& clock() override { return clock_; }

 private:
  double dt_;
  Particles held_;
  HostClock clock_;
};

std::unique_ptr<Algorithm> make_drift(const Settings& settings) {
  return std::make_unique<Drift>(settings.number("dt"));
}

class KeptReference : public testing::Test {
 protected:
  KeptReference() {
    case_.algorithm = "all_pairs";
    for (std::size_t i = 0; i < start_.size(); ++i) {
      start_.mass[i] = 1 + static_cast<double>(i);
      start_.set_position(i, {0.5 * static_cast<double>(i), 1, 2});
      start_.set_velocity(i, {1, 0, -static_cast<double>(i)});
    }
    made = 0;
    step_takes = std::chrono::seconds{0};
  }

  Particles after(std::int64_t steps) {
    cases::RunSpec run{"id",    &case_, &variant_,
                       "smoke", 3,      4,
                       2,       0.5,    Settings(all_pairs::contract(), Backend::kCuda)};
    run.settings.set("dt", dt_);
    measure::Backends backends{drifts_, {}, ""};
    backends.reference_kept = file_.string();
    told_.clear();
    return measure::reference_after(run, backends, start_, steps,
                                    [this](double part) { told_.push_back(part); });
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "reference.checkpoint";
  const std::array<Implementation, 1> drifts_{{{&all_pairs::contract(), make_drift}}};
  cases::Case case_;
  cases::Variant variant_;
  Particles start_{3};
  double dt_ = 0.25;
  std::vector<double> told_;  // of the steps of the last
};

TEST_F(KeptReference, IsThatOfTheSameSettingsStartAndSteps) {
  step_takes = std::chrono::milliseconds{1050};
  const Particles first = after(2);
  ASSERT_EQ(made, 1);
  EXPECT_EQ(first.id.front(), 2u);
  EXPECT_EQ(first.x.front(), 1.5);
  step_takes = std::chrono::seconds{0};
  EXPECT_EQ(measure::particles_sum(after(2)), measure::particles_sum(first));
  EXPECT_EQ(made, 1) << "taken from the file";

  EXPECT_EQ(after(3).x.front(), 1.75);
  EXPECT_EQ(made, 2);
  dt_ = 0.5;
  EXPECT_EQ(after(2).x.front(), 2);
  EXPECT_EQ(made, 3);
  dt_ = 0.25;
  start_.vx[2] = 2;
  EXPECT_EQ(after(2).x.front(), 2);
  EXPECT_EQ(made, 4);
  start_.vx[2] = 1;
  after(2);
  EXPECT_EQ(made, 4) << "what is made in no time does not take its place";

  std::filesystem::resize_file(file_, std::filesystem::file_size(file_) - 8);
  EXPECT_EQ(measure::particles_sum(after(2)), measure::particles_sum(first));
  EXPECT_EQ(made, 5) << "damaged";
}

TEST_F(KeptReference, TellsOfItsStepsWhichMayTakeHours) {
  after(4);
  EXPECT_EQ(told_, (std::vector<double>{0, 0.25, 0.5, 0.75}));
}

TEST_F(KeptReference, IsNotKeptWhereItTakesNoTimeOrThereIsNoRoom) {
  after(2);
  EXPECT_FALSE(std::filesystem::exists(file_));
  std::ofstream(folder_ / "plain") << "a file";
  file_ = folder_ / "plain/reference.checkpoint";
  step_takes = std::chrono::milliseconds{1050};
  EXPECT_EQ(after(2).x.front(), 1.5);
}

}  // namespace
}  // namespace tycho
