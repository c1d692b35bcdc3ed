// The transforms of loop = best: FFTW on one thread, of rows and of blocks of columns that the
// threads share out; eight columns are a cache line of single precision. The plans do not depend on
// the number of threads, and neither do the bits.
#include <algorithm>

#include "core/fftw.hpp"
#include "core/parallel_for.hpp"
#include "reference/pic/spectrum.hpp"

namespace tycho::reference::pic {

namespace {

/// Rows of modes are whole blocks of columns; the modes behind the last are zero and stay so.
int row_of_modes(int nx, int columns) { return (nx / 2 + columns) / columns * columns; }

template <typename Real>
class Shares final : public Transform<Real> {
  using Complex = std::complex<Real>;

 public:
  Shares(const Options& options, Grid<Real>& grid)
      : Transform<Real>({grid, 1, row_of_modes(grid.nx, options.columns), options.particle_size}),
        grid_(grid),
        columns_(options.columns),
        row_(row_of_modes(grid.nx, columns_)),
        scratch_{this->spectrum.charge, this->spectrum.charge},
        x_forward_(FftwRows{grid.nx, 1, 1, row_}, grid.charge.data(), this->spectrum.charge.data(),
                   how(options)),
        y_forward_(columns(), this->spectrum.charge.data(), this->spectrum.charge.data(),
                   FFTW_FORWARD, how(options)),
        y_inverse_(columns(), this->spectrum.field[0].data(), scratch_[0].data(), FFTW_BACKWARD,
                   how(options)),
        x_inverse_(FftwRows{grid.nx, 1, 1, row_}, scratch_[0].data(), grid.field[0].data(),
                   how(options)) {
    // What a plan has measured is in the arrays.
    for (auto* modes : {&this->spectrum.charge, &this->spectrum.field[0], &scratch_[0]})
      std::fill(modes->begin(), modes->end(), Complex(0));
  }

  void fft_forward() override {
    parallel_for(grid_.ny, grid_.threads, [&](std::ptrdiff_t j) {
      x_forward_.execute(&grid_.charge[j * grid_.nx], &this->spectrum.charge[j * row_]);
    });
    parallel_for(row_ / columns_, grid_.threads, [&](std::ptrdiff_t block) {
      Complex* const at = &this->spectrum.charge[block * columns_];
      y_forward_.execute(at, at);
    });
  }

  void fft_inverse() override {
    const std::ptrdiff_t blocks = row_ / columns_, ny = grid_.ny;
    parallel_for(2 * blocks, grid_.threads, [&](std::ptrdiff_t i) {
      const std::ptrdiff_t axis = i / blocks, at = i % blocks * columns_;
      y_inverse_.execute(&this->spectrum.field[axis][at], &scratch_[axis][at]);
    });
    parallel_for(2 * ny, grid_.threads, [&](std::ptrdiff_t i) {
      const std::ptrdiff_t axis = i / ny, j = i % ny;
      x_inverse_.execute(&scratch_[axis][j * row_], &grid_.field[axis][j * grid_.nx]);
    });
  }

 private:
  FftwPlanning how(const Options& options) const {
    // Not every row of such a grid starts where a vector does.
    const bool anywhere = grid_.nx * sizeof(Real) % 16 != 0;
    return {1, options.measure_plans, anywhere};
  }
  FftwRows columns() const { return {grid_.ny, columns_, row_, 1}; }

  Grid<Real>& grid_;
  int columns_;  // transformed together
  int row_;      // from row to row of the modes
  std::array<std::vector<Complex>, 2> scratch_;
  FftwPlan<Real> x_forward_, y_forward_, y_inverse_, x_inverse_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Transform<Real>> fft_shares(const Options& options, Grid<Real>& grid) {
  return std::make_unique<Shares<Real>>(options, grid);
}

template std::unique_ptr<Transform<float>> fft_shares(const Options&, Grid<float>&);
template std::unique_ptr<Transform<double>> fft_shares(const Options&, Grid<double>&);

}  // namespace tycho::reference::pic
