// The transforms by FFTW: real to complex in two dimensions, and back axis by axis, since FFTW's
// inverse in two dimensions spoils its input.
#include "core/fftw.hpp"
#include "reference/pic/spectrum.hpp"

namespace tycho::reference::pic {

namespace {

template <typename Real>
class Library final : public Transform<Real> {
 public:
  Library(const Options& options, Grid<Real>& grid)
      : Transform<Real>({grid, 1, grid.nx / 2 + 1, options.particle_size}),
        scratch_(this->spectrum.charge.size()),
        forward_(grid.nx, grid.ny, grid.charge.data(), this->spectrum.charge.data(),
                 planning(options)),
        along_y_{columns(0, planning(options)), columns(1, planning(options))},
        along_x_{rows(grid, 0, planning(options)), rows(grid, 1, planning(options))} {}

  void fft_forward() override { forward_.execute(); }

  void fft_inverse() override {
    for (int axis = 0; axis < 2; ++axis) {
      along_y_[axis].execute();
      along_x_[axis].execute();
    }
  }

 private:
  FftwPlan<Real> columns(int component, const FftwPlanning& how) {
    Spectrum<Real>& s = this->spectrum;
    return {FftwRows{s.ny, s.modes_x(), s.modes_x(), 1}, s.field[component].data(), scratch_.data(),
            FFTW_BACKWARD, how};
  }
  FftwPlan<Real> rows(Grid<Real>& grid, int component, const FftwPlanning& how) {
    return {FftwRows{grid.nx, grid.ny, 1, this->spectrum.modes_x()}, scratch_.data(),
            grid.field[component].data(), how};
  }

  std::vector<std::complex<Real>> scratch_;
  FftwPlan<Real> forward_;
  std::array<FftwPlan<Real>, 2> along_y_, along_x_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Transform<Real>> fft_library(const Options& options, Grid<Real>& grid) {
  return std::make_unique<Library<Real>>(options, grid);
}

template std::unique_ptr<Transform<float>> fft_library(const Options&, Grid<float>&);
template std::unique_ptr<Transform<double>> fft_library(const Options&, Grid<double>&);

}  // namespace tycho::reference::pic
