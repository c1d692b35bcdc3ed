// From particles to charge.
#include "tests/pairs/pic_variants.hpp"

namespace tycho {
namespace {

class PicDeposit : public PicTest {
 protected:
  /// A weight is rounded a few times, and each addition to a point once more: the error of a point
  /// is below (touching + 8) roundings of all the charge it has.
  static void expect_charge(Algorithm& pic, const Particles& particles) {
    const auto charge = pic.field("charge_density");
    const Deposited expected = deposited(particles);
    ASSERT_EQ(charge.size(), expected.charge.size());
    for (std::size_t c = 0; c < charge.size(); ++c)
      ASSERT_NEAR(charge[c], expected.charge[c],
                  (expected.touching[c] + 8) * epsilon() * std::abs(expected.charge[c]) +
                      expected.touching[c] * epsilon() * particles.mass[0])
          << "point " << c % kNx << ", " << c / kNx;
  }
};

TEST_P(PicDeposit, SharesAChargeAmongTheCornersOfItsCell) {
  for (const std::size_t n : {1u, 2u, 61u, 4099u}) {
    const Particles p = random_particles(n);
    const auto pic = make();
    pic->load(p);
    expect_charge(*pic, p);
  }
}

TEST_P(PicDeposit, TakesParticlesOnFacesAndAtTheEndsOfTheBox) {
  Particles p = random_particles(1009);
  std::size_t at = 0;
  for (const double x : {0.0, 0x1p-14, 7.0, 8 - 0x1p-14, 8.0, kNx - 1.0, kNx - 0x1p-14})
    for (const double y : {0.0, 3.0, 4 - 0x1p-14, 4.0, kNy - 1.0, kNy - 0x1p-14})
      p.set_position(at++, {x, y, 0});
  const auto pic = make();
  pic->load(p);
  expect_charge(*pic, p);
}

TEST_P(PicDeposit, GivesAPointAllTheChargeOfAParticleOnIt) {
  Particles p = electrons(512);
  for (std::size_t i = 0; i < p.size(); ++i) p.set_position(i, {5, 31, 0});
  const auto pic = make();
  pic->load(p);
  const auto charge = pic->field("charge_density");
  for (std::size_t c = 0; c < charge.size(); ++c)
    EXPECT_EQ(charge[c], c == 5 + 31 * kNx ? -512.0 : 0.0) << c;
}

TEST_P(PicDeposit, TakesAllParticlesInOneCell) {
  Particles p = random_particles(2003);
  for (std::size_t i = 0; i < p.size(); ++i)
    p.set_position(i, {kNx - 1 + p.x[i] / kNx, kNy - 1 + p.y[i] / kNy, 0});
  make_exact(p);
  const auto pic = make();
  pic->load(p);
  expect_charge(*pic, p);
}

TEST_P(PicDeposit, KeepsTheWholeChargeFromStepToStep) {
  const auto pic = make();
  pic->load(random_particles(7919));
  for (int step = 0; step < 4; ++step) {
    long double total = 0;
    for (const double charge : pic->field("charge_density")) total += charge;
    // Of 15 particles in a cell on average, and three times as many at y = 0.
    EXPECT_NEAR(static_cast<double>(total), -kNx * kNy, 64 * epsilon() * kNx * kNy);
    advance(*pic, 1);
    expect_charge(*pic, stored(*pic));
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, PicDeposit, ::testing::ValuesIn(pic_ways()), test_name);

}  // namespace
}  // namespace tycho
