// The potential of the mesh's masses, filtered: core/formulas/long_range.hpp.
#include <algorithm>

#include "core/formulas/long_range.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/tree_pm/mesh.hpp"

namespace tycho::gpu::tree_pm {

namespace {

/// The mean, which has no potential, is taken off in double: a universe that is smooth yet would
/// leave a few of single precision's digits.
template <typename Real>
__global__ void contrast_kernel(const unsigned long long* __restrict__ masses, std::int64_t cells,
                                double per_mean, Real* contrast) {
  const std::int64_t c = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
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

std::size_t cube(int side) { return static_cast<std::size_t>(side) * side * side; }
std::size_t modes(int side) { return static_cast<std::size_t>(side) * side * (side / 2 + 1); }

}  // namespace

template <typename Real>
Mesh<Real>::Mesh(const tycho::tree_pm::Split& split, Stream& stream)
    : split_(split),
      masses_(cube(split.grid), stream),
      values_(cube(split.grid), stream),
      spectrum_(modes(split.grid), stream),
      wave_sq_(split.grid, stream),
      filter_(split.grid, stream),
      forward_(split.grid, Transform::kRealToComplex, stream),
      inverse_(split.grid, Transform::kComplexToReal, stream) {
  std::vector<Real> wave_sq, filter;
  for (int i = 0; i < split.grid; ++i) {
    const LongRangeAxis axis = long_range_axis(i, split.grid, split.r_s * split.grid / split.box);
    wave_sq.push_back(static_cast<Real>(axis.wave_sq));
    filter.push_back(static_cast<Real>(axis.filter));
  }
  wave_sq_.upload(wave_sq, stream);
  filter_.upload(filter, stream);
  stream.wait();  // the host's copies end here
}

template <typename Real>
std::size_t Mesh<Real>::bytes(int side) {
  return cube(side) * (sizeof(unsigned long long) + sizeof(Real)) +
         modes(side) * sizeof(Complex<Real>) +
         FftPlan<Real>::work_bytes(side, Transform::kRealToComplex) +
         FftPlan<Real>::work_bytes(side, Transform::kComplexToReal);
}

template <typename Real>
void Mesh<Real>::poisson(const Stream& stream) {
  constexpr int kThreads = 128;
  const int n = split_.grid;
  const auto cells = static_cast<std::int64_t>(cube(n));
  launch(contrast_kernel<Real>, cover(cells), stream, masses_.data(), cells, cells / kParts,
         values_.data());
  forward_.forward(values_.data(), spectrum_.data());
  const Grid grid{dim3((n / 2 + 1 + kThreads - 1) / kThreads, n, n), dim3(kThreads)};
  launch(filter_kernel<Real>, grid, stream, spectrum_.data(), wave_sq_.data(), filter_.data(), n,
         n / 2 + 1);
  inverse_.inverse(spectrum_.data(), values_.data());
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
