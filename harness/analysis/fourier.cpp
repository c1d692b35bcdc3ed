#include "harness/analysis/fourier.hpp"

#include "core/available_threads.hpp"
#include "core/fftw.hpp"
#include "core/large_array.hpp"

namespace tycho::analysis {

namespace {

// One transform each: a plan that is measured would take longer than it saves, and overwrite the
// mesh.
FftwPlanning on_all_threads() { return {available_threads(), false}; }

}  // namespace

FourierMesh::FourierMesh(int side)
    : side_(side),
      half_(static_cast<std::size_t>(side) / 2 + 1),
      modes_(large_array<std::complex<double>>(half_ * static_cast<std::size_t>(side) *
                                               static_cast<std::size_t>(side))) {}

void FourierMesh::forward() {
  FftwPlan<double>(side_, values(), modes_.data(), on_all_threads()).execute();
}

void FourierMesh::backward() {
  FftwPlan<double>(side_, modes_.data(), values(), on_all_threads()).execute();
}

}  // namespace tycho::analysis
