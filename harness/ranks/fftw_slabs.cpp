#include "harness/ranks/fftw_slabs.hpp"

#ifdef TYCHO_HAVE_FFTW_MPI
#include <fftw3-mpi.h>

#include <algorithm>
#include <mutex>
#endif

namespace tycho::ranks {

#ifdef TYCHO_HAVE_FFTW_MPI

namespace {

/// In place: FFTW has the rows of real numbers padded to the length of a row of modes.
class FftwSlabs final : public mesh::SlabTransform {
 public:
  explicit FftwSlabs(int n) : n_(static_cast<std::size_t>(n)), modes_(n_ / 2 + 1) {
    static std::once_flag begun;
    std::call_once(begun, [] { fftw_mpi_init(); });
    std::ptrdiff_t planes = 0, first = 0;
    const std::ptrdiff_t room = fftw_mpi_local_size_3d(n, n, static_cast<std::ptrdiff_t>(modes_),
                                                       MPI_COMM_WORLD, &planes, &first);
    planes_ = static_cast<std::size_t>(planes);
    first_ = planes_ == 0 ? 0 : static_cast<std::size_t>(first);
    data_ = fftw_alloc_complex(static_cast<std::size_t>(std::max<std::ptrdiff_t>(room, 1)));
    forward_ = fftw_mpi_plan_dft_r2c_3d(n, n, n, real(), data_, MPI_COMM_WORLD, FFTW_ESTIMATE);
    inverse_ = fftw_mpi_plan_dft_c2r_3d(n, n, n, data_, real(), MPI_COMM_WORLD, FFTW_ESTIMATE);
  }
  ~FftwSlabs() override {
    fftw_destroy_plan(forward_);
    fftw_destroy_plan(inverse_);
    fftw_free(data_);
  }
  FftwSlabs(const FftwSlabs&) = delete;
  FftwSlabs& operator=(const FftwSlabs&) = delete;

  std::size_t first() const override { return first_; }
  std::size_t planes() const override { return planes_; }
  std::span<std::complex<double>> spectrum() override {
    return {reinterpret_cast<std::complex<double>*>(data_), planes_ * n_ * modes_};
  }

  void forward(std::span<const double> cells) override {
    for (std::size_t row = 0; row < planes_ * n_; ++row)
      std::copy_n(&cells[row * n_], n_, real() + row * 2 * modes_);
    fftw_execute(forward_);
  }
  void inverse(std::span<double> cells) override {
    fftw_execute(inverse_);
    for (std::size_t row = 0; row < planes_ * n_; ++row)
      std::copy_n(real() + row * 2 * modes_, n_, &cells[row * n_]);
  }

 private:
  double* real() { return reinterpret_cast<double*>(data_); }

  std::size_t n_, modes_, first_ = 0, planes_ = 0;
  fftw_complex* data_ = nullptr;
  fftw_plan forward_{}, inverse_{};
};

}  // namespace

std::unique_ptr<mesh::SlabTransform> fftw_slabs(int n) { return std::make_unique<FftwSlabs>(n); }

#else

std::unique_ptr<mesh::SlabTransform> fftw_slabs(int) { return nullptr; }

#endif

}  // namespace tycho::ranks
