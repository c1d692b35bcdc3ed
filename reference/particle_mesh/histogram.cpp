// H_i <- H_i + 1 (aubert2009, III.B). Several threads may meet in one cell: their additions are
// atomic, which leaves integers exact and puts the reals of cic and tsc in any order.
#include <algorithm>

#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

namespace {

template <typename Count, typename Addend>
void add(Count& cell, Addend addend, bool shared) {
  if (shared) {
#pragma omp atomic
    cell += addend;
  } else {
    cell += addend;
  }
}

}  // namespace

template <typename Real>
void histogram(const Stars<Real>& s, Mesh<Real>& mesh, Cloud cloud, int threads) {
  const std::ptrdiff_t count = s.size();
  const bool shared = threads > 1;
  if (cloud == Cloud::kNgp) {
    std::fill(mesh.counts.begin(), mesh.counts.end(), 0u);
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (std::ptrdiff_t p = 0; p < count; ++p) add(mesh.counts[s.cell[p]], 1u, shared);
    return;
  }
  std::fill(mesh.clouds.begin(), mesh.clouds.end(), Real(0));
  with_cloud(cloud, [&](auto kind) {
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
    for (std::ptrdiff_t p = 0; p < count; ++p)
      for_cloud<kind()>(
          s.position[0][p], s.position[1][p], s.position[2][p], mesh.n,
          [&](std::int32_t cell, Real weight) { add(mesh.clouds[cell], weight, shared); });
  });
}

template void histogram(const Stars<float>&, Mesh<float>&, Cloud, int);
template void histogram(const Stars<double>&, Mesh<double>&, Cloud, int);

}  // namespace tycho::reference::particle_mesh
