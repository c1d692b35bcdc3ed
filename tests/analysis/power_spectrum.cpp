#include "harness/analysis/power_spectrum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/analysis/density_modes.hpp"
#include "harness/analysis/fourier.hpp"
#include "tests/analysis/scattered.hpp"

namespace tycho {
namespace {

TEST(FourierMesh, GivesEachWaveItsOwnModeAndComesBack) {
  constexpr int kSide = 6;
  analysis::FourierMesh mesh(kSide);
  const auto wave = [](int i, int j, int k) {
    return 0.5 + std::cos(2 * std::numbers::pi * (i - 2 * j + 2 * k) / kSide) +
           3 * std::sin(2 * std::numbers::pi * j / kSide);
  };
  for (int k = 0; k < kSide; ++k)
    for (int j = 0; j < kSide; ++j)
      for (int i = 0; i < kSide; ++i) mesh.value(i, j, k) = wave(i, j, k);
  mesh.forward();
  const double points = kSide * kSide * kSide;
  EXPECT_NEAR(mesh.mode(0, 0, 0).real() / points, 0.5, 1e-14);
  EXPECT_NEAR(mesh.mode(1, kSide - 2, 2).real() / points, 0.5, 1e-14);
  EXPECT_NEAR(mesh.mode(0, 1, 0).imag() / points, -1.5, 1e-14);
  EXPECT_EQ(mesh.wave_number(kSide - 2), -2);
  mesh.backward();
  EXPECT_NEAR(mesh.value(4, 1, 3) / points, wave(4, 1, 3), 1e-14);
}

// Of the squares 1, 2, 3 and 4 there are 3, 6, 4 and 3 waves, of opposite ones one.
TEST(BandsOfModes, AreOfTheNearestWholeNumber) {
  const std::vector<int> bands = analysis::bands_of_modes(2);
  EXPECT_EQ(std::count(bands.begin(), bands.end(), 1), 3 + 6);
  EXPECT_EQ(std::count(bands.begin(), bands.end(), 2), 4 + 3);
}

// A wave of amplitude a in the density has |delta_k|^2 = a^2 / 4 at k and at -k.
TEST(PowerSpectrum, OfAPlaneWaveOnALatticeIsInItsBinAlone) {
  constexpr int kSide = 32;
  constexpr double kBox = 130, kAmplitude = 0.01, kVolume = kBox * kBox * kBox;
  constexpr Vec3<double> kMode{2, -1, 3};
  const double unit = 2 * std::numbers::pi / kBox, length = std::sqrt(14.0);
  Particles p(kSide * kSide * kSide);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3<double> q =
        (kBox / kSide) * Vec3<double>{0.5 + static_cast<double>(i % kSide),
                                      0.5 + static_cast<double>(i / kSide % kSide),
                                      0.5 + static_cast<double>(i / kSide / kSide)};
    // Zel'dovich: delta = -div displacement.
    const double displaced = -kAmplitude * std::sin(unit * dot(kMode, q)) / (unit * 14.0);
    p.mass[i] = 2.5;
    p.set_position(i, scattered::inside(q + displaced * kMode, kBox));
  }
  const analysis::PowerSpectrum spectrum = analysis::power_spectrum(p, kBox, 2 * kSide);
  ASSERT_EQ(spectrum.k.size(), 16u);
  const std::size_t bin = 3;  // of wave numbers around 4
  EXPECT_LT(std::abs(spectrum.k[bin] / unit - length), 0.5);
  // Aliases of a displaced lattice, k + 64 m, add up to half a per cent of the amplitude.
  EXPECT_NEAR(spectrum.power[bin] * spectrum.modes[bin] / (kVolume * kAmplitude * kAmplitude / 2),
              1, 0.02);
  for (std::size_t other = 0; other < spectrum.k.size(); ++other) {
    if (other == bin) continue;
    // Twice the wave number is of the order of the amplitude squared.
    EXPECT_LT(spectrum.power[other], 1e-3 * spectrum.power[bin]) << "bin " << other;
  }
}

TEST(PowerSpectrum, OfUnrelatedParticlesIsTheirShotNoise) {
  constexpr double kBox = 7;
  Particles p = scattered::uniform(20011, kBox, 3);
  double mass = 0, squares = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.mass[i] = 1 + 2 * Random(4).uniform(i);
    mass += p.mass[i];
    squares += p.mass[i] * p.mass[i];
  }
  p.x[0] = kBox;  // the same place as 0
  const analysis::PowerSpectrum spectrum = analysis::power_spectrum(p, kBox, 48);
  EXPECT_DOUBLE_EQ(spectrum.shot_noise, kBox * kBox * kBox * squares / (mass * mass));
  EXPECT_GT(spectrum.shot_noise, 1.05 * kBox * kBox * kBox / static_cast<double>(p.size()));
  for (std::size_t bin = 0; bin < spectrum.k.size(); ++bin) {
    // Half the modes are independent, and each has a variance of 1. Aliases: 2% at half Nyquist.
    const double scatter = std::sqrt(2 / spectrum.modes[bin]);
    EXPECT_NEAR(spectrum.power[bin] / spectrum.shot_noise, 1, 4 * scatter + 0.02) << "bin " << bin;
  }
}

TEST(PowerSpectrum, MeshesReachTheParticlesOwnNyquistFrequency) {
  EXPECT_EQ(analysis::power_mesh(32 * 32 * 32), 64);
  EXPECT_EQ(analysis::power_mesh(std::size_t{384} * 384 * 384), 512);
}

}  // namespace
}  // namespace tycho
