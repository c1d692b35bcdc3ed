// The transforms as published (decyk2009, Field Solver): complex transforms in one dimension only.
// A row of nx real points is read as h = nx/2 complex ones, z_m = x_2m + i x_2m+1; with Z their
// transform and w = exp(-2 pi i / nx), the real points have (Press et al., Numerical Recipes,
// the paper's [6])
//
//   X_k = (Z_k + Z*_h-k) / 2 - i w^k (Z_k - Z*_h-k) / 2,   Z_h = Z_0,   k = 0 ... h
//
// found while the data are transposed, so that y is fastest in Fourier space. The way back is the
// same in reverse.
#include <numbers>

#include "core/fftw.hpp"
#include "core/parallel_for.hpp"
#include "reference/pic/spectrum.hpp"

namespace tycho::reference::pic {

namespace {

template <typename Real>
class Batched final : public Transform<Real> {
  using Complex = std::complex<Real>;

 public:
  Batched(const Options& options, Grid<Real>& grid)
      : Transform<Real>({grid, grid.ny, 1, options.particle_size}),
        grid_(grid),
        half_(grid.nx / 2),
        packed_(std::size_t(half_) * grid.ny),
        columns_(this->spectrum.charge.size()),
        x_forward_(rows_x(), packed_.data(), packed_.data(), FFTW_FORWARD, planning(options)),
        x_inverse_(rows_x(), packed_.data(), packed_.data(), FFTW_BACKWARD, planning(options)),
        y_forward_(rows_y(), columns_.data(), this->spectrum.charge.data(), FFTW_FORWARD,
                   planning(options)),
        y_inverse_{inverse_y(0, planning(options)), inverse_y(1, planning(options))} {
    for (int k = 0; k <= half_; ++k) {
      const double angle = 2 * std::numbers::pi * k / grid.nx;
      turn_.emplace_back(static_cast<Real>(std::cos(angle)), static_cast<Real>(-std::sin(angle)));
    }
  }

  void fft_forward() override {
    pack();
    x_forward_.execute();
    parallel_for(half_ + 1, grid_.threads, [&](std::ptrdiff_t k) {
      const std::size_t at = k == half_ ? 0 : k, mirror = k == 0 ? 0 : half_ - k;
      for (int j = 0; j < grid_.ny; ++j) {
        const Complex* const z = &packed_[std::size_t(half_) * j];
        const Complex even = z[at] + std::conj(z[mirror]), odd = z[at] - std::conj(z[mirror]);
        const Complex turned = turn_[k] * odd;
        columns_[std::size_t(k) * grid_.ny + j] =
            Real(0.5) * (even + Complex(turned.imag(), -turned.real()));
      }
    });
    y_forward_.execute();
  }

  void fft_inverse() override {
    for (int component = 0; component < 2; ++component) {
      y_inverse_[component].execute();
      parallel_for(grid_.ny, grid_.threads, [&](std::ptrdiff_t j) {
        Complex* const z = &packed_[std::size_t(half_) * j];
        for (int k = 0; k < half_; ++k) {
          const Complex x = columns_[std::size_t(k) * grid_.ny + j];
          const Complex mirror = std::conj(columns_[std::size_t(half_ - k) * grid_.ny + j]);
          const Complex turned = std::conj(turn_[k]) * (x - mirror);
          z[k] = x + mirror + Complex(-turned.imag(), turned.real());
        }
      });
      x_inverse_.execute();
      unpack(grid_.field[component]);
    }
  }

 private:
  FftwRows rows_x() const { return {half_, grid_.ny, 1, half_}; }
  FftwRows rows_y() const { return {grid_.ny, half_ + 1, 1, grid_.ny}; }
  FftwPlan<Real> inverse_y(int component, const FftwPlanning& how) {
    return {rows_y(), this->spectrum.field[component].data(), columns_.data(), FFTW_BACKWARD, how};
  }

  void pack() {
    parallel_for(packed_.size(), grid_.threads, [&](std::ptrdiff_t m) {
      packed_[m] = Complex(grid_.charge[2 * m], grid_.charge[2 * m + 1]);
    });
  }
  void unpack(std::vector<Real>& values) {
    parallel_for(packed_.size(), grid_.threads, [&](std::ptrdiff_t m) {
      values[2 * m] = packed_[m].real();
      values[2 * m + 1] = packed_[m].imag();
    });
  }

  Grid<Real>& grid_;
  int half_;
  std::vector<Complex> packed_;   // half_ ny, x fastest
  std::vector<Complex> columns_;  // (half_ + 1) ny, y fastest
  std::vector<Complex> turn_;     // w^k
  FftwPlan<Real> x_forward_, x_inverse_, y_forward_;
  std::array<FftwPlan<Real>, 2> y_inverse_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Transform<Real>> fft_batched(const Options& options, Grid<Real>& grid) {
  return std::make_unique<Batched<Real>>(options, grid);
}

template std::unique_ptr<Transform<float>> fft_batched(const Options&, Grid<float>&);
template std::unique_ptr<Transform<double>> fft_batched(const Options&, Grid<double>&);

}  // namespace tycho::reference::pic
