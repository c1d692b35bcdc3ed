// A fault for every check of the particle-in-cell code: each must be caught, and the healthy run
// must pass.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

#include "core/contracts/pic.hpp"
#include "core/formulas/pic_dispersion.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/check.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

constexpr int kNx = 16, kNy = 32;

std::unique_ptr<Algorithm> make_pic(const Settings& settings) {
  for (const Implementation& one : backends::implementations(Backend::kCpu))
    if (one.contract == &pic::contract()) return one.make(settings);
  throw std::logic_error("no particle-in-cell code");
}

Settings ordered() {
  Settings settings(pic::contract(), Backend::kCpu);
  settings.set("nx", kNx);
  settings.set("ny", kNy);
  settings.set("layout", std::string_view("ordered"));
  return settings;
}

/// Two steps of a thermal plasma, to be spoiled.
class PicFault : public ::testing::Test {
 protected:
  PicFault() {
    pic_ = make_pic(settings_);
    pic_->load(initial_);
    SilentTimer silent(pic::contract().stages);
    for (int step = 0; step < 2; ++step) pic_->advance(silent);
    pic_->store(final_);
    observed_.settings = &settings_;
    observed_.initial = &initial_;
    observed_.final = &final_;
    observed_.reference = &reference_;
    reference_ = final_;
    observed_.verified_steps = 2;
    observed_.field = [this](std::string_view name) { return pic_->field(name); };
    observed_.reference_from = [this](const Particles& state) {
      auto reference = make_pic(settings_);
      reference->load(state);
      return reference;
    };
  }

  bool passes(const std::string& name, double limit) {
    return checks::apply({name, limit, "a reason", {}, {}, 0}, observed_).pass;
  }
  template <typename Change>
  void spoil(const std::string& name, Change change) {
    observed_.field = [this, name, change](std::string_view asked) {
      auto values = pic_->field(asked);
      if (asked == name) change(values);
      return values;
    };
  }

  Settings settings_ = ordered();
  Particles initial_ =
      initial::make_initial({{"kind", "maxwellian"}, {"seed", 1}}, 4099, settings_);
  Particles final_, reference_;
  std::unique_ptr<Algorithm> pic_;
  checks::Observed observed_;
};

TEST_F(PicFault, NoneInAHealthyRun) {
  EXPECT_TRUE(passes("pic_charge", 1e-12));
  EXPECT_TRUE(passes("pic_order", 0));
  EXPECT_TRUE(passes("pic_fields", 1e-12));
  EXPECT_TRUE(passes("momentum", 1e-12));
  EXPECT_TRUE(passes("displacement", 0));
}

TEST_F(PicFault, AChargeLostInTheDepositIsCaught) {
  spoil("charge_density", [](auto& charge) { charge[40] += 0.125; });  // one particle of 8
  EXPECT_FALSE(passes("pic_charge", 1e-5));
}

TEST_F(PicFault, AStaleGuardColumnIsCaught) {
  spoil("charge_density", [](auto& charge) {
    for (int j = 0; j < kNy; ++j) charge[kNx * j] *= 0.5;  // what the guard cells hold is missing
  });
  EXPECT_FALSE(passes("pic_charge", 1e-5));
}

TEST(PicFaultAtThePublishedGrid, ACornerGuardCellThatIsLostIsCaught) {
  constexpr double kLimit = 1e-7;  // as in the shipped cases
  Settings settings(pic::contract(), Backend::kCpu);
  settings.set("nx", 256);
  settings.set("ny", 512);
  settings.set("precision", std::string_view("fp32"));
  const Particles particles =
      initial::make_initial({{"kind", "maxwellian"}, {"seed", 1}}, 3 * 256 * 512, settings);
  const auto pic = make_pic(settings);
  pic->load(particles);
  bool lost = false;
  checks::Observed observed;
  observed.settings = &settings;
  observed.initial = &particles;
  observed.final = &particles;
  observed.field = [&](std::string_view name) {
    auto values = pic->field(name);
    if (lost) values[0] *= 0.75;  // one of the four cells around the point is across both edges
    return values;
  };
  const auto charge = [&] {
    return checks::apply({"pic_charge", kLimit, "a reason", {}, {}, 0}, observed);
  };
  EXPECT_TRUE(charge().pass) << charge().value;
  lost = true;
  EXPECT_FALSE(charge().pass) << charge().value;
}

TEST_F(PicFault, AChargeThatWasNotWrittenIsCaught) {
  spoil("charge_density", [](auto& charge) { charge[5] = std::nan(""); });
  EXPECT_FALSE(passes("pic_charge", 1e300));
}

TEST_F(PicFault, AParticleThatIsThereTwiceIsCaught) {
  final_.id[7] = final_.id[1000];
  EXPECT_FALSE(passes("pic_order", 0));
}

TEST_F(PicFault, AParticleInTheGroupBesideItsOwnIsCaught) {
  spoil("group", [](auto& groups) { groups[100] += 1; });
  EXPECT_FALSE(passes("pic_order", 0));
}

TEST_F(PicFault, AParticleAtTheEndOfTheBoxIsCaught) {
  const double y = std::exchange(final_.y[3], kNy);
  const auto order = checks::apply({"pic_order", 0, "a reason", {}, {}, 0}, observed_);
  EXPECT_EQ(order.details.at("outside"), 1);
  final_.y[3] = y;
  final_.x[3] = kNx;
  EXPECT_FALSE(passes("pic_order", 0));
  final_.x[3] = std::nan("");
  EXPECT_FALSE(passes("pic_order", 0));
}

TEST_F(PicFault, AFieldOfTheOtherSignIsCaught) {
  spoil("ey", [](auto& field) {
    for (double& e : field) e = -e;
  });
  EXPECT_FALSE(passes("pic_fields", 1));
}

TEST_F(PicFault, AFieldFromTheStepBeforeIsCaught) {
  auto stale = make_pic(settings_);
  stale->load(initial_);
  spoil("ex", [old = stale->field("ex")](auto& field) { field = old; });
  EXPECT_FALSE(passes("pic_fields", 1e-4));
}

TEST_F(PicFault, OnePointOfTheFieldIsCaught) {
  spoil("ex", [](auto& field) { field[9] = std::nan(""); });
  EXPECT_FALSE(passes("pic_fields", 1e300));
  spoil("ey", [](auto& field) { field[9] += 0.01; });
  EXPECT_FALSE(passes("pic_fields", 1e-4));
}

TEST_F(PicFault, AParticleThatWasNotPushedIsCaught) {
  final_.y[17] = initial_.y[17];
  EXPECT_FALSE(passes("displacement", 1e-5));
}

TEST_F(PicFault, GoingAroundTheBoxIsNone) {
  final_.x[17] = reference_.x[17] - kNx;
  EXPECT_TRUE(passes("displacement", 1e-12));
}

TEST_F(PicFault, ARunWithoutFieldsFailsEveryCheckOfThem) {
  observed_.field = nullptr;
  for (const char* check : {"pic_charge", "pic_order", "pic_fields"})
    EXPECT_FALSE(passes(check, 1e300)) << check;
}

/// A wave as a run would have seen it, to be spoiled.
class WaveFault : public PicFault {
 protected:
  WaveFault() {
    settings_.set("dt", 0.2);
    initial_ = initial::make_initial({{"kind", "langmuir"}, {"mode", {3, 0}}, {"amplitude", 1e-3}},
                                     kNx * kNy * 4, settings_);
    final_ = initial_;
    observed_.mode_number = {3, 0};
    const double k = 2 * std::numbers::pi * 3 / kNx;
    omega_ = pic::leapfrog_frequency(
        pic::cold_frequency(k, 0, settings_.number("particle_size"), 2, 2), 0.2);
  }
  void see(double frequency, double growth = 0, double interval = 0.4) {
    observed_.mode.clear();
    for (int look = 0; look < 100; ++look) {
      const double t = look * interval;
      observed_.mode.emplace_back(t, 1e-3 * std::exp(growth * t) * std::cos(frequency * t));
    }
  }
  double omega_;
};

TEST_F(WaveFault, NoneInAWaveOfTheRightFrequency) {
  see(omega_);
  EXPECT_TRUE(passes("langmuir_frequency", 1e-10));
}

TEST_F(WaveFault, AFrequencyOffByAThousandthIsCaught) {
  see(1.001 * omega_);
  EXPECT_FALSE(passes("langmuir_frequency", 1e-4));
}

TEST_F(WaveFault, TheFrequencyOfAPlasmaWithoutAGridIsCaught) {
  see(1);
  EXPECT_FALSE(passes("langmuir_frequency", 1e-2));
}

TEST_F(WaveFault, AStillPlasmaIsCaught) {
  see(0);
  EXPECT_FALSE(passes("langmuir_frequency", 0.5));
  observed_.mode.clear();
  EXPECT_FALSE(passes("langmuir_frequency", 1e300));
  EXPECT_FALSE(passes("growth_rate", 1e300));
}

TEST_F(WaveFault, ALostLookIsCaught) {
  see(omega_);
  observed_.mode.erase(observed_.mode.begin() + 50);
  EXPECT_FALSE(passes("langmuir_frequency", 1e300));
}

TEST_F(WaveFault, AGrowthOffByAFewPercentIsCaught) {
  const double rate = 1 / std::sqrt(8.0);
  see(0, rate, 0.1);
  EXPECT_TRUE(passes("growth_rate", 1e-9));
  see(0, 1.03 * rate, 0.1);
  EXPECT_FALSE(passes("growth_rate", 0.02));
  see(0, 0, 0.1);
  EXPECT_FALSE(passes("growth_rate", 0.02));
  see(0, rate, 0.1);
  observed_.mode[40].second = std::nan("");
  EXPECT_FALSE(passes("growth_rate", 1e300));
}

}  // namespace
}  // namespace tycho
