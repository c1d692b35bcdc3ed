#include "harness/checks/diagnostics.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cmath>

#include "harness/checks/softening.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

Particles three_bodies() {
  Particles p(3);
  p.mass = {1, 2, 4};
  p.set_position(1, {3, 0, 0});
  p.set_position(2, {0, 4, 0});
  p.set_velocity(0, {1, 0, 0});
  p.set_velocity(1, {0, 2, 0});
  p.set_velocity(2, {0, 0, 3});
  return p;
}

TEST(TotalEnergy, IsThatOfThreeBodiesByHand) {
  const checks::Energy energy = checks::total_energy(three_bodies(), 0);
  EXPECT_DOUBLE_EQ(energy.kinetic, 0.5 * 1 + 0.5 * 2 * 4 + 0.5 * 4 * 9);
  EXPECT_DOUBLE_EQ(energy.potential, -1 * 2 / 3.0 - 1 * 4 / 4.0 - 2 * 4 / 5.0);
}

TEST(TotalEnergy, SoftensThePotential) {
  const checks::Energy energy = checks::total_energy(three_bodies(), 12);
  EXPECT_DOUBLE_EQ(energy.potential,
                   -2 / std::sqrt(9 + 144.) - 4 / std::sqrt(16 + 144.) - 8 / 13.0);
}

TEST(TotalEnergy, HasTheSameBitsOnAnyNumberOfThreads) {
  const Particles sphere = initial::make_initial({{"kind", "plummer"}, {"seed", 1}}, 1031);
  const int before = omp_get_max_threads();
  omp_set_num_threads(1);
  const double one = checks::total_energy(sphere, 0.01).potential;
  omp_set_num_threads(3);
  EXPECT_EQ(checks::total_energy(sphere, 0.01).potential, one);
  omp_set_num_threads(before);
}

TEST(Momenta, AreThoseOfThreeBodiesByHand) {
  const Particles p = three_bodies();
  EXPECT_EQ(checks::momentum(p), (Vec3<double>{1, 4, 12}));
  EXPECT_EQ(checks::angular_momentum(p), (Vec3<double>{48, 0, 12}));
  EXPECT_DOUBLE_EQ(checks::centre_of_mass(p).x, 6.0 / 7);
  EXPECT_DOUBLE_EQ(checks::centre_of_mass(p).y, 16.0 / 7);
}

TEST(TotalMass, IsThatOfMillionsOfEqualBodies) {
  Particles p(1'700'000);
  std::fill(p.mass.begin(), p.mass.end(), 0.1);
  const double exact = 0.1 * 1.7e6;  // one rounding
  EXPECT_NEAR(checks::total_mass(p), exact, 1e-14 * exact);
}

TEST(DirectAccelerations, AreMinusTheGradientOfThePotential) {
  Particles p = three_bodies();
  const std::size_t target[] = {1};
  const double softening = 0.5, h = 1e-5;
  const Vec3<double> a = checks::direct_accelerations(p, softening, target)[0];
  p.x[1] = 3 + h;
  const double above = checks::total_energy(p, softening).potential;
  p.x[1] = 3 - h;
  const double below = checks::total_energy(p, softening).potential;
  EXPECT_NEAR(a.x, -(above - below) / (2 * h) / p.mass[1], 1e-9);
}

TEST(DirectAccelerations, AreMinusTheGradientOfThePotentialWithTheSplineToo) {
  Particles p = three_bodies();
  // The radii of body 1's pairs are 2.8 and 5.6: at distances of 3 and 5 it is outside that of body
  // 0 and within that of body 2. With one length for all it is in the spline's inner half and outer
  // half.
  for (const checks::Softening& softening :
       {checks::Softening{0, true, {0.5, 1, 2}}, checks::Softening{2.5, true, {}}}) {
    const double h = 1e-5;
    p.x[1] = 3;
    const Vec3<double> a = checks::direct_accelerations(p, softening, {1})[0];
    p.x[1] = 3 + h;
    const double above = checks::total_energy(p, softening).potential;
    p.x[1] = 3 - h;
    const double below = checks::total_energy(p, softening).potential;
    EXPECT_NEAR(a.x, -(above - below) / (2 * h) / p.mass[1], 1e-9);
  }
}

TEST(TotalEnergy, OfTheSplineIsThatOfPointsFarOutAndPlummersInTheCentre) {
  Particles p = three_bodies();
  const checks::Energy points = checks::total_energy(p, 0);
  const checks::Energy apart = checks::total_energy(p, checks::Softening{1, true, {}});
  EXPECT_DOUBLE_EQ(apart.potential, points.potential);
  EXPECT_DOUBLE_EQ(apart.kinetic, points.kinetic);
  p.set_position(1, {0, 0, 0});
  p.set_position(2, {0, 0, 0});
  EXPECT_NEAR(checks::total_energy(p, checks::Softening{1, true, {}}).potential,
              checks::total_energy(p, 1).potential, 1e-12);
}

}  // namespace
}  // namespace tycho
