// Fourier space of the CPU side: the modes of a real grid, half of them along x.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/contracts/pic.hpp"
#include "core/fftw.hpp"
#include "reference/pic/grid.hpp"

namespace tycho::reference::pic {

using tycho::pic::Options;

template <typename Real>
struct Spectrum {
  /// Mode (i, j), 0 <= i <= nx/2 and 0 <= j < ny, is at i * stride_i + j * stride_j. Places that
  /// the larger stride leaves free are zero.
  Spectrum(const Grid<Real>& grid, std::ptrdiff_t along_i, std::ptrdiff_t along_j,
           double particle_size);

  int nx, ny;
  std::ptrdiff_t stride_i, stride_j;
  std::vector<Real> kx, ky;
  std::vector<Real> green;  // s^2 / k^2, over the number of grid points: transforms do not divide
  std::vector<std::complex<Real>> charge;
  std::array<std::vector<std::complex<Real>>, 2> field;

  int modes_x() const { return nx / 2 + 1; }
};

/// E_k = -i k green rho_k
template <typename Real>
void field(Spectrum<Real>& spectrum, int threads);

/// phi_k = green rho_k, instead of the first component of the field; the second is zero.
template <typename Real>
void potential(Spectrum<Real>& spectrum);

/// Between a grid and its spectrum, which must outlive it. Neither way spoils its input.
template <typename Real>
class Transform {
 public:
  virtual ~Transform() = default;
  /// grid.charge to spectrum.charge
  virtual void fft_forward() = 0;
  /// spectrum.field to grid.field
  virtual void fft_inverse() = 0;

  Spectrum<Real> spectrum;

 protected:
  explicit Transform(Spectrum<Real> s) : spectrum(std::move(s)) {}
};

/// How the transforms plan.
inline FftwPlanning planning(const Options& options) {
  return {options.threads, options.measure_plans};
}

/// FFTW's real transform in two dimensions.
template <typename Real>
std::unique_ptr<Transform<Real>> fft_library(const Options& options, Grid<Real>& grid);
/// The same with plans on one thread, which the threads share out: loop = best.
template <typename Real>
std::unique_ptr<Transform<Real>> fft_shares(const Options& options, Grid<Real>& grid);
/// Complex transforms in one dimension, packed and transposed here: decyk2009, Field Solver.
template <typename Real>
std::unique_ptr<Transform<Real>> fft_batched(const Options& options, Grid<Real>& grid);

}  // namespace tycho::reference::pic
