#include "harness/analysis/fourier.hpp"

#include <fftw3.h>

#include <memory>
#include <stdexcept>
#include <type_traits>

#include "core/available_threads.hpp"

namespace tycho::analysis {

namespace {

struct Destroy {
  void operator()(fftw_plan plan) const { fftw_destroy_plan(plan); }
};
using Plan = std::unique_ptr<std::remove_pointer_t<fftw_plan>, Destroy>;

void use_all_threads() {
  static const int ready = fftw_init_threads();
  if (!ready) throw std::runtime_error("FFTW cannot start its threads");
  fftw_plan_with_nthreads(available_threads());
}

// One transform each: a plan that is searched for would take longer than it saves, and overwrite
// the mesh.
void execute(fftw_plan made) {
  const Plan plan(made);
  if (!plan) throw std::runtime_error("FFTW made no plan");
  fftw_execute(plan.get());
}

}  // namespace

FourierMesh::FourierMesh(int side)
    : side_(side),
      half_(static_cast<std::size_t>(side) / 2 + 1),
      modes_(half_ * static_cast<std::size_t>(side) * static_cast<std::size_t>(side)) {}

void FourierMesh::forward() {
  use_all_threads();
  execute(fftw_plan_dft_r2c_3d(side_, side_, side_, values(),
                               reinterpret_cast<fftw_complex*>(modes_.data()), FFTW_ESTIMATE));
}

void FourierMesh::backward() {
  use_all_threads();
  execute(fftw_plan_dft_c2r_3d(side_, side_, side_, reinterpret_cast<fftw_complex*>(modes_.data()),
                               values(), FFTW_ESTIMATE));
}

}  // namespace tycho::analysis
