#include "core/mesh/poisson_in_slabs.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/parallel_for.hpp"

namespace tycho::mesh {

PoissonInSlabs::PoissonInSlabs(const HostMesh& mesh, Ranks& ranks)
    : ranks_(ranks), n_(mesh.n), transform_(ranks.slab_transform(mesh.n)) {
  if (!transform_)
    throw Unavailable("planner = fftw_mpi: this build has no FFTW for MPI (libfftw3-mpi-dev)");
  const auto mine = static_cast<std::int64_t>(transform_->planes());
  for (const std::int64_t planes : ranks_.all_gather(std::span<const std::int64_t>(&mine, 1)))
    cells_.push_back(static_cast<std::size_t>(planes) * n_ * n_);
  if (mesh.split.compact()) {
    compact_.emplace(n_, mesh.split.cut * n_ / mesh.box);
    kept_.resize(transform_->spectrum().size());
  } else {
    const double cell = mesh.box / n_;
    for (int i = 0; i < n_; ++i) axis_.push_back(long_range_axis(i, n_, mesh.split.r_s / cell));
  }
}

/// body(first mode's place, j, k) for all rows of modes along x that this rank has.
template <typename Body>
void PoissonInSlabs::for_rows(int threads, const Body& body) {
  const std::size_t modes = static_cast<std::size_t>(n_) / 2 + 1;
  parallel_for(transform_->planes(), threads, [&](std::ptrdiff_t plane) {
    const int k = static_cast<int>(transform_->first()) + static_cast<int>(plane);
    for (int j = 0; j < n_; ++j) body((static_cast<std::size_t>(plane) * n_ + j) * modes, j, k);
  });
}

void PoissonInSlabs::apply_green(const HostMesh& mesh) {
  const double scale = n_ / mesh.box / (double(n_) * n_ * n_);
  const std::span<Row> spectrum = transform_->spectrum();
  for_rows(mesh.threads, [&](std::size_t row, int j, int k) {
    for (int i = 0; i <= n_ / 2; ++i)
      spectrum[row + i] *= scale * (compact_ ? (*compact_)(i, j, k)
                                             : long_range_green(axis_[i], axis_[j], axis_[k]));
  });
}

void PoissonInSlabs::take_slope(const HostMesh& mesh, int axis) {
  const std::span<Row> spectrum = transform_->spectrum();
  for_rows(mesh.threads, [&](std::size_t row, int j, int k) {
    for (int i = 0; i <= n_ / 2; ++i) {
      const double wave = compact_->slope[axis == 0 ? i : axis == 1 ? j : k];
      const Row& from = kept_[row + i];
      spectrum[row + i] = {wave * from.imag(), -wave * from.real()};
    }
  });
}

void PoissonInSlabs::inverse(std::vector<double>& whole) {
  const auto me = static_cast<std::size_t>(ranks_.rank());
  transform_->inverse(std::span(whole).subspan(transform_->first() * n_ * n_, cells_[me]));
  ranks_.all_gather(std::span<double>(whole), cells_);
}

void PoissonInSlabs::run(HostMesh& mesh) {
  const auto me = static_cast<std::size_t>(ranks_.rank());
  transform_->forward(
      std::span<const double>(mesh.masses).subspan(transform_->first() * n_ * n_, cells_[me]));
  apply_green(mesh);
  if (compact_) {
    const std::span<Row> spectrum = transform_->spectrum();
    std::copy(spectrum.begin(), spectrum.end(), kept_.begin());
    for (int axis = 0; axis < 3; ++axis) {
      take_slope(mesh, axis);
      inverse(mesh.pull[static_cast<std::size_t>(axis)]);
    }
    std::copy(kept_.begin(), kept_.end(), spectrum.begin());
  }
  inverse(mesh.potential);
}

}  // namespace tycho::mesh
