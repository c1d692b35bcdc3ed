// A fault for every check of the mesh: each must be caught, and the healthy run must pass.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/contracts/particle_mesh.hpp"
#include "core/formulas/cell_index.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/check.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

constexpr int kGrid = 16;
constexpr double kScale = 0.1;

std::unique_ptr<Algorithm> make_mesh(const Settings& settings) {
  for (const Implementation& one : backends::implementations(Backend::kCpu))
    if (one.contract == &particle_mesh::contract()) return one.make(settings);
  throw std::logic_error("no particle mesh");
}

/// Two steps of a sphere on a small mesh, to be spoiled.
class MeshFault : public ::testing::Test {
 protected:
  MeshFault() {
    mesh_ = make_mesh(settings_);
    mesh_->load(initial_);
    observed_.initial_potential = mesh_->field("particle_potential");
    SilentTimer silent(particle_mesh::contract().stages);
    for (int step = 0; step < 2; ++step) mesh_->advance(silent);
    mesh_->store(final_);
    observed_.settings = &settings_;
    observed_.initial = &initial_;
    observed_.final = &final_;
    observed_.verified_steps = 2;
    observed_.final_potential = mesh_->field("particle_potential");
    observed_.field = [this](std::string_view name) { return mesh_->field(name); };
    observed_.reference_from = [this](const Particles& state) {
      auto reference = make_mesh(settings_);
      reference->load(state);
      return reference;
    };
  }

  bool passes(const std::string& name, double limit) {
    return checks::apply({name, limit, "a reason", {}, {}, 0}, observed_).pass;
  }
  /// Gives the field `name` as `change` leaves it.
  template <typename Change>
  void spoil(const std::string& name, Change change) {
    observed_.field = [this, name, change](std::string_view asked) {
      auto values = mesh_->field(asked);
      if (asked == name) change(values);
      return values;
    };
  }

  Settings settings_ = [] {
    Settings settings(particle_mesh::contract(), Backend::kCpu);
    settings.set("grid", kGrid);
    settings.set("dt", 1e-3);
    return settings;
  }();
  Particles initial_ =
      initial::make_initial({{"kind", "plummer_box"}, {"seed", 1}, {"scale", kScale}}, 4099);
  Particles final_;
  std::unique_ptr<Algorithm> mesh_;
  checks::Observed observed_;
};

TEST_F(MeshFault, NoneInAHealthyRun) {
  EXPECT_TRUE(passes("mesh_mass", 1e-12));
  EXPECT_TRUE(passes("mesh_histogram", 0));
  EXPECT_TRUE(passes("mesh_fields", 1e-12));
  EXPECT_TRUE(passes("mesh_residual", 1e-12));
  EXPECT_TRUE(passes("mesh_energy", 0.5));
  EXPECT_TRUE(passes("energy_drift", 0.01));
}

TEST_F(MeshFault, AParticleLostInTheDepositIsCaught) {
  const auto lose_one = [](std::vector<double>& counts) {
    for (double& count : counts)
      if (count > 0) {
        count -= 1;
        return;
      }
  };
  spoil("histogram", lose_one);
  EXPECT_FALSE(passes("mesh_mass", 1e-6));
  EXPECT_FALSE(passes("mesh_histogram", 0));
}

TEST_F(MeshFault, NoneInSinglePrecisionOnAGridThatIsNoPowerOfTwo) {
  constexpr int kSide = 50;
  settings_.set("grid", kSide);
  settings_.set("precision", "fp32");
  // Just below the edges of cells, where the product of single precision rounds up to some of them.
  int up = 0;
  for (std::size_t i = 0; i < initial_.size(); ++i) {
    const float edge = static_cast<float>(i % kSide + 1) / kSide, below = std::nextafter(edge, 0.f);
    initial_.set_position(i, {below, 0.5, 0.5});
    up += cell_of(below, kSide) != cell_of(double{below}, kSide);
  }
  ASSERT_GT(up, 0);
  mesh_ = make_mesh(settings_);
  mesh_->load(initial_);
  mesh_->store(final_);
  EXPECT_TRUE(passes("mesh_histogram", 0));
  final_.x[0] = 0.9;
  EXPECT_FALSE(passes("mesh_histogram", 0)) << "a particle in another cell is still caught";
}

TEST_F(MeshFault, AParticleInTheNeighbouringCellIsCaught) {
  spoil("histogram", [](std::vector<double>& counts) {
    for (std::size_t c = 1; c < counts.size(); ++c)
      if (counts[c] > 0) {
        counts[c] -= 1;
        counts[c - 1] += 1;
        return;
      }
  });
  EXPECT_TRUE(passes("mesh_mass", 1e-6)) << "mass alone does not see it";
  EXPECT_FALSE(passes("mesh_histogram", 0));
}

TEST_F(MeshFault, ADensityThatWasNotWrittenIsCaught) {
  spoil("density", [](auto& density) { density[5] = std::numeric_limits<double>::quiet_NaN(); });
  EXPECT_FALSE(passes("mesh_mass", 1e300));
}

TEST_F(MeshFault, APotentialFromTheStepBeforeIsCaught) {
  auto stale = make_mesh(settings_);
  stale->load(initial_);
  spoil("potential", [old = stale->field("potential")](auto& values) { values = old; });
  EXPECT_FALSE(passes("mesh_fields", 1e-5));
}

TEST_F(MeshFault, OneCellOfThePotentialIsCaught) {
  spoil("potential", [](auto& values) { values[7] *= 1.5; });
  EXPECT_FALSE(passes("mesh_fields", 1e-5));
  spoil("potential", [](auto& values) { values[7] = std::nan(""); });
  EXPECT_FALSE(passes("mesh_fields", 1e300));
}

TEST_F(MeshFault, APotentialThatDoesNotSolveTheEquationIsCaught) {
  spoil("potential", [](auto& values) { values[7] *= 1.01; });
  EXPECT_FALSE(passes("mesh_residual", 1e-4));
  spoil("potential", [](auto& values) {
    for (double& phi : values) phi *= 1.001;  // a wrong constant
  });
  EXPECT_FALSE(passes("mesh_residual", 9e-4));
  spoil("potential", [](auto& values) { values[7] = std::nan(""); });
  EXPECT_FALSE(passes("mesh_residual", 1e300));
}

TEST_F(MeshFault, TooFewCyclesAreCaughtThoughTheReferenceDoesNoMore) {
  settings_.set("poisson", std::string_view("multigrid"));
  std::vector<bool> solved;
  for (const double cycles : {1, 3}) {
    settings_.set("cycles", cycles);
    mesh_ = make_mesh(settings_);
    mesh_->load(initial_);
    mesh_->store(final_);
    EXPECT_TRUE(passes("mesh_fields", 1e-12)) << cycles;
    solved.push_back(passes("mesh_residual", 1e-4));
  }
  EXPECT_EQ(solved, (std::vector<bool>{false, true}));
}

TEST_F(MeshFault, AnAxisOfTheAccelerationWithTheWrongSignIsCaught) {
  for (double& a : final_.ay) a = -a;
  EXPECT_FALSE(passes("mesh_fields", 1e-4));
}

TEST_F(MeshFault, AnAccelerationThatIsNoNumberIsCaughtOnEveryAxis) {
  for (std::vector<double>* axis : {&final_.ax, &final_.ay, &final_.az}) {
    const double right = (*axis)[11];
    (*axis)[11] = std::nan("");
    EXPECT_FALSE(passes("mesh_fields", 1e300));
    (*axis)[11] = right;
  }
}

TEST_F(MeshFault, VelocitiesOfAnotherTimeAreCaught) {
  for (std::size_t i = 0; i < final_.size(); ++i)
    final_.set_velocity(i, final_.velocity(i) + 20e-3 * final_.acceleration(i));
  EXPECT_FALSE(passes("energy_drift", 0.01));
}

TEST_F(MeshFault, APotentialOfTheWrongSignIsCaught) {
  for (double& phi : observed_.final_potential) phi = -phi;
  EXPECT_FALSE(passes("energy_drift", 0.1));
  EXPECT_FALSE(passes("mesh_energy", 0.5));
}

TEST_F(MeshFault, MeshEnergyIsInSquaresOfTheCellOverTheScale) {
  const auto with_scale = [&](double scale) {
    return checks::apply({"mesh_energy", 1, "a reason", {{"scale", scale}}, {}, 0}, observed_);
  };
  const checks::CheckResult one = with_scale(1.0 / kGrid);
  EXPECT_DOUBLE_EQ(one.value, one.details.at("change"));
  EXPECT_DOUBLE_EQ(with_scale(3.0 / kGrid).value, 9 * one.value);
}

TEST_F(MeshFault, AnEnergyThatWasNoNumberForAWhileIsCaught) {
  observed_.energy_error = {{0.1, 1e-9}, {0.2, std::nan("")}, {0.3, 1e-9}};
  EXPECT_FALSE(passes("mesh_energy", 1e300));
}

TEST_F(MeshFault, ARunWithoutFieldsFailsEveryCheckOfThem) {
  observed_.field = nullptr;
  observed_.final_potential.clear();
  for (const char* check :
       {"mesh_mass", "mesh_histogram", "mesh_fields", "mesh_residual", "mesh_energy"})
    EXPECT_FALSE(passes(check, 1e300)) << check;
}

}  // namespace
}  // namespace tycho
