// A run that its time cut: a check that needs the rest of the way is not judged, with the reason. A
// whole run that lacks the same fails, and so does one that is broken, cut or not.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "core/contracts/all_pairs.hpp"
#include "core/contracts/tree_pm.hpp"
#include "harness/analysis/structure.hpp"
#include "harness/checks/check.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

constexpr const char* kCut = "cut at step 40 of 96 by the suite's 120 s";
constexpr double kBroken = std::numeric_limits<double>::quiet_NaN();

class CutWay : public ::testing::Test {
 protected:
  CutWay() {
    observed_.settings = &settings_;
    observed_.initial = &initial_;
    observed_.final = &final_;
    observed_.verified_steps = 40;
    for (std::size_t i = 0; i < final_.size(); ++i) initial_.id[i] = final_.id[i] = i;
    final_.x.assign(3, 1.0);
  }

  checks::CheckResult check(const std::string& name, std::map<std::string, double> with = {}) {
    return checks::apply({name, 0.01, "a reason", std::move(with), {}, 0}, observed_);
  }
  /// In a cut run it is not judged, in a whole one it fails, and a broken run fails in both.
  void expect_needs_the_whole_way(const std::string& name, const std::function<void()>& spoil,
                                  const std::map<std::string, double>& with = {}) {
    SCOPED_TRACE(name);
    EXPECT_FALSE(check(name, with).pass);
    EXPECT_EQ(check(name, with).not_judged, "") << "of a whole run";
    observed_.cut = kCut;
    const checks::CheckResult found = check(name, with);
    EXPECT_EQ(found.not_judged, "the run was cut at step 40 of 96 by the suite's 120 s");
    EXPECT_FALSE(std::isnan(found.value));
    spoil();
    const checks::CheckResult broken = check(name, with);
    EXPECT_EQ(broken.not_judged, "") << "of a broken run";
    EXPECT_FALSE(broken.pass);
  }
  void grow_to(double most) {
    observed_.mode.clear();
    for (double t = 0, size = 1e-6; size < most; t += 0.5)
      observed_.mode.emplace_back(t, size = 1e-6 * std::exp(t / std::sqrt(8.0)));
  }

  Settings settings_{all_pairs::contract(), Backend::kCpu};
  Particles initial_{3}, final_{3};
  checks::Observed observed_;
};

TEST_F(CutWay, NeedsAModeThatHasGrownUp) {
  grow_to(3e-4);
  expect_needs_the_whole_way("growth_rate", [&] { observed_.mode[1].second = kBroken; });
  grow_to(1e-2);
  EXPECT_NE(check("growth_rate").not_judged, "") << "not yet past the sizes that are fitted";
  grow_to(1);
  EXPECT_EQ(check("growth_rate").not_judged, "");
  EXPECT_TRUE(check("growth_rate").pass) << "all that it looks at was there before the cut";
}

TEST_F(CutWay, NeedsTheWavesOfAPlasma) {
  observed_.mode_number = {1, 0};
  observed_.mode.assign(7, {0, 1});
  expect_needs_the_whole_way("langmuir_frequency", [&] { observed_.mode[3].second = kBroken; });
}

TEST_F(CutWay, NeedsOrbitsThatClose) {
  expect_needs_the_whole_way("return_to_start", [&] { final_.x[1] = kBroken; });
}

TEST_F(CutWay, NeedsTheEndAtWhichTheEnergySettles) {
  observed_.energy_error = {{1, 0.001}, {2, 0.5}};
  expect_needs_the_whole_way("energy_settled",
                             [&] { observed_.energy_error.back().second = kBroken; });
}

TEST_F(CutWay, NeedsTheEndOfAnEnergyThatOscillatesWhereTheCaseSaysSo) {
  initial_.mass.assign(3, 1.0);
  final_.mass.assign(3, 1.0);
  settings_.set("softening", 0.1);
  for (std::size_t i = 0; i < 3; ++i) {
    initial_.x[i] = static_cast<double>(i);
    final_.x[i] = 2.0 * static_cast<double>(i);
  }
  observed_.cut = kCut;
  EXPECT_EQ(check("energy_drift").not_judged, "") << "at any moment";
  observed_.cut = "";
  expect_needs_the_whole_way("energy_drift", [&] { final_.x[1] = kBroken; }, {{"whole", 1}});
}

TEST_F(CutWay, NeedsABarThatGrowsLate) {
  observed_.components.resize(2);
  observed_.components[1].bar = 0.1;
  expect_needs_the_whole_way("bar_missing", [&] { observed_.components[1].bar = kBroken; });
  observed_.components[1].bar = 0.3;
  EXPECT_TRUE(check("bar_missing").pass);
}

TEST_F(CutWay, NeedsHaloesOfWhichNeitherSideHasAny) {
  analysis::Structure mine, reference;
  observed_.structure = &mine;
  observed_.reference_structure = &reference;
  expect_needs_the_whole_way("mass_function", [&] { mine.haloes.resize(1); });
  mine = {};
  observed_.cut = "";
  expect_needs_the_whole_way("halo_profile", [&] { reference.profile.shell = {1}; });
}

TEST_F(CutWay, NeedsTheRedshiftAtWhichWavesAreLookedAt) {
  settings_ = Settings(tree_pm::contract(), Backend::kCpu);
  settings_.set("dt", 0.01);
  initial_ = initial::make_initial({{"kind", "cosmology"}, {"seed", 3}}, 4096, settings_);
  final_ = initial_;
  const auto spoil = [&] { final_.x[1] = kBroken; };
  expect_needs_the_whole_way("linear_growth", spoil, {{"redshift", 10}, {"modes", 1}});
  for (const std::map<std::string, double>& with :
       {std::map<std::string, double>{{"share", 0.9}}, {{"modes", 1}, {"mode_1", 1}}}) {
    final_ = initial_;
    observed_.cut = "";
    expect_needs_the_whole_way(with.count("share") ? "linear_growth" : "power", spoil, with);
  }
}

}  // namespace
}  // namespace tycho
