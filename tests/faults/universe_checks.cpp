// A fault for every check of a universe: each must be caught, and the healthy one must pass.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/contracts/tree_pm.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "harness/analysis/density_modes.hpp"
#include "harness/checks/check.hpp"
#include "harness/checks/periodic_forces.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/layzer_irvine.hpp"

namespace tycho {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kStart = 1.0 / 127, kEnd = 1.0 / 61;

Settings beginning_at(double a) {
  Settings settings(tree_pm::contract(), Backend::kCpu);
  settings.set("a_begin", a);
  return settings;
}

/// Displacements grow as D, so the beginning of a universe at another time is how it went on.
Particles universe_at(double a) {
  return initial::make_initial({{"kind", "cosmology"}, {"seed", 3}}, 16 * 16 * 16, beginning_at(a));
}

class UniverseFault : public ::testing::Test {
 protected:
  UniverseFault() {
    settings_.set("dt", std::log(kEnd / kStart) / 2);
    observed_.settings = &settings_;
    observed_.initial = &initial_;
    observed_.final = &final_;
    observed_.verified_steps = 2;
  }

  checks::CheckResult check(const std::string& name, double limit) {
    return checks::apply({name, limit, "a reason", {}, {}, 0}, observed_);
  }

  Settings settings_ = beginning_at(kStart);
  Particles initial_ = universe_at(kStart), final_ = universe_at(kEnd);
  checks::Observed observed_;
};

/// The forces of Ewald's sum on the beginning, as a run would find them, made wrong by `fault`.
template <typename Fault>
void find_forces(checks::Observed& observed, const Fault& fault) {
  observed.begin_anew = [&observed, fault](const Particles& state, std::int64_t) {
    std::vector<std::size_t> all(state.size());
    std::iota(all.begin(), all.end(), 0);
    const auto right = checks::ewald_accelerations(state, *observed.settings, all);
    Particles p = state;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3<double> g = fault(i, right[i]);
      p.ax[i] = g.x;
      p.ay[i] = g.y;
      p.az[i] = g.z;
    }
    return p;
  };
}

TEST_F(UniverseFault, ForceSlopeSeesForcesThatAreTooWeakAllAlike) {
  find_forces(observed_, [](std::size_t, const Vec3<double>& g) { return g; });
  EXPECT_TRUE(check("force_slope", 1e-6).pass);
  find_forces(observed_, [](std::size_t, const Vec3<double>& g) { return 0.997 * g; });
  EXPECT_FALSE(check("force_slope", 0.002).pass);
  EXPECT_NEAR(check("force_slope", 0.002).value, 0.003, 1e-6);
  find_forces(observed_, [](std::size_t i, const Vec3<double>& g) {
    return i == 17 ? Vec3<double>{kNaN, 0, 0} : g;
  });
  EXPECT_FALSE(check("force_slope", 0.002).pass);
  observed_.begin_anew = nullptr;
  EXPECT_FALSE(check("force_slope", 0.002).pass);
}

TEST_F(UniverseFault, ForceErrorOfTheStartSeesOneWrongForceInTwenty) {
  const auto at_start = [&] {
    return checks::apply({"force_error", 0.02, "a reason", {{"start", 1}}, {}, 0}, observed_).pass;
  };
  find_forces(observed_, [](std::size_t, const Vec3<double>& g) { return g; });
  EXPECT_TRUE(at_start());
  find_forces(observed_,
              [](std::size_t i, const Vec3<double>& g) { return i % 20 == 0 ? 1.03 * g : g; });
  EXPECT_FALSE(at_start());
}

TEST_F(UniverseFault, PowerSeesWavesThatAreTwoPercentTooWeak) {
  const auto right = analysis::band_powers(final_, 130, 4);
  const auto against = [&](double share) {
    std::map<std::string, double> powers;
    for (int mode = 1; mode <= 4; ++mode)
      powers["mode_" + std::to_string(mode)] = share * right[mode];
    return checks::apply({"power", 0.01, "a reason", powers, {}, 0}, observed_);
  };
  EXPECT_TRUE(against(1).pass);
  EXPECT_FALSE(against(1.02).pass);
  EXPECT_FALSE(check("power", 0.01).pass);  // nothing to compare with
  final_.x[17] = kNaN;
  EXPECT_FALSE(against(1).pass);
}

TEST_F(UniverseFault, LinearGrowthSeesWavesThatGrewTooMuchOrNotAtAll) {
  const checks::CheckResult healthy = check("linear_growth", 0.01);
  EXPECT_TRUE(healthy.pass) << healthy.value;
  EXPECT_NEAR(healthy.details.at("redshift"), 60, 1e-9);
  final_ = universe_at(1.03 * kEnd);
  EXPECT_FALSE(check("linear_growth", 0.01).pass);
  final_ = initial_;
  EXPECT_FALSE(check("linear_growth", 0.01).pass);
  final_.x[17] = kNaN;
  EXPECT_FALSE(check("linear_growth", 0.01).pass);
}

TEST_F(UniverseFault, LinearGrowthOnTheWayIsThatOfTheWavesSeenThere) {
  const auto at = [&](double redshift) {
    return checks::apply(
        {"linear_growth", 0.01, "a reason", {{"modes", 2}, {"redshift", redshift}}, {}, 0},
        observed_);
  };
  EXPECT_FALSE(at(60).pass) << "nobody looked";
  observed_.waves = {{60, 2, kEnd, analysis::density_modes(final_, 130, 2)}};
  const checks::CheckResult healthy = at(60);
  EXPECT_TRUE(healthy.pass) << healthy.value;
  EXPECT_NEAR(healthy.details.at("redshift"), 60, 1e-9);
  EXPECT_FALSE(at(50).pass) << "nobody looked then";
  final_ = initial_;  // what became of them later is nothing to it
  EXPECT_TRUE(at(60).pass);
  for (auto& wave : observed_.waves[0].waves) wave *= 1.03;
  EXPECT_FALSE(at(60).pass);
}

TEST(LayzerIrvineError, IsNoneWhileWavesGrowAndShowsWorkThatNoPotentialKnows) {
  // Small waves among matter alone: T = c a, W = -3/2 c a, and a lattice's own constant.
  const auto energy = [](double a, double lost) {
    return checks::Energy{2 * a * a * a * (1 - lost), -3 * a * a - 50};
  };
  measure::LayzerIrvine sound, lossy;
  double error = 0;
  for (const double a : {0.1, 0.11, 0.15, 0.3, 0.7, 1.0}) {
    EXPECT_NEAR(sound.error(a, energy(a, 0)), 0, 1e-13) << a;
    error = lossy.error(a, energy(a, 0.05));
  }
  EXPECT_GT(std::abs(error), 0.02);
}

TEST_F(UniverseFault, LayzerIrvineIsTheLargestErrorOfAnEvolution) {
  observed_.energy_error = {{0.5, 0.002}, {1, -0.006}, {2, 0.004}};
  const checks::CheckResult healthy = check("layzer_irvine", 0.01);
  EXPECT_TRUE(healthy.pass);
  EXPECT_EQ(healthy.value, 0.006);
  EXPECT_EQ(healthy.details.at("time"), 1);
  EXPECT_EQ(healthy.details.at("end"), 0.004);
  observed_.energy_error[1].second = -0.03;  // gone again at the end
  EXPECT_FALSE(check("layzer_irvine", 0.01).pass);
  observed_.energy_error[1].second = kNaN;
  EXPECT_FALSE(check("layzer_irvine", 1e300).pass);
  observed_.energy_error[1].second = 0.006;
  observed_.energy_error.emplace_back(3, kNaN);
  EXPECT_FALSE(check("layzer_irvine", 1e300).pass);
  observed_.energy_error.clear();
  EXPECT_FALSE(check("layzer_irvine", 1e300).pass);
}

TEST_F(UniverseFault, RestartSeesVelocitiesInOtherUnitsAndParticlesThatChangedPlaces) {
  const auto drifted = [](Particles p, double factor) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3<double> x = p.position(i) + factor * p.velocity(i);
      p.set_position(i, {wrap_box(x.x, 130.0), wrap_box(x.y, 130.0), wrap_box(x.z, 130.0)});
    }
    return p;
  };
  const auto begin_anew_with = [&](double factor) {
    observed_.begin_anew = [=](const Particles& state, std::int64_t) {
      return drifted(state, factor);
    };
  };
  observed_.go_on = [&](std::int64_t) { return drifted(final_, 0.5); };
  begin_anew_with(0.5);
  const checks::CheckResult healthy = check("restart", 1e-9);
  EXPECT_TRUE(healthy.pass) << healthy.value;
  begin_anew_with(0.5 * std::sqrt(kEnd));
  const checks::CheckResult wrong = check("restart", 1e-9);
  EXPECT_FALSE(wrong.pass);
  // Over the way gone since, not over that of the whole run.
  EXPECT_NEAR(wrong.value, 1 - std::sqrt(kEnd), 1e-6);
  begin_anew_with(kNaN);
  EXPECT_FALSE(check("restart", 1e-9).pass);
  observed_.begin_anew = [&](const Particles& state, std::int64_t) {
    Particles p = drifted(state, 0.5);
    std::swap(p.id[3], p.id[1000]);
    return p;
  };
  EXPECT_FALSE(check("restart", 1e-9).pass);
}

TEST_F(UniverseFault, PowerBySizeSeesWavesThatGrewOtherwise) {
  const auto half_as_many = [](double a) {
    return [a](std::int64_t n) {
      EXPECT_EQ(n, 8 * 8 * 8);
      return initial::make_initial({{"kind", "cosmology"}, {"seed", 3}}, n, beginning_at(a));
    };
  };
  const auto judged = [&] {
    return checks::apply({"power_by_size", 0.1, "a reason", {{"modes", 2}}, {}, 0}, observed_);
  };
  observed_.of_size = half_as_many(kEnd);
  EXPECT_TRUE(judged().pass) << judged().value;
  const auto of_all = judged().details;
  EXPECT_EQ(of_all.count("ratio_1") + of_all.count("ratio_2"), 2u) << "the last band too";
  observed_.of_size = half_as_many(1.1 * kEnd);
  EXPECT_FALSE(judged().pass) << judged().value;
  observed_.of_size = half_as_many(kEnd);
  final_.x[5] = kNaN;
  EXPECT_FALSE(judged().pass);
  final_ = universe_at(kEnd);
  observed_.of_size = nullptr;
  EXPECT_FALSE(judged().pass);
}

}  // namespace
}  // namespace tycho
