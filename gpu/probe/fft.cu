// cuFFT at the sizes of the cases, on a plane wave whose transform is known: a mean and one mode.
#include <array>
#include <cmath>

#include "core/error.hpp"
#include "gpu/probe/kinds.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/fft_plan.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/own_index.cuh"

namespace tycho::gpu::probe {

namespace {

constexpr double kMean = 0.25;

/// Sides, x fastest, and the mode of the wave; nz = 1 in two dimensions.
struct Box {
  int nx, ny, nz;
  int mx = 3, my = 2, mz = 1;

  __host__ __device__ std::int64_t points() const { return std::int64_t{nx} * ny * nz; }
  __host__ __device__ double wave(std::int64_t point) const {
    const auto x = static_cast<int>(point % nx), y = static_cast<int>(point / nx % ny),
               z = static_cast<int>(point / nx / ny);
    const double turns = static_cast<double>(mx * x % nx) / nx +
                         static_cast<double>(my * y % ny) / ny +
                         static_cast<double>(nz > 1 ? mz * z % nz : 0) / nz;
    return kMean + cos(6.283185307179586 * turns);
  }
};

/// `parts` is 1 for real numbers and 2 for complex ones, whose imaginary part is 0.
template <typename Real>
__global__ void fill_kernel(Box box, int parts, Real* values) {
  const std::int64_t i = own_index();
  if (i >= box.points()) return;
  values[i * parts] = static_cast<Real>(box.wave(i));
  if (parts == 2) values[i * parts + 1] = 0;
}

// The largest of many that are not negative; one that is not a number counts as the largest.
__device__ void keep_largest(float* largest, double value) {
  const float size = value <= 1e30 ? static_cast<float>(value) : 1e30f;
  if (size > *static_cast<volatile float*>(largest))
    atomicMax(reinterpret_cast<int*>(largest), __float_as_int(size));
}

/// Against the wave: `values` have been there and back, and so are as many times larger as there
/// are points.
template <typename Real>
__global__ void compare_kernel(Box box, int parts, const Real* values, float* largest) {
  const std::int64_t i = own_index();
  if (i >= box.points()) return;
  const double scale = 1.0 / static_cast<double>(box.points());
  keep_largest(largest, fabs(values[i * parts] * scale - box.wave(i)));
  if (parts == 2) keep_largest(largest, fabs(values[i * parts + 1] * scale));
}

/// Against the transform: the mean, half a wave at its mode and, where all modes are kept, half at
/// the opposite one; nothing elsewhere.
template <typename Number>
__global__ void compare_modes_kernel(Box box, int columns, const Number* modes, float* largest) {
  const std::int64_t i = own_index();
  if (i >= std::int64_t{columns} * box.ny * box.nz) return;
  const auto x = static_cast<int>(i % columns), y = static_cast<int>(i / columns % box.ny),
             z = static_cast<int>(i / columns / box.ny);
  const int mz = box.nz > 1 ? box.mz : 0;
  const bool mean = x == 0 && y == 0 && z == 0;
  const bool mode = x == box.mx && y == box.my && z == mz;
  const bool opposite = x == box.nx - box.mx && y == box.ny - box.my && z == (box.nz - mz) % box.nz;
  const double scale = 1.0 / static_cast<double>(box.points());
  const double expected = mean ? kMean : mode || opposite ? 0.5 : 0;
  keep_largest(largest, fabs(modes[i].x * scale - expected));
  keep_largest(largest, fabs(modes[i].y * scale));
}

class Largest {
 public:
  explicit Largest(Stream& stream) : stream_(stream), held_(1, stream) { held_.zero(stream); }
  float* data() { return held_.data(); }
  double take() { return held_.download(stream_)[0]; }

 private:
  Stream& stream_;
  Buffer<float> held_;
};

std::string in_words(const Box& box, const char* between) {
  std::string words = std::to_string(box.nx);
  words.append(between).append(std::to_string(box.ny));
  if (box.nz > 1) words.append(between).append(std::to_string(box.nz));
  return words;
}

template <typename Real>
constexpr const char* precision() {
  return sizeof(Real) == 4 ? "fp32" : "fp64";
}

// Rounding grows with the logarithm of the points; the wave's own numbers are rounded too.
template <typename Real>
double limit_of(const Box& box) {
  return std::ldexp(4 * std::log2(static_cast<double>(box.points())),
                    sizeof(Real) == 4 ? -24 : -53);
}

std::string id_of(const char* kind, const Box& box, const char* precision) {
  return std::string("fft_") + kind + "_" + in_words(box, "x") + "_" + precision;
}

/// Real to complex; in three dimensions and back, in two dimensions (whose inverse is another
/// stage) not timed on the way back.
template <typename Real>
Probed real_transform(const ProbeOptions& options, const Box& box) {
  Stream stream;
  const auto points = static_cast<std::size_t>(box.points());
  const int columns = box.nx / 2 + 1;
  const std::size_t modes = static_cast<std::size_t>(columns) * box.ny * box.nz;
  const bool cube = box.nz > 1;
  require_memory(2 * points * sizeof(Real) + 3 * modes * 2 * sizeof(Real), "a transform");
  Buffer<Real> values(points, stream);
  Buffer<Complex<Real>> spectrum(modes, stream);
  const std::array<int, 3> sides{box.nz, box.ny, box.nx};
  const std::span<const int> own = std::span(sides).subspan(cube ? 0 : 1);
  FftPlan<Real> forward(own, 1, Transform::kRealToComplex, stream);
  FftPlan<Real> inverse(own, 1, Transform::kComplexToReal, stream);

  Probed rate{id_of("r2c", box, precision<Real>()),
              std::string("FFT, real, ") + precision<Real>() +
                  (cube ? ", forward and inverse" : ", forward"),
              in_words(box, " x "), "GFLOP/s"};
  const double each = 2.5 * static_cast<double>(points) * std::log2(static_cast<double>(points));
  rate.work = cube ? 2 * each : each;
  rate.checked = "the modes of a plane wave, and the wave after the way back";
  rate.limit = limit_of<Real>(box);
  Largest error(stream);
  launch(fill_kernel<Real>, cover(box.points()), stream, box, 1, values.data());
  forward.forward(values.data(), spectrum.data());
  launch(compare_modes_kernel<Complex<Real>>, cover(static_cast<std::int64_t>(modes)), stream, box,
         columns, spectrum.data(), error.data());
  values.poison(stream);
  inverse.inverse(spectrum.data(), values.data());
  launch(compare_kernel<Real>, cover(box.points()), stream, box, 1, values.data(), error.data());
  rate.error = error.take();
  // Without scaling the numbers would grow and overflow: each turn begins with zeros, which take
  // as long.
  values.zero(stream);
  rate.seconds = sample(stream, options, [&] {
    forward.forward(values.data(), spectrum.data());
    if (cube) inverse.inverse(spectrum.data(), values.data());
  });
  return rate;
}

/// Complex to complex, in place, forward and inverse: as the paper has it.
template <typename Real>
Probed complex_transform(const ProbeOptions& options, const Box& box) {
  Stream stream;
  const auto points = static_cast<std::size_t>(box.points());
  require_memory(5 * points * sizeof(Real), "a transform");
  Buffer<Complex<Real>> values(points, stream);
  FftPlan<Real> plan(box.nx, Transform::kComplexToComplex, stream);
  Probed rate{id_of("c2c", box, precision<Real>()),
              std::string("FFT, complex, ") + precision<Real>() + ", forward and inverse",
              in_words(box, " x "), "GFLOP/s"};
  rate.work = 10 * static_cast<double>(points) * std::log2(static_cast<double>(points));
  rate.checked = "the modes of a plane wave, and the wave after the way back";
  rate.limit = limit_of<Real>(box);
  Largest error(stream);
  const auto parts = reinterpret_cast<Real*>(values.data());
  launch(fill_kernel<Real>, cover(box.points()), stream, box, 2, parts);
  plan.forward_in_place(values.data());
  launch(compare_modes_kernel<Complex<Real>>, cover(box.points()), stream, box, box.nx,
         values.data(), error.data());
  plan.inverse_in_place(values.data());
  launch(compare_kernel<Real>, cover(box.points()), stream, box, 2, static_cast<const Real*>(parts),
         error.data());
  rate.error = error.take();
  values.zero(stream);
  rate.seconds = sample(stream, options, [&] {
    plan.forward_in_place(values.data());
    plan.inverse_in_place(values.data());
  });
  return rate;
}

}  // namespace

std::vector<Probed> fft(const ProbeOptions& options) {
  std::vector<Probed> found;
  if (options.small) {
    found.push_back(real_transform<float>(options, {32, 16, 8}));
    found.push_back(real_transform<double>(options, {64, 16, 1}));
    found.push_back(complex_transform<float>(options, {16, 16, 16}));
    return found;
  }
  // aubert2009's meshes and decyk2009's grids; 256^3 and 512^3 where they fit.
  for (const int side : {32, 64, 128, 256, 512}) {
    try {
      found.push_back(real_transform<float>(options, {side, side, side}));
    } catch (const Unavailable&) {
      if (side <= 128) throw;
    }
  }
  found.push_back(real_transform<double>(options, {128, 128, 128}));
  for (const int side : {128, 256})
    found.push_back(complex_transform<float>(options, {side, side, side}));
  for (const int side : {64, 256, 512})
    found.push_back(real_transform<float>(options, {side, 2 * side, 1}));
  return found;
}

}  // namespace tycho::gpu::probe
