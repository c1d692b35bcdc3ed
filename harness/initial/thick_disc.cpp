#include "harness/initial/thick_disc.hpp"

#include <cmath>
#include <numbers>

namespace tycho::initial {

namespace {

/// sech^2(z) / 2: its integral is 1.
double profile(double z) {
  const double c = std::cosh(z);
  return 0.5 / (c * c);
}

/// A(z) = integral of profile(z') exp(-k (z - z')) over z' < z, for heights z on a grid of step `h`
/// from -(n h) to n h: A' = profile - k A, solved exactly for a profile linear between grid points.
std::vector<double> folded_from_below(double k, double h, int n) {
  const double x = k * h, decay = std::exp(-x);
  // Weights of the two ends of an interval; the series where the closed form cancels.
  const double near = x < 1e-3 ? h * (0.5 - x / 6) : h * (x - 1 + decay) / (x * x);
  const double far = x < 1e-3 ? h * (0.5 - x / 3) : h * (1 - decay * (1 + x)) / (x * x);
  std::vector<double> a(static_cast<std::size_t>(2 * n) + 1, 0);
  for (int i = 1; i <= 2 * n; ++i)
    a[static_cast<std::size_t>(i)] = a[static_cast<std::size_t>(i) - 1] * decay +
                                     far * profile((i - 1 - n) * h) + near * profile((i - n) * h);
  return a;
}

}  // namespace

double ThickDisc::surface_density(double radius) const {
  return mass / (2 * std::numbers::pi * scale * scale) * std::exp(-radius / scale);
}

double ThickDisc::density(double radius, double z) const {
  return surface_density(radius) * profile(z / thickness) / thickness;
}

double ThickDisc::mass_in_sphere(double r) const {
  // R = r sin(t): the column between the sphere's two walls is Sigma tanh(r cos(t) / z_0).
  constexpr int kSteps = 256;
  double sum = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double t = 0.5 * std::numbers::pi * i / kSteps, s = std::sin(t), c = std::cos(t);
    const double weight = i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2;  // Simpson's rule
    sum += weight * s * c * surface_density(r * s) * std::tanh(r * c / thickness);
  }
  return 2 * std::numbers::pi * r * r * sum * (0.5 * std::numbers::pi / kSteps) / 3;
}

// Phi(R, z) = -G M int dk J_0(kR) (1 + k^2 R_d^2)^(-3/2) Z(k, z),
// Z(k, z) = int profile(z') exp(-k |z - z'|) dz' = A(z) + A(-z), dZ/dz = k (A(-z) - A(z)).
DiscPull::DiscPull(const ThickDisc& disc, double edge)
    : edge_(edge),
      thickness_(disc.thickness),
      inward_(index(kRadii, heights()) + 1),
      downward_(inward_.size()) {
  constexpr int kWaves = 4000;
  constexpr double kMost = 100;  // of k R_d: the rest of the integral is below 1e-5 of it
  constexpr int kFine = 4;       // grid points of A between two heights
  const double step = kMost / disc.scale / kWaves;
  const int per_side = heights() * kFine + 12 * kPerThickness * kFine;  // A starts far below
  for (int wave = 0; wave <= kWaves; ++wave) {
    const double k = wave * step, square = 1 + k * k * disc.scale * disc.scale;
    const double simpson = (wave == 0 || wave == kWaves ? 1 : wave % 2 == 1 ? 4 : 2) * step / 3;
    const double amplitude = simpson * disc.mass / (square * std::sqrt(square));
    const std::vector<double> a =
        folded_from_below(k * disc.thickness, 1.0 / (kPerThickness * kFine), per_side);
    const auto at = [&](int j) { return a[static_cast<std::size_t>(per_side + j * kFine)]; };
    for (int i = 0; i <= kRadii; ++i) {
      const double along = amplitude * k * ::j1(k * radius(i));
      const double across = amplitude * k * ::j0(k * radius(i));
      for (int j = 0; j <= heights(); ++j) {
        inward_[index(i, j)] += along * (at(j) + at(-j));
        downward_[index(i, j)] += across * (at(j) - at(-j));
      }
    }
  }
}

}  // namespace tycho::initial
