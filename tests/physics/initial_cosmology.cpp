// The beginning of a universe against what is known of it: the spectrum, its realisation, the waves
// that two resolutions share, and displacements of first and second order.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <nlohmann/json.hpp>
#include <numbers>
#include <vector>

#include "core/bytes_in_words.hpp"
#include "core/contracts/tree_pm.hpp"
#include "core/error.hpp"
#include "core/settings.hpp"
#include "harness/analysis/density_modes.hpp"
#include "harness/analysis/fourier.hpp"
#include "harness/analysis/power_spectrum.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/initial/initial.hpp"
#include "harness/initial/lagrangian.hpp"
#include "harness/initial/linear_spectrum.hpp"
#include "harness/snapshot/snapshot.hpp"
#include "tests/data_limit.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using initial::Lagrangian;
using initial::LinearSpectrum;
using nlohmann::json;

constexpr double kBox = 130;
const initial::SpectrumParameters kParameters{0.25, 0.045, 0.7, 0.96, 0.8};

Settings universe() { return Settings(tree_pm::contract(), Backend::kCpu); }

json spec(double sigma_8 = 0.8, int seed = 1) {
  return {{"kind", "cosmology"}, {"seed", seed}, {"sigma_8", sigma_8}};
}

/// Of the particle that began at point i of the lattice along each axis.
Vec3<double> moved(const Particles& p, int side, std::size_t i) {
  const auto along = [&](double x, std::size_t point) {
    const double d = x - kBox / side * (static_cast<double>(point) + 0.5);
    return d - kBox * std::round(d / kBox);
  };
  const std::size_t n = static_cast<std::size_t>(side);
  return {along(p.x[i], i % n), along(p.y[i], i / n % n), along(p.z[i], i / n / n)};
}

TEST(LinearSpectrumOf, ScattersSpheresOfEightMpcOverHBySigma8) {
  // Simpson's rule in k itself, which shares nothing with how it was normalised.
  const initial::LinearSpectrum spectrum(kParameters);
  const double radius = 8 / 0.7, last = 8, step = 5e-5;
  double sum = 0;
  for (int i = 1; i * step < last; ++i) {
    const double k = i * step, x = k * radius;
    const double window = 3 * (std::sin(x) / x - std::cos(x)) / (x * x);
    sum += (i % 2 == 0 ? 2 : 4) * k * k * spectrum.power(k) * window * window;
  }
  const double pi = std::numbers::pi;
  EXPECT_NEAR(std::sqrt(sum * step / 3 / (2 * pi * pi)), 0.8, 1e-4);
  EXPECT_NEAR(spectrum.sigma(radius), 0.8, 1e-12);
}

TEST(LinearSpectrumOf, HasTheSoundHorizonAndTheShapeOfTheFitWithoutOscillations) {
  const initial::LinearSpectrum spectrum(kParameters);
  const double m = 0.25 * 0.49, b = 0.045 * 0.49, f = b / m;
  // Eisenstein & Hu (1998), eq. 26, which they give to 2%.
  const double s = 44.5 * std::log(9.83 / m) / std::sqrt(1 + 10 * std::pow(b, 0.75));
  EXPECT_NEAR(spectrum.sound_horizon(), s, 0.02 * s);
  EXPECT_NEAR(spectrum.transfer(1e-6), 1, 1e-4);
  // Eqs. 28 to 31: another fit, through the middle of the oscillations, which are of 10% here.
  const double alpha = 1 - 0.328 * std::log(431 * m) * f + 0.38 * std::log(22.3 * m) * f * f;
  for (const double k : {0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 10.0}) {
    const double gamma = m * (alpha + (1 - alpha) / (1 + std::pow(0.43 * k * s, 4)));
    const double q = k / gamma * std::pow(2.7255 / 2.7, 2);
    const double l = std::log(2 * std::numbers::e + 1.8 * q);
    const double smooth = l / (l + (14.2 + 731 / (1 + 62.5 * q)) * q * q);
    EXPECT_NEAR(spectrum.transfer(k) / smooth, 1, 0.08) << k;
  }
}

TEST(LinearSpectrumOf, HasTheOscillationsOfTheFit) {
  const initial::LinearSpectrum spectrum(kParameters);
  // Eisenstein & Hu (1998), eqs. 2 to 24, by another program.
  for (const auto& [k, transfer] : {std::pair(0.01, 0.6366229657),
                                    {0.07, 0.09992554708},
                                    {0.15, 0.03634789467},
                                    {0.3, 0.01300324675},
                                    {10.0, 3.26758075e-05}})
    EXPECT_NEAR(spectrum.transfer(k) / transfer, 1, 1e-8) << k;
}

/// A wave size cos(2 pi n q / box).
struct Wave {
  int n[3];
  double size;
};

initial::Lagrangian of_waves(int side, std::initializer_list<Wave> waves) {
  return initial::Lagrangian(side, kBox, [waves = std::vector<Wave>(waves)](int x, int y, int z) {
    double sum = 0;
    for (const auto& [n, size] : waves) {
      if (x == n[0] && y == n[1] && z == n[2]) sum += size / 2;
      if (x == -n[0] && y == -n[1] && z == -n[2]) sum += size / 2;
    }
    return std::complex<double>(sum);
  });
}

/// At the point (i, j, k): -size n / n^2 sin(2 pi n q / box) box / (2 pi), the displacement whose
/// density is the wave.
double displaced(const Wave& wave, int axis, int side, int i, int j, int k) {
  const auto& n = wave.n;
  const double cell = 2 * std::numbers::pi / side;
  const double phase = cell * (n[0] * (i + 0.5) + n[1] * (j + 0.5) + n[2] * (k + 0.5));
  return -wave.size * n[axis] / (n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) * std::sin(phase) * kBox /
         (2 * std::numbers::pi);
}

template <typename Expected>
void expect_field(analysis::FourierMesh& field, double limit, const Expected& expected) {
  for (int k = 0; k < field.side(); ++k)
    for (int j = 0; j < field.side(); ++j)
      for (int i = 0; i < field.side(); ++i)
        ASSERT_NEAR(field.value(i, j, k), expected(i, j, k), limit) << i << ' ' << j << ' ' << k;
}

TEST(LagrangianOrders, HaveNoSecondInAPlaneWave) {
  const Wave wave{{2, -1, 3}, 0.3};
  initial::Lagrangian field = of_waves(16, {wave});
  for (int axis = 0; axis < 3; ++axis) {
    expect_field(field.first(axis), 1e-12,
                 [&](int i, int j, int k) { return displaced(wave, axis, 16, i, j, k); });
    expect_field(field.second(axis), 1e-12, [](int, int, int) { return 0; });
  }
}

TEST(LagrangianOrders, HaveTheSecondOfTwoCrossedWaves) {
  // The product A cos(k1 q) B cos(k2 q) sin^2(angle between them) is two waves, k1 + k2 and
  // k1 - k2, and moves points as 3/7 of such a density would.
  const Wave one{{1, 2, 0}, 0.3}, other{{1, 0, 3}, 0.2};
  const double sine_sq = 1 - 1.0 / (5 * 10);  // k1 k2 = 1
  const double size = 3.0 / 7 * sine_sq * one.size * other.size / 2;
  const Wave sum{{2, 2, 3}, size}, difference{{0, 2, -3}, size};
  initial::Lagrangian field = of_waves(16, {one, other});
  for (int axis = 0; axis < 3; ++axis)
    expect_field(field.second(axis), 1e-12, [&](int i, int j, int k) {
      return displaced(sum, axis, 16, i, j, k) + displaced(difference, axis, 16, i, j, k);
    });
}

TEST(CosmologyInitial, HasTheLinearSpectrumWithinCosmicVariance) {
  const Settings settings = universe();
  const Particles p = initial::make_initial(spec(), 32 * 32 * 32, settings);
  const Cosmology cosmology = tree_pm::cosmology(settings);
  const double growth = growth_factor(cosmology, 1.0 / 127) / growth_factor(cosmology, 1);
  const initial::LinearSpectrum spectrum(kParameters);
  const analysis::PowerSpectrum measured = analysis::power_spectrum(p, kBox, 64);
  int bins = 0;
  for (std::size_t b = 0; b < measured.k.size(); ++b) {
    if (measured.k[b] > 10 * 2 * std::numbers::pi / kBox) break;
    const double expected = growth * growth * spectrum.power(measured.k[b]);
    // |delta|^2 of a mode scatters by itself; k and -k are one. The bin is wider than the mean k
    // tells, which adds 2%.
    const double scatter = std::sqrt(2 / measured.modes[b]);
    EXPECT_NEAR(measured.power[b] / expected, 1, 3.5 * scatter + 0.02) << measured.k[b];
    ++bins;
  }
  EXPECT_GE(bins, 9);
}

TEST(CosmologyInitial, HoldsTheSameLongWavesWithMoreParticles) {
  const Settings settings = universe();
  const auto coarse =
      analysis::density_modes(initial::make_initial(spec(), 16 * 16 * 16, settings), kBox, 3);
  const auto fine =
      analysis::density_modes(initial::make_initial(spec(), 32 * 32 * 32, settings), kBox, 3);
  const auto other =
      analysis::density_modes(initial::make_initial(spec(0.8, 2), 16 * 16 * 16, settings), kBox, 3);
  double apart = 0, others_apart = 0, all = 0;
  for (std::size_t w = 0; w < coarse.size(); ++w) {
    apart += std::norm(coarse[w] - fine[w]);
    others_apart += std::norm(coarse[w] - other[w]);
    all += std::norm(fine[w]);
  }
  // Short waves, of which the finer has more, add to long ones in second order only: 1% of them.
  EXPECT_LT(std::sqrt(apart / all), 0.02);
  EXPECT_GT(std::sqrt(others_apart / all), 1);
}

TEST(CosmologyInitial, MovesAsItIsDisplacedAndHoldsTheBoxsMassAtRest) {
  // So small that there is no second order: u = a^2 H f times the displacement.
  const Settings settings = universe();
  const Particles p = initial::make_initial(spec(1e-6), 8 * 8 * 8, settings);
  const Cosmology c = tree_pm::cosmology(settings);
  const double a = 1.0 / 127;
  const double rate = a * a * hubble_rate(c, a) * growth_rate(c, a);
  double largest = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3<double> d = moved(p, 8, i);
    ASSERT_LT(checks::length(p.velocity(i) - rate * d), 1e-13 * rate * kBox);
    largest = std::max(largest, checks::length(d));
  }
  EXPECT_GT(largest, 1e-8);
  EXPECT_LT(checks::length(checks::momentum(p)) / checks::total_mass(p), 1e-13 * rate * kBox);
  EXPECT_NO_THROW(tree_pm::require_sound(p, settings));
}

// Of a field and one twice as strong: what goes as the field, and what goes as its square.
Vec3<double> first_order(const Vec3<double>& once, const Vec3<double>& twice) {
  return 2.0 * once - 0.5 * twice;
}
Vec3<double> second_order(const Vec3<double>& once, const Vec3<double>& twice) {
  return 0.5 * twice - once;
}

/// The waves that displace the points of a lattice so: delta = -div displacement, phases counted
/// from the corner of the box.
template <typename Displacement>
Lagrangian of_displacements(int side, const Displacement& displacement) {
  std::array<analysis::FourierMesh, 3> mesh{
      analysis::FourierMesh(side), analysis::FourierMesh(side), analysis::FourierMesh(side)};
  for (int k = 0; k < side; ++k)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        const Vec3<double> d = displacement((std::size_t(k) * side + j) * side + i);
        mesh[0].value(i, j, k) = d.x;
        mesh[1].value(i, j, k) = d.y;
        mesh[2].value(i, j, k) = d.z;
      }
  for (analysis::FourierMesh& component : mesh) component.forward();
  return Lagrangian(side, kBox, [&](int x, int y, int z) {
    const auto mode = [&](int axis) {
      return mesh[axis].mode(x, (y + side) % side, (z + side) % side);
    };
    const double per_point = 2 * std::numbers::pi / kBox / (double(side) * side * side);
    const std::complex<double> minus_i{0, -per_point};
    return minus_i * (double(x) * mode(0) + double(y) * mode(1) + double(z) * mode(2)) *
           std::polar(1.0, -std::numbers::pi / side * (x + y + z));
  });
}

// The second order is that of crossed waves (above), of the very waves that the first order has.
// While matter rules it grows as D^2; later its speed is within 0.5% of that.
TEST(CosmologyInitial, HasTheSecondOrderOfItsFirstAndTheSpeedThatBelongsToIt) {
  constexpr int kSide = 8;
  constexpr std::size_t kPoints = kSide * kSide * kSide;
  for (const double a : {1.0 / 127, 0.3}) {
    Settings settings = universe();
    settings.set("a_begin", a);
    const Particles once = initial::make_initial(spec(0.2), kPoints, settings);
    const Particles twice = initial::make_initial(spec(0.4), kPoints, settings);
    Lagrangian field = of_displacements(kSide, [&](std::size_t i) {
      return first_order(moved(once, kSide, i), moved(twice, kSide, i));
    });
    const Cosmology c = tree_pm::cosmology(settings);
    const double rate = a * a * hubble_rate(c, a) * 2 * growth_rate(c, a);
    std::array<std::vector<double>, 3> expected;
    for (int axis = 0; axis < 3; ++axis) {
      analysis::FourierMesh& mesh = field.second(axis);
      for (std::size_t i = 0; i < kPoints; ++i)
        expected[axis].push_back(mesh.value(i % kSide, i / kSide % kSide, i / kSide / kSide));
    }
    double largest = 0, off = 0, off_speed = 0;
    for (std::size_t i = 0; i < kPoints; ++i) {
      const Vec3<double> right{expected[0][i], expected[1][i], expected[2][i]};
      const Vec3<double> d = second_order(moved(once, kSide, i), moved(twice, kSide, i));
      const Vec3<double> u = second_order(once.velocity(i), twice.velocity(i));
      largest = std::max(largest, checks::length(right));
      off = std::max(off, checks::length(d - right));
      off_speed = std::max(off_speed, checks::length((1 / rate) * u - right));
    }
    EXPECT_GT(largest, 1e-7);
    EXPECT_LT(off, 2e-3 * largest) << a;
    EXPECT_LT(off_speed, 5e-3 * largest) << a;
  }
}

TEST(CosmologyInitial, RefusesWhatIsNoCubeOrHasTooManyBaryons) {
  const Settings settings = universe();
  EXPECT_THROW(initial::make_initial(spec(), 1000 + 1, settings), UsageError);
  json baryons = spec();
  baryons["omega_b"] = 0.25;
  EXPECT_THROW(initial::make_initial(baryons, 1000, settings), UsageError);
}

TEST(CosmologyInitial, NamesTheBytesItHasNotGot) {
  std::string why;
  try {
    const DataLimit limit(64 << 20);
    initial::make_initial(spec(), 256 * 256 * 256, universe());
  } catch (const Unavailable& error) {
    why = error.what();
  }
  // 11 arrays of particles and three meshes.
  const std::int64_t n = 256, bytes = 8 * (11 * n * n * n + 3 * n * n * (n + 2));
  EXPECT_NE(why.find("asks for " + bytes_in_words(bytes) + ","), std::string::npos) << why;
}

TEST(SnapshotInitial, IsWhatWasWrittenOfTheRunsOwnUniverse) {
  if (!snapshot::can_snapshot()) GTEST_SKIP() << "this build has no HDF5";
  const TemporaryFolder folder;
  const Settings settings = universe();
  const Particles p = initial::make_initial(spec(), 512, settings);
  snapshot::write_snapshot(folder / "s.hdf5", {settings.number("a_begin"), kBox, 0.25, 0.75, 0.7},
                           p);
  const json file{{"kind", "snapshot"}, {"file", (folder / "s.hdf5").string()}};
  const Particles back = initial::make_initial(file, 512, settings);
  for (std::size_t i = 0; i < p.size(); ++i) {
    ASSERT_LT(checks::length(back.position(i) - p.position(i)), 1e-13);
    ASSERT_LT(checks::length(back.velocity(i) - p.velocity(i)), 1e-13);
  }
  EXPECT_THROW(initial::make_initial(file, 511, settings), UsageError);
  Settings later = universe();
  later.set("a_begin", 0.02);
  try {
    initial::make_initial(file, 512, later);
    FAIL() << "began at another time than the snapshot's";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("a_begin"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tycho
