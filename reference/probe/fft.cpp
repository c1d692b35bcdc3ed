// FFTW at the sizes of the cases, on a plane wave whose transform is known: a mean and one mode.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "core/fftw.hpp"
#include "reference/probe/kinds.hpp"
#include "reference/probe/sample.hpp"

namespace tycho::reference::probe {

namespace {

constexpr double kMean = 0.25;

/// Sides, x fastest, and the mode of the wave; nz = 1 in two dimensions.
struct Box {
  int nx, ny, nz;
  int mx = 3, my = 2, mz = 1;

  std::ptrdiff_t points() const { return std::ptrdiff_t{nx} * ny * nz; }
  double wave(std::ptrdiff_t point) const {
    const int x = static_cast<int>(point % nx), y = static_cast<int>(point / nx % ny),
              z = static_cast<int>(point / nx / ny);
    const double turns = static_cast<double>(mx * x % nx) / nx +
                         static_cast<double>(my * y % ny) / ny +
                         static_cast<double>(nz > 1 ? mz * z % nz : 0) / nz;
    return kMean + std::cos(2 * std::numbers::pi * turns);
  }
  /// Of the modes kept of a real transform, over the number of points.
  double mode(std::ptrdiff_t index) const {
    const int columns = nx / 2 + 1;
    const int x = static_cast<int>(index % columns), y = static_cast<int>(index / columns % ny),
              z = static_cast<int>(index / columns / ny);
    if (index == 0) return kMean;
    return x == mx && y == my && z == (nz > 1 ? mz : 0) ? 0.5 : 0;
  }
};

// FFTW's planner is asked as the cases ask: measuring, and for a second at most.
FftwPlanning planning(int threads) { return {threads, true}; }

template <typename Real>
Probed cube_transform(const ProbeOptions& options, int side) {
  const Box box{side, side, side};
  const auto points = static_cast<std::size_t>(box.points());
  const std::size_t modes = static_cast<std::size_t>(side / 2 + 1) * side * side;
  std::vector<Real> values(points);
  std::vector<std::complex<Real>> spectrum(modes);
  const FftwPlan<Real> forward(side, values.data(), spectrum.data(), planning(options.threads));
  const FftwPlan<Real> inverse(side, spectrum.data(), values.data(), planning(options.threads));
  const char* precision = sizeof(Real) == 4 ? "fp32" : "fp64";
  const std::string sides = std::to_string(side);
  Probed rate{"fft_r2c_" + sides + "x" + sides + "x" + sides + "_" + precision,
              std::string("FFTW, real, ") + precision + ", forward and inverse",
              sides + " x " + sides + " x " + sides, "GFLOP/s", options.threads};
  rate.work = 5 * static_cast<double>(points) * std::log2(static_cast<double>(points));
  rate.checked = "the modes of a plane wave, and the wave after the way back";
  // Rounding grows with the logarithm of the points; the wave's own numbers are rounded too.
  rate.limit =
      std::ldexp(4 * std::log2(static_cast<double>(points)), sizeof(Real) == 4 ? -24 : -53);
  const double scale = 1 / static_cast<double>(points);
  double error = 0;
#pragma omp parallel for num_threads(options.threads)
  for (std::ptrdiff_t i = 0; i < box.points(); ++i) values[i] = static_cast<Real>(box.wave(i));
  forward.execute();
#pragma omp parallel for num_threads(options.threads) reduction(max : error)
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(modes); ++i)
    error = std::max(error, std::abs(std::complex<double>(spectrum[i]) * scale - box.mode(i)));
  std::fill(values.begin(), values.end(), Real(-9));
  inverse.execute();
#pragma omp parallel for num_threads(options.threads) reduction(max : error)
  for (std::ptrdiff_t i = 0; i < box.points(); ++i)
    error = std::max(error, std::abs(static_cast<double>(values[i]) * scale - box.wave(i)));
  rate.error = error;
  // Without scaling the numbers would grow and overflow: zeros take as long.
  std::fill(values.begin(), values.end(), Real(0));
  rate.seconds = sample(options, [&] {
    forward.execute();
    inverse.execute();
  });
  return rate;
}

template <typename Real>
Probed plane_transform(const ProbeOptions& options, int nx, int ny) {
  const Box box{nx, ny, 1};
  const auto points = static_cast<std::size_t>(box.points());
  const std::size_t modes = static_cast<std::size_t>(nx / 2 + 1) * ny;
  std::vector<Real> values(points);
  std::vector<std::complex<Real>> spectrum(modes);
  const FftwPlan<Real> forward(nx, ny, values.data(), spectrum.data(), planning(options.threads));
  const char* precision = sizeof(Real) == 4 ? "fp32" : "fp64";
  Probed rate{"fft_r2c_" + std::to_string(nx) + "x" + std::to_string(ny) + "_" + precision,
              std::string("FFTW, real, ") + precision + ", forward",
              std::to_string(nx) + " x " + std::to_string(ny), "GFLOP/s", options.threads};
  rate.work = 2.5 * static_cast<double>(points) * std::log2(static_cast<double>(points));
  rate.checked = "the modes of a plane wave";
  rate.limit =
      std::ldexp(4 * std::log2(static_cast<double>(points)), sizeof(Real) == 4 ? -24 : -53);
  for (std::ptrdiff_t i = 0; i < box.points(); ++i) values[i] = static_cast<Real>(box.wave(i));
  rate.seconds = sample(options, [&] { forward.execute(); });
  const double scale = 1 / static_cast<double>(points);
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(modes); ++i)
    rate.error =
        std::max(rate.error, std::abs(std::complex<double>(spectrum[i]) * scale - box.mode(i)));
  return rate;
}

}  // namespace

std::vector<Probed> fft(const ProbeOptions& options) {
  if (options.small)
    return {cube_transform<float>(options, 16), cube_transform<double>(options, 16),
            plane_transform<float>(options, 32, 16)};
  std::vector<Probed> found;
  for (const int side : {32, 64, 128, 256}) found.push_back(cube_transform<float>(options, side));
  found.push_back(cube_transform<double>(options, 128));
  for (const int side : {64, 256, 512})
    found.push_back(plane_transform<float>(options, side, 2 * side));
  return found;
}

}  // namespace tycho::reference::probe
