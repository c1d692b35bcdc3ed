// A fault for every check: each must be caught, and the healthy run must pass.
#include "harness/checks/check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "core/contracts/all_pairs.hpp"
#include "core/error.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kSoftening = 0.01, kStep = 0.001;
constexpr int kSteps = 8;

using Force = std::function<void(Particles&)>;

void sound_force(Particles& p) {
  std::vector<std::size_t> all(p.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto a = checks::direct_accelerations(p, kSoftening, all);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.ax[i] = a[i].x;
    p.ay[i] = a[i].y;
    p.az[i] = a[i].z;
  }
}

void kick(Particles& p) {
  for (std::size_t i = 0; i < p.size(); ++i)
    p.set_velocity(i, p.velocity(i) + (kStep / 2) * p.acceleration(i));
}

void drift(Particles& p) {
  for (std::size_t i = 0; i < p.size(); ++i)
    p.set_position(i, p.position(i) + kStep * p.velocity(i));
}

Particles evolved(Particles p, const Force& force) {
  force(p);
  for (int step = 0; step < kSteps; ++step) {
    kick(p);
    drift(p);
    force(p);
    kick(p);
  }
  return p;
}

/// A healthy run of a Plummer sphere of prime size and unequal masses, to be spoiled.
class Fault : public ::testing::Test {
 protected:
  double value(const std::string& name, double limit,
               std::map<std::string, double> parameters = {}) {
    last_ = checks::apply({name, limit, "a reason", std::move(parameters), {}, 0}, observed_);
    return last_.value;
  }
  bool passes(const std::string& name, double limit) {
    value(name, limit);
    return last_.pass;
  }
  /// NaN, and a detail that says what was lacking.
  bool lacks(const std::string& name, const std::string& what) {
    return std::isnan(value(name, 1e300)) && !last_.pass && last_.details.count("lacks_" + what);
  }

  Settings settings_ = [] {
    Settings settings(all_pairs::contract(), Backend::kCpu);
    settings.set("softening", kSoftening);
    settings.set("dt", kStep);
    return settings;
  }();
  Particles initial_ =
      initial::make_initial({{"kind", "plummer"}, {"seed", 1}, {"masses", {1, 10}}}, 251);
  Particles reference_ = evolved(initial_, sound_force);
  Particles final_ = reference_;
  checks::Observed observed_{&settings_, &initial_, &final_, kSteps, {}, &reference_, {}};
  checks::CheckResult last_;
};

// The limits the shipped cases use in double precision.
constexpr double kEnergy = 1e-5, kMomentum = 1e-14, kDisplacement = 1e-12, kForce = 1e-13;

TEST_F(Fault, NoneInAHealthyRun) {
  EXPECT_TRUE(passes("energy_drift", kEnergy)) << last_.value;
  EXPECT_TRUE(passes("momentum", kMomentum)) << last_.value;
  EXPECT_TRUE(passes("angular_momentum", kMomentum)) << last_.value;
  EXPECT_TRUE(passes("displacement", kDisplacement)) << last_.value;
  EXPECT_TRUE(passes("force_error", kForce)) << last_.value;
  EXPECT_EQ(last_.limit, kForce);
  EXPECT_EQ(last_.reason, "a reason");
  EXPECT_EQ(last_.details.at("targets"), 251);
}

TEST_F(Fault, AFlippedSignOfTheForceIsCaught) {
  final_ = evolved(initial_, [](Particles& p) {
    sound_force(p);
    for (auto* values : {&p.ax, &p.ay, &p.az})
      for (double& a : *values) a = -a;
  });
  EXPECT_FALSE(passes("energy_drift", kEnergy)) << last_.value;
  EXPECT_FALSE(passes("displacement", kDisplacement));
  EXPECT_FALSE(passes("force_error", kForce));
  EXPECT_NEAR(last_.value, 2, 1e-9);
}

TEST_F(Fault, ASourceDroppedFromTheSumIsCaught) {
  final_ = evolved(initial_, [](Particles& p) {
    const double mass = std::exchange(p.mass[250], 0);  // the last one of a partial tile
    sound_force(p);
    p.mass[250] = mass;
  });
  EXPECT_FALSE(passes("momentum", kMomentum)) << last_.value;
  EXPECT_FALSE(passes("angular_momentum", kMomentum)) << last_.value;
  EXPECT_FALSE(passes("displacement", kDisplacement));
  EXPECT_FALSE(passes("force_error", kForce));
}

TEST_F(Fault, AForceAcrossTheLineOfCentresTurnsTheSystem) {
  final_ = evolved(initial_, [](Particles& p) {
    sound_force(p);
    for (std::size_t i = 0; i < p.size(); ++i) {  // still antisymmetric, so that momentum is kept
      const double ax = p.ax[i];
      p.ax[i] -= 0.01 * p.ay[i];
      p.ay[i] += 0.01 * ax;
    }
  });
  EXPECT_TRUE(passes("momentum", kMomentum)) << last_.value;
  EXPECT_FALSE(passes("angular_momentum", kMomentum)) << last_.value;
}

TEST_F(Fault, AnotherSofteningIsCaught) {
  settings_.set("softening", 2 * kSoftening);
  EXPECT_FALSE(passes("force_error", kForce));
}

TEST_F(Fault, OneStaleParticleIsCaught) {
  final_.set_position(17, initial_.position(17));
  EXPECT_FALSE(passes("displacement", kDisplacement));
  EXPECT_EQ(last_.details.at("count_above"), 1);
  EXPECT_EQ(last_.details.at("rank10"), 0);
  EXPECT_NEAR(last_.details.at("mean") * 251, last_.value, 1e-15);
}

TEST_F(Fault, OneStaleVelocityIsCaught) {
  final_.set_velocity(17, initial_.velocity(17));
  EXPECT_FALSE(passes("momentum", kMomentum));
  EXPECT_FALSE(passes("angular_momentum", kMomentum));
}

TEST_F(Fault, TwoPermutedIdsAreCaughtAndAWholeReorderingIsNone) {
  std::swap(final_.id[3], final_.id[200]);
  EXPECT_FALSE(passes("displacement", kDisplacement));
  EXPECT_EQ(last_.details.at("count_above"), 2);

  final_ = reference_;
  for (auto* values : {&final_.mass, &final_.x, &final_.y, &final_.z})
    std::reverse(values->begin(), values->end());
  std::reverse(final_.id.begin(), final_.id.end());
  EXPECT_TRUE(passes("displacement", kDisplacement));
}

TEST_F(Fault, AnIdThatStandsTwiceIsCaught) {
  final_.id[3] = final_.id[4];
  EXPECT_TRUE(lacks("displacement", "matching_ids"));
  EXPECT_TRUE(lacks("return_to_start", "matching_ids"));
}

TEST_F(Fault, ALostParticleFailsEveryCheck) {
  Particles fewer(250);
  final_ = fewer;
  for (const std::string_view name : checks::check_names())
    EXPECT_TRUE(lacks(std::string(name), "particles")) << name;
}

TEST_F(Fault, OneNaNFailsEveryCheckThatLooksThere) {
  final_.y[100] = kNaN;
  for (const char* name :
       {"energy_drift", "angular_momentum", "displacement", "force_error", "return_to_start"})
    EXPECT_FALSE(passes(name, 1e300)) << name;
  final_ = reference_;
  final_.vz[100] = kNaN;
  for (const char* name : {"energy_drift", "momentum", "angular_momentum"})
    EXPECT_FALSE(passes(name, 1e300)) << name;
  final_ = reference_;
  final_.ax[100] = kNaN;
  EXPECT_TRUE(lacks("force_error", "finite_accelerations"));
}

TEST_F(Fault, AnImplementationThatWritesNothingFailsEveryCheck) {
  final_.poison();
  for (const std::string_view name : checks::check_names())
    EXPECT_FALSE(passes(std::string(name), 1e300)) << name;
}

TEST_F(Fault, WhatIsMissingIsSaid) {
  EXPECT_TRUE(lacks("energy_peak", "energy_error"));
  EXPECT_TRUE(lacks("energy_settled", "energy_error"));
  observed_.reference = nullptr;
  EXPECT_TRUE(lacks("displacement", "reference"));
  observed_.final = nullptr;
  for (const std::string_view name : checks::check_names())
    EXPECT_TRUE(lacks(std::string(name), "final")) << name;
}

/// The error of a sound leapfrog: next to nothing, with a spike at every passage.
std::vector<std::pair<double, double>> spiky_series() {
  std::vector<std::pair<double, double>> series;
  for (int k = 0; k <= 1000; ++k)
    series.emplace_back(0.05 * k, k % 7 == 3 ? -2e-6 : 1e-10 * std::sin(k));
  return series;
}

TEST_F(Fault, NoneInABoundedOscillation) {
  observed_.energy_error = spiky_series();
  EXPECT_TRUE(passes("energy_peak", 3e-6));
  EXPECT_EQ(last_.value, 2e-6);
  EXPECT_TRUE(passes("energy_settled", 1e-8));
  EXPECT_EQ(last_.details.at("max"), 2e-6);
}

TEST_F(Fault, ADriftOfTheEnergyIsCaughtThoughItStaysBelowThePeaks) {
  observed_.energy_error = spiky_series();
  for (auto& [time, error] : observed_.energy_error) error += 1e-9 * time;
  EXPECT_TRUE(passes("energy_peak", 3e-6));
  EXPECT_FALSE(passes("energy_settled", 1e-8)) << last_.value;
}

TEST_F(Fault, OneHighSpikeOrNaNOnTheWayIsCaught) {
  observed_.energy_error = spiky_series();
  observed_.energy_error[500].second = -1e-5;
  EXPECT_FALSE(passes("energy_peak", 3e-6));
  EXPECT_EQ(last_.details.at("time"), 25);
  observed_.energy_error[400].second = kNaN;
  EXPECT_FALSE(passes("energy_peak", 1e300));
  observed_.energy_error.back().second = kNaN;
  EXPECT_FALSE(passes("energy_settled", 1e300));
}

TEST_F(Fault, AnOrbitAtTheWrongRateDoesNotReturn) {
  final_ = initial_;
  EXPECT_TRUE(passes("return_to_start", 1e-12));
  final_.x[5] += 1e-6;
  EXPECT_FALSE(passes("return_to_start", 1e-12));
}

TEST_F(Fault, RanksForgiveTheFewAndOnlyThem) {
  for (std::size_t i = 0; i < 5; ++i) final_.x[i] += 0.1;
  EXPECT_NEAR(value("displacement", 1, {{"rank", 5}}), 0.1, 1e-12);
  EXPECT_EQ(value("displacement", 1, {{"rank", 6}}), 0);
  EXPECT_EQ(value("displacement", 1, {{"rank", 1e6}}), 0);  // beyond the last: the last
  value("displacement", 1, {{"above", 0.01}});
  EXPECT_EQ(last_.details.at("count_above"), 5);
}

TEST_F(Fault, OneBitThatIsNotThatOfOneRankIsCaughtAndAnotherOrderIsNone) {
  EXPECT_TRUE(lacks("rank_invariance", "ranks"));
  observed_.on_one_rank = [&] { return reference_; };
  EXPECT_TRUE(passes("rank_invariance", 0)) << last_.value;
  final_.vz[17] = std::nextafter(final_.vz[17], 1e300);
  EXPECT_FALSE(passes("rank_invariance", 0));
  EXPECT_EQ(last_.value, 1);
  EXPECT_EQ(last_.details.at("farthest"), 0);
  final_.x[3] += 0.5;
  EXPECT_EQ(value("rank_invariance", 0), 2);
  EXPECT_NEAR(last_.details.at("farthest"), 0.5, 1e-12);

  final_ = reference_;
  for (auto* values :
       {&final_.mass, &final_.x, &final_.y, &final_.z, &final_.vx, &final_.vy, &final_.vz})
    std::reverse(values->begin(), values->end());
  std::reverse(final_.id.begin(), final_.id.end());
  EXPECT_TRUE(passes("rank_invariance", 0)) << last_.value;
}

TEST_F(Fault, PercentilesAreThoseOfTheErrorsPutIn) {
  // Ten of 251 accelerations are off by 1%: beyond the 96th percentile.
  for (std::size_t i = 0; i < 10; ++i)
    for (auto* values : {&final_.ax, &final_.ay, &final_.az}) (*values)[i] *= 1.01;
  EXPECT_NEAR(value("force_error", 1), 0.01, 1e-9);
  EXPECT_LT(value("force_error", 1, {{"percentile", 95}}), 1e-12);
  EXPECT_LT(last_.details.at("p50"), 1e-12);
  EXPECT_NEAR(last_.details.at("max"), 0.01, 1e-9);
  value("force_error", 1, {{"moved", 1}});
  EXPECT_EQ(last_.details.at("p99_low"), last_.details.at("p99")) << "no sample: all that moved";
}

TEST_F(Fault, AForceOfFewBodiesThatMovedIsSeenAmongMoreThatStandStill) {
  // Ten of 251 stepped, and their forces are off by 1%; the others keep what they began with.
  final_ = initial_;
  sound_force(final_);
  EXPECT_TRUE(std::isnan(value("force_error", 1, {{"moved", 1}}))) << "nobody moved";
  for (std::size_t i = 120; i < 130; ++i)
    final_.set_position(i, final_.position(i) + Vec3<double>{1e-6, 0, 0});
  sound_force(final_);
  EXPECT_LT(value("force_error", 1, {{"moved", 1}}), 1e-12);
  EXPECT_EQ(last_.details.at("targets"), 10);
  for (std::size_t i = 120; i < 130; ++i)
    for (auto* values : {&final_.ax, &final_.ay, &final_.az}) (*values)[i] *= 1.01;
  EXPECT_NEAR(value("force_error", 1, {{"moved", 1}, {"percentile", 0}}), 0.01, 1e-9);
  std::swap(final_.id[1], final_.id[200]);
  EXPECT_TRUE(std::isnan(value("force_error", 1, {{"moved", 1}})));
}

TEST(Checks, OfNoPairsOrNoMotionAreNotDividedByZero) {
  Settings settings(all_pairs::contract(), Backend::kCpu);
  Particles alone(1);
  alone.mass = {1};
  alone.ax = alone.ay = alone.az = {0};
  const checks::Observed observed{&settings, &alone, &alone, 1, {}, &alone, {}};
  for (const char* name : {"momentum", "angular_momentum", "displacement", "force_error"})
    EXPECT_EQ(checks::apply({name, 0, "exact", {}, {}, 0}, observed).value, 0) << name;
}

TEST(Checks, AreSummarisedAndApplyWhereTheyAreAsked) {
  for (const std::string_view name : checks::check_names())
    EXPECT_FALSE(checks::check_summary(name).empty());
  const terms::CheckSpec spec{"momentum", 1, "a reason", {}, {"gpu"}, 4096};
  EXPECT_TRUE(checks::applies(spec, "gpu", 4096));
  EXPECT_FALSE(checks::applies(spec, "gpu", 4097));
  EXPECT_FALSE(checks::applies(spec, "cpu", 6));
  EXPECT_TRUE(checks::applies({"momentum", 1, "a reason", {}, {}, 0}, "cpu", 1 << 30));
  EXPECT_THROW(checks::apply({"momentun", 1, "a reason", {}, {}, 0}, {}), UsageError);
}

TEST(ForceError, SamplesLargeSystemsAndLooksForNaNInAllOfThem) {
  Settings settings(all_pairs::contract(), Backend::kCpu);
  settings.set("softening", kSoftening);
  Particles sphere = initial::make_initial({{"kind", "plummer"}, {"seed", 1}}, 2003);
  sound_force(sphere);
  const checks::Observed observed{&settings, &sphere, &sphere, 0, {}, nullptr, {}};
  const terms::CheckSpec spec{"force_error", 1e-13, "a reason", {}, {}, 0};
  const checks::CheckResult result = checks::apply(spec, observed);
  EXPECT_TRUE(result.pass);
  EXPECT_EQ(result.details.at("targets"), 1024);
  for (const std::size_t i : {0, 1001, 2002}) {
    const double sound = std::exchange(sphere.az[i], kNaN);
    EXPECT_FALSE(checks::apply(spec, observed).pass);
    sphere.az[i] = sound;
  }
}

}  // namespace
}  // namespace tycho
