// The potential of the mesh's masses, filtered: core/formulas/long_range.hpp.
// The host's: core/mesh/poisson.cpp.
#include <algorithm>

#include "core/cube.hpp"
#include "core/formulas/long_range.hpp"
#include "core/mesh/compact_green.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/own_index.cuh"
#include "gpu/tree_pm/mesh.hpp"

namespace tycho::gpu::tree_pm {

namespace {

/// The mean, which has no potential, is taken off in double: a universe that is smooth yet would
/// leave a few of single precision's digits.
template <typename Real>
__global__ void contrast_kernel(const unsigned long long* __restrict__ masses, std::int64_t cells,
                                double per_mean, Real* contrast) {
  const std::int64_t c = own_index();
  if (c < cells) contrast[c] = static_cast<Real>(static_cast<double>(masses[c]) * per_mean - 1);
}

// One thread a mode, one thread block a piece of a row: the terms of its two other axes are the
// same.
template <typename Real>
__global__ void filter_kernel(Complex<Real>* spectrum, const Real* __restrict__ wave_sq,
                              const Real* __restrict__ filter, int n, int modes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
  if (i >= modes) return;
  const std::int64_t m = (static_cast<std::int64_t>(k) * n + j) * modes + i;
  const Real sum = wave_sq[i] + wave_sq[j] + wave_sq[k];
  const Real factor = sum > Real(0) ? -filter[i] * filter[j] * filter[k] / sum : Real(0);
  Complex<Real> value = spectrum[m];
  value.x *= factor;
  value.y *= factor;
  spectrum[m] = value;
}

// The same of split = compact, whose filter is that of core/mesh/compact_green.hpp.
template <typename Real>
__global__ void ball_kernel(Complex<Real>* spectrum, const Real* __restrict__ ball,
                            const Real* __restrict__ sharpen, int n, int modes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
  if (i >= modes) return;
  const std::int64_t m = (static_cast<std::int64_t>(k) * n + j) * modes + i;
  const int y = 2 * j > n ? j - n : j, z = 2 * k > n ? k - n : k;
  const Real factor = ball[i * i + y * y + z * z] * sharpen[i] * sharpen[j] * sharpen[k];
  Complex<Real> value = spectrum[m];
  value.x *= factor;
  value.y *= factor;
  spectrum[m] = value;
}

/// -i k phi_k along an axis.
template <typename Real>
__global__ void slope_kernel(const Complex<Real>* __restrict__ spectrum,
                             const Real* __restrict__ slope, int axis, int n, int modes,
                             Complex<Real>* used_up) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
  if (i >= modes) return;
  const std::int64_t m = (static_cast<std::int64_t>(k) * n + j) * modes + i;
  const Real wave = slope[axis == 0 ? i : axis == 1 ? j : k];
  const Complex<Real> value = spectrum[m];
  used_up[m] = {wave * value.y, -wave * value.x};
}

std::size_t modes(int side) { return static_cast<std::size_t>(side) * side * (side / 2 + 1); }

/// One thread a mode, rows along x in pieces.
Grid over_modes(int n) {
  constexpr int kThreads = 128;
  return {dim3((n / 2 + 1 + kThreads - 1) / kThreads, n, n), dim3(kThreads)};
}

template <typename Real>
void upload(const std::vector<double>& values, double scale, Buffer<Real>& to, Stream& stream) {
  std::vector<Real> rounded;
  for (const double value : values) rounded.push_back(static_cast<Real>(scale * value));
  to = Buffer<Real>(rounded.size(), stream);
  to.upload(rounded, stream);
  stream.wait();  // the host's copy ends here
}

}  // namespace

template <typename Real>
Mesh<Real>::Mesh(const tycho::tree_pm::Split& split, Stream& stream)
    : split_(split),
      masses_(cube(split.grid), stream),
      values_(cube(split.grid), stream),
      spectrum_(modes(split.grid), stream),
      forward_(split.grid, Transform::kRealToComplex, stream),
      inverse_(split.grid, Transform::kComplexToReal, stream) {
  const double per_cell = split.grid / split.box;
  if (split.compact()) {
    const mesh::CompactGreen green(split.grid, split.cut * per_cell);
    upload(green.ball, 1 / (4 * std::numbers::pi), ball_, stream);  // potential_scale has the rest
    upload(green.sharpen, 1, filter_, stream);
    upload(green.slope, 1, slope_, stream);
    used_up_ = Buffer<Complex<Real>>(modes(split.grid), stream);
    for (auto& values : pull_) values = Buffer<Real>(cube(split.grid), stream);
    return;
  }
  std::vector<double> wave_sq, filter;
  for (int i = 0; i < split.grid; ++i) {
    const LongRangeAxis axis = long_range_axis(i, split.grid, split.r_s * per_cell);
    wave_sq.push_back(axis.wave_sq);
    filter.push_back(axis.filter);
  }
  upload(wave_sq, 1, wave_sq_, stream);
  upload(filter, 1, filter_, stream);
}

template <typename Real>
std::size_t Mesh<Real>::bytes(const tycho::tree_pm::Split& split) {
  const int side = split.grid;
  const std::size_t fields = split.compact() ? 4 : 1, spectra = split.compact() ? 2 : 1;
  return cube(side) * (sizeof(unsigned long long) + fields * sizeof(Real)) +
         spectra * modes(side) * sizeof(Complex<Real>) +
         FftPlan<Real>::work_bytes(side, Transform::kRealToComplex) +
         FftPlan<Real>::work_bytes(side, Transform::kComplexToReal);
}

template <typename Real>
void Mesh<Real>::poisson(const Stream& stream) {
  const int n = split_.grid;
  const auto cells = static_cast<std::int64_t>(cube(n));
  launch(contrast_kernel<Real>, cover(cells), stream, masses_.data(), cells, cells / kParts,
         values_.data());
  forward_.forward(values_.data(), spectrum_.data());
  if (split_.compact())
    filter_compact(stream);
  else
    filter_gaussian(stream);
  inverse_.inverse(spectrum_.data(), values_.data());
}

template <typename Real>
void Mesh<Real>::filter_gaussian(const Stream& stream) {
  const int n = split_.grid;
  launch(filter_kernel<Real>, over_modes(n), stream, spectrum_.data(), wave_sq_.data(),
         filter_.data(), n, n / 2 + 1);
}

template <typename Real>
void Mesh<Real>::filter_compact(const Stream& stream) {
  const int n = split_.grid;
  launch(ball_kernel<Real>, over_modes(n), stream, spectrum_.data(), ball_.data(), filter_.data(),
         n, n / 2 + 1);
  for (int axis = 0; axis < 3; ++axis) {
    launch(slope_kernel<Real>, over_modes(n), stream, spectrum_.data(), slope_.data(), axis, n,
           n / 2 + 1, used_up_.data());
    inverse_.inverse(used_up_.data(), pull_[axis].data());
  }
}

// 4 pi of the equation, the transform's factor, the mean mass of a cell, and its side.
template <typename Real>
double Mesh<Real>::potential_scale(double total) const {
  const double cells = static_cast<double>(cube(split_.grid));
  const double mean = total / cells;
  return 4 * std::numbers::pi * kGravity * mean / (split_.box / split_.grid) / cells;
}

template <typename Real>
std::vector<double> Mesh<Real>::density(Stream& stream) const {
  const auto masses = masses_.download(stream);
  std::vector<double> values(masses.size());
  std::transform(masses.begin(), masses.end(), values.begin(), [&](unsigned long long parts) {
    return static_cast<double>(parts) * (static_cast<double>(masses.size()) / kParts);
  });
  return values;
}

template <typename Real>
std::vector<double> Mesh<Real>::potential(double total, Stream& stream) const {
  const auto phi = values_.download(stream);
  std::vector<double> values(phi.size());
  std::transform(phi.begin(), phi.end(), values.begin(),
                 [scale = potential_scale(total)](Real value) { return scale * value; });
  return values;
}

template class Mesh<float>;
template class Mesh<double>;

}  // namespace tycho::gpu::tree_pm
