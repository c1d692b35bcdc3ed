// H_i <- H_i + 1 (aubert2009, III.B). Several threads each count their share of the particles into
// a mesh of their own, and the meshes are then added: two threads that meet in one cell would wait
// for each other.
#include <algorithm>

#include "core/parallel_for.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

namespace {

// Meshes of their own are worth this much memory; fewer threads count on a mesh that is larger.
constexpr std::size_t kMostBytes = std::size_t{2} << 30;

/// Calls put(first, last, values) so that all `particles` are put, shared out among the threads.
template <typename Value, typename Put>
void deposit(std::ptrdiff_t particles, std::vector<Value>& mesh,
             std::vector<std::vector<Value>>& own, int threads, const Put& put) {
  const auto fitting = static_cast<int>(kMostBytes / (mesh.size() * sizeof(Value)));
  const int workers = std::clamp(fitting, 1, threads);
  own.resize(workers - 1);
  parallel_for(workers, workers, [&](std::ptrdiff_t worker) {
    std::vector<Value>& values = worker == 0 ? mesh : own[worker - 1];
    values.assign(mesh.size(), Value(0));
    put(particles * worker / workers, particles * (worker + 1) / workers, values.data());
  });
  if (workers == 1) return;
  parallel_for(mesh.size(), threads, [&](std::ptrdiff_t c) {
    for (const auto& values : own) mesh[c] += values[c];
  });
}

}  // namespace

template <typename Real>
void histogram(const Stars<Real>& s, Mesh<Real>& mesh, Cloud cloud, int threads) {
  if (cloud == Cloud::kNgp) {
    deposit(s.size(), mesh.counts, mesh.own_counts, threads,
            [&](std::ptrdiff_t first, std::ptrdiff_t last, std::uint32_t* counts) {
              for (std::ptrdiff_t p = first; p < last; ++p) ++counts[s.cell[p]];
            });
    return;
  }
  with_cloud(cloud, [&](auto kind) {
    deposit(s.size(), mesh.clouds, mesh.own_clouds, threads,
            [&](std::ptrdiff_t first, std::ptrdiff_t last, Real* clouds) {
              for (std::ptrdiff_t p = first; p < last; ++p)
                for_cloud<kind()>(s.position[0][p], s.position[1][p], s.position[2][p], mesh.n,
                                  [&](std::int32_t cell, Real weight) { clouds[cell] += weight; });
            });
  });
}

template void histogram(const Stars<float>&, Mesh<float>&, Cloud, int);
template void histogram(const Stars<double>&, Mesh<double>&, Cloud, int);

}  // namespace tycho::reference::particle_mesh
