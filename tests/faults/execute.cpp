// A run is verified before it is timed: an implementation that does its work wrongly, or not at
// all, must not come out of execute() with its checks passed.
#include "harness/measure/execute.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "core/contracts/all_pairs.hpp"
#include "core/error.hpp"
#include "harness/backends/list.hpp"

namespace tycho {
namespace {

using all_pairs::kDrift;
using all_pairs::kForce;
using all_pairs::kKick;

enum class Fault { kNone, kIdleForce, kIdleDrift, kOneKick, kThrows, kNoMemory };

/// A sound reference inside, spoilt on its way out or in its stages.
class Spoilt final : public Algorithm {
 public:
  Spoilt(std::unique_ptr<Algorithm> sound, Fault fault) : sound_(std::move(sound)), fault_(fault) {}

  void load(const Particles& particles) override {
    if (fault_ == Fault::kNoMemory) throw Unavailable("out of device memory: 5 bytes, 4 are free");
    first_ = particles;
    sound_->load(particles);
  }
  void advance(StageTimer& timer) override {
    if (fault_ == Fault::kThrows)
      stage(timer, kForce, [] { throw std::runtime_error("illegal memory access"); });
    sound_->advance(timer);
  }
  void store(Particles& particles) override {
    sound_->store(particles);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    if (fault_ == Fault::kIdleForce) particles.ax.assign(particles.size(), nan);
    if (fault_ == Fault::kIdleDrift) particles.x = first_.x;
    if (fault_ == Fault::kOneKick) particles.vx = first_.vx;
  }
  Clock& clock() override { return sound_->clock(); }

 private:
  std::unique_ptr<Algorithm> sound_;
  Fault fault_;
  Particles first_;
};

Fault fault_in_use = Fault::kNone;

// Stands in for the CUDA side, so that the reference it is held against is another, sound one.
std::unique_ptr<Algorithm> make_spoilt(const Settings& settings) {
  Settings on_cpu(all_pairs::contract(), Backend::kCpu);
  for (const char* name : {"dt", "softening"}) on_cpu.set(name, settings.number(name));
  return std::make_unique<Spoilt>(backends::implementations(Backend::kCpu).front().make(on_cpu),
                                  fault_in_use);
}

// Of two steps: the leapfrog's own error is of order (dt w)^2 = 1e-8 for the closest of these
// bodies; a drift or a kick left out changes the energy by v a dt, 1e-4 of it.
const terms::CheckSpec kEnergy{"energy_drift", 1e-7, "two steps", {}, {}, 0};

class Execute : public testing::Test {
 protected:
  Execute() {
    case_.paper = "someone2025";
    case_.name = "fig1";
    case_.algorithm = "all_pairs";
    case_.initial = {{"kind", "plummer"}, {"seed", 3}, {"masses", {1, 5}}};
    case_.checks = {{"force_error", 1e-12, "double", {}, {}, 0},
                    {"displacement", 1e-12, "double", {}, {}, 0},
                    kEnergy};
    variant_.name = "spoilt";
  }

  result::RunOutcome run(Fault fault, const result::RunOutcome* earlier = nullptr) {
    fault_in_use = fault;
    const std::array spoilt{Implementation{&all_pairs::contract(), make_spoilt}};
    cases::RunSpec spec{"id",    &case_, &variant_,
                        "smoke", 61,     4,
                        2,       0.5,    Settings(all_pairs::contract(), Backend::kCuda)};
    spec.visits = 2;
    spec.settings.set("softening", 0.05);
    spec.settings.set("dt", 1e-3);
    measure::Backends backends{backends::implementations(Backend::kCpu), spoilt, ""};
    backends.earlier = earlier;
    return measure::execute(spec, backends, [](const std::string&, double) {});
  }

  static bool all_pass(const result::RunOutcome& record) {
    for (const result::CheckRecord& check : record.checks.value())
      if (!check.pass) return false;
    return true;
  }

  cases::Case case_;
  cases::Variant variant_;
};

TEST_F(Execute, PassesASoundImplementationAndTimesIt) {
  const result::RunOutcome record = run(Fault::kNone);
  EXPECT_TRUE(record.ok());
  EXPECT_TRUE(all_pass(record));
  EXPECT_GT(record.timing.value().step_s.median, 0);
  EXPECT_EQ(record.timing->state, "measured");
}

TEST_F(Execute, KeepsWhatAnEarlierVisitFoundOfTheSameBits) {
  result::RunOutcome first = run(Fault::kNone);
  for (result::CheckRecord& check : *first.checks) check.value = 0.125;  // to be told from anew
  const result::RunOutcome second = run(Fault::kNone, &first);
  EXPECT_EQ(second.verified_state, first.verified_state);
  for (const result::CheckRecord& check : second.checks.value()) EXPECT_EQ(check.value, 0.125);
}

TEST_F(Execute, ChecksALaterVisitOfOtherBitsAnew) {
  result::RunOutcome first = run(Fault::kNone);
  EXPECT_FALSE(all_pass(run(Fault::kIdleForce, &first)));
  EXPECT_FALSE(all_pass(run(Fault::kIdleDrift, &first)));
  first.verified_state.reset();  // as in results of before
  for (result::CheckRecord& check : *first.checks) check.value = 0.125;
  const result::RunOutcome second = run(Fault::kNone, &first);
  for (const result::CheckRecord& check : second.checks.value()) EXPECT_NE(check.value, 0.125);
}

TEST_F(Execute, CatchesAForceThatWasNeverWritten) {
  EXPECT_FALSE(all_pass(run(Fault::kIdleForce)));
}

TEST_F(Execute, CatchesADriftThatMovesNothing) {
  case_.checks = {kEnergy};
  EXPECT_FALSE(all_pass(run(Fault::kIdleDrift)));
}

TEST_F(Execute, CatchesAKickThatIsLeftOut) {
  case_.checks = {kEnergy};
  EXPECT_FALSE(all_pass(run(Fault::kOneKick)));
}

TEST_F(Execute, NamesTheStageThatFails) {
  try {
    run(Fault::kThrows);
    FAIL() << "no error";
  } catch (const StageError& error) {
    EXPECT_STREQ(error.what(), "stage 'force': illegal memory access");
  }
}

TEST_F(Execute, SkipsWithTheReasonWhatThisMachineCannotDo) {
  const result::RunOutcome record = run(Fault::kNoMemory);
  EXPECT_EQ(record.status, result::Status::kSkipped);
  EXPECT_EQ(record.reason, "out of device memory: 5 bytes, 4 are free");
  EXPECT_FALSE(record.timing);
}

}  // namespace
}  // namespace tycho
