// phi_k = green_k m_k, and with split = compact -i k phi_k of each axis
#include <algorithm>
#include <complex>
#include <limits>
#include <optional>

#include "core/fftw.hpp"
#include "core/mesh/compact_green.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/mesh/poisson_in_slabs.hpp"
#include "core/parallel_for.hpp"
#include "core/settings.hpp"

namespace tycho::mesh {

namespace {

using Spectrum = std::vector<std::complex<double>>;

Spectrum spectrum_of(int n) { return Spectrum(std::size_t(n) * n * (n / 2 + 1)); }

/// Calls row(first mode, j, k) for all rows of modes along x.
template <typename Row>
void for_rows(const HostMesh& mesh, Spectrum& spectrum, const Row& row) {
  const int n = mesh.n, modes = n / 2 + 1;
  parallel_for(n, mesh.threads, [&](std::ptrdiff_t k) {
    for (int j = 0; j < n; ++j) row(&spectrum[(std::size_t(k) * n + j) * modes], j, k);
  });
}

}  // namespace

/// What a Gaussian split needs: one transform each way.
struct Gaussian {
  Gaussian(HostMesh& mesh, const FftwPlanning& how)
      : spectrum(spectrum_of(mesh.n)),
        forward(mesh.n, mesh.masses.data(), spectrum.data(), how),
        inverse(mesh.n, spectrum.data(), mesh.potential.data(), how) {
    const double cell = mesh.box / mesh.n;
    for (int i = 0; i < mesh.n; ++i)
      axis.push_back(long_range_axis(i, mesh.n, mesh.split.r_s / cell));
  }

  void run(const HostMesh& mesh) {
    forward.execute();
    const int n = mesh.n;
    const double scale = n / mesh.box / (double(n) * n * n);
    for_rows(mesh, spectrum, [&](std::complex<double>* row, int j, std::ptrdiff_t k) {
      for (int i = 0; i <= n / 2; ++i)
        row[i] *= scale * long_range_green(axis[i], axis[j], axis[k]);
    });
    inverse.execute();
  }

  std::vector<LongRangeAxis> axis;
  Spectrum spectrum;
  FftwPlan<double> forward, inverse;
};

/// What split = compact needs: the way back four times, which each time uses a spectrum up.
struct Compact {
  Compact(HostMesh& mesh, const FftwPlanning& how)
      : green(mesh.n, mesh.split.cut * mesh.n / mesh.box),
        spectrum(spectrum_of(mesh.n)),
        used_up(spectrum.size()),
        forward(mesh.n, mesh.masses.data(), spectrum.data(), how) {
    for (auto* to : {&mesh.pull[0], &mesh.pull[1], &mesh.pull[2], &mesh.potential})
      inverse.emplace_back(mesh.n, used_up.data(), to->data(), how);
  }

  void run(const HostMesh& mesh) {
    forward.execute();
    const int n = mesh.n, modes = n / 2 + 1;
    const double scale = n / mesh.box / (double(n) * n * n);
    for_rows(mesh, spectrum, [&](std::complex<double>* row, int j, std::ptrdiff_t k) {
      for (int i = 0; i < modes; ++i) row[i] *= scale * green(i, j, static_cast<int>(k));
    });
    for (int axis = 0; axis < 3; ++axis) {
      for_rows(mesh, used_up, [&](std::complex<double>* row, int j, std::ptrdiff_t k) {
        const std::complex<double>* const from = &spectrum[row - used_up.data()];
        for (int i = 0; i < modes; ++i) {
          const double wave = green.slope[axis == 0 ? i : axis == 1 ? j : k];
          row[i] = {wave * from[i].imag(), -wave * from[i].real()};
        }
      });
      inverse[axis].execute();
    }
    for_rows(mesh, used_up, [&](std::complex<double>* row, int, std::ptrdiff_t) {
      std::copy_n(&spectrum[row - used_up.data()], modes, row);
    });
    inverse[3].execute();
  }

  CompactGreen green;
  Spectrum spectrum, used_up;
  FftwPlan<double> forward;
  std::vector<FftwPlan<double>> inverse;
};

struct HostMesh::Transforms {
  Transforms(HostMesh& mesh, const FftwPlanning& how, Ranks* in_slabs) {
    if (in_slabs)
      slabs.emplace(mesh, *in_slabs);
    else if (mesh.split.compact())
      compact.emplace(mesh, how);
    else
      gaussian.emplace(mesh, how);
  }

  std::optional<Gaussian> gaussian;
  std::optional<Compact> compact;
  std::optional<PoissonInSlabs> slabs;
};

HostMesh::HostMesh(const tree_pm::Split& given, const tree_pm::Options& options)
    : split(given), n(split.grid), box(split.box), threads(options.threads) {
  const auto reserve = [&](std::vector<double>& values) {
    values.assign(std::size_t(n) * n * n, std::numeric_limits<double>::quiet_NaN());
  };
  reserve(masses);
  reserve(potential);
  if (split.compact())
    for (auto& values : pull) reserve(values);
  const bool in_slabs = options.plan_in_slabs && !options.ranks->alone();
  transforms = std::make_unique<Transforms>(*this, FftwPlanning{threads, options.measured_plan},
                                            in_slabs ? options.ranks : nullptr);
}

HostMesh::~HostMesh() = default;

void poisson(HostMesh& mesh) {
  if (mesh.transforms->slabs)
    mesh.transforms->slabs->run(mesh);
  else if (mesh.split.compact())
    mesh.transforms->compact->run(mesh);
  else
    mesh.transforms->gaussian->run(mesh);
}

}  // namespace tycho::mesh
