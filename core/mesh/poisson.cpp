// phi_k = green_k m_k
#include <complex>
#include <limits>

#include "core/fftw.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/parallel_for.hpp"
#include "core/settings.hpp"

namespace tycho::mesh {

struct HostMesh::Transforms {
  Transforms(HostMesh& mesh, const FftwPlanning& how)
      : spectrum(std::size_t(mesh.n) * mesh.n * (mesh.n / 2 + 1)),
        forward(mesh.n, mesh.masses.data(), spectrum.data(), how),
        inverse(mesh.n, spectrum.data(), mesh.potential.data(), how) {
    const double cell = mesh.box / mesh.n;
    for (int i = 0; i < mesh.n; ++i) axis.push_back(long_range_axis(i, mesh.n, mesh.r_s / cell));
  }

  std::vector<LongRangeAxis> axis;
  std::vector<std::complex<double>> spectrum;
  FftwPlan<double> forward, inverse;
};

HostMesh::HostMesh(const tree_pm::Split& split, const tree_pm::Options& options)
    : n(split.grid), box(split.box), r_s(split.r_s), threads(options.threads) {
  for (auto* values : {&masses, &potential})
    values->assign(std::size_t(n) * n * n, std::numeric_limits<double>::quiet_NaN());
  transforms = std::make_unique<Transforms>(*this, FftwPlanning{threads, options.measured_plan});
}

HostMesh::~HostMesh() = default;

void poisson(HostMesh& mesh) {
  HostMesh::Transforms& t = *mesh.transforms;
  t.forward.execute();
  const int n = mesh.n, modes = n / 2 + 1;
  const double scale = n / mesh.box / (double(n) * n * n);
  parallel_for(n, mesh.threads, [&](std::ptrdiff_t k) {
    for (int j = 0; j < n; ++j) {
      std::complex<double>* const row = &t.spectrum[(std::size_t(k) * n + j) * modes];
      for (int i = 0; i < modes; ++i)
        row[i] *= scale * long_range_green(t.axis[i], t.axis[j], t.axis[k]);
    }
  });
  t.inverse.execute();
}

}  // namespace tycho::mesh
