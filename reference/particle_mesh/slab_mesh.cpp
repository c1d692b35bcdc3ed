#include "reference/particle_mesh/slab_mesh.hpp"

#include <limits>

#include "core/formulas/leapfrog.hpp"
#include "core/mesh/own_meshes.hpp"
#include "core/mesh/whole_units.hpp"
#include "core/parallel_for.hpp"
#include "reference/particle_mesh/force_rows.hpp"

namespace tycho::reference::particle_mesh {

namespace {

/// Calls visit(place, weight) for the cells of a particle's cloud, as for_cloud() does; places are
/// those of an array that begins `guards` planes below the slab. The box is periodic along x and
/// y; along z the guard planes stand for what lies beyond.
template <Cloud kCloud, typename Real, typename Visit>
void for_cloud_in_slab(const SlabMesh<Real>& mesh, int guards, const Stars<Real>& s,
                       std::ptrdiff_t p, const Visit& visit) {
  const int n = mesh.n;
  const auto wx = axis_weights<kCloud>(s.position[0][p], n);
  const auto wy = axis_weights<kCloud>(s.position[1][p], n);
  const auto wz = axis_weights<kCloud>(s.position[2][p], n);
  for (int c = 0; c < points(kCloud); ++c)
    for (int b = 0; b < points(kCloud); ++b)
      for (int a = 0; a < points(kCloud); ++a) {
        const std::size_t k = static_cast<std::size_t>(wz.first + c - mesh.first + guards);
        const int j = wrap_cell(wy.first + b, n), i = wrap_cell(wx.first + a, n);
        visit((k * n + j) * n + i, wx.weight[a] * wy.weight[b] * wz.weight[c]);
      }
}

}  // namespace

template <typename Real>
SlabMesh<Real>::SlabMesh(int side, Cloud kind, Ranks& shared)
    : n(side),
      cloud(kind),
      ranks(shared),
      slabs(side, shared.size()),
      first(slabs.first(shared.rank())),
      planes(slabs.size(shared.rank())),
      reach(reach_of(kind)) {
  constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
  const auto with = [&](int guards) {
    return planes == 0 ? 0 : cells() + 2 * plane() * static_cast<std::size_t>(guards);
  };
  if (cloud == Cloud::kNgp) counts.resize(cells());
  if (cloud != Cloud::kNgp) clouds.resize(with(reach));
  density.assign(cells(), kNaN);
  solution.assign(cells(), kNaN);
  potential.assign(with(reach + 1), kNaN);
  acceleration.assign(with(reach), kNaN);
}

template <typename Real>
void histogram(const Stars<Real>& s, SlabMesh<Real>& mesh, int threads) {
  if (mesh.planes == 0) return;
  if (mesh.cloud == Cloud::kNgp) {
    const std::ptrdiff_t before = mesh.before();
    return mesh::put_all(s.size(), mesh.counts, mesh.own_counts, threads,
                         [&](std::ptrdiff_t first, std::ptrdiff_t last, std::uint32_t* counts) {
                           for (std::ptrdiff_t p = first; p < last; ++p)
                             ++counts[s.cell[p] - before];
                         });
  }
  with_cloud(mesh.cloud, [&](auto kind) {
    mesh::put_all(s.size(), mesh.clouds, mesh.own_clouds, threads,
                  [&](std::ptrdiff_t first, std::ptrdiff_t last, std::int64_t* clouds) {
                    for (std::ptrdiff_t p = first; p < last; ++p)
                      for_cloud_in_slab<kind()>(
                          mesh, mesh.reach, s, p, [&](std::size_t cell, Real weight) {
                            clouds[cell] += mesh::in_units(weight, mesh.units);
                          });
                  });
  });
}

template <typename Real>
void add_guards(SlabMesh<Real>& mesh) {
  mesh::add_guards(mesh.ranks, mesh.slabs, {mesh.reach, mesh.reach}, std::span(mesh.clouds),
                   mesh.plane());
}

template <typename Real>
void density(SlabMesh<Real>& mesh, Real factor, int threads) {
  Real* const density = mesh.density.data();
  if (mesh.cloud == Cloud::kNgp) {
    const std::uint32_t* const counts = mesh.counts.data();
    return parallel_for(mesh.cells(), threads,
                        [=](std::size_t c) { density[c] = factor * static_cast<Real>(counts[c]); });
  }
  const std::int64_t* const clouds =
      mesh.clouds.data() + mesh.plane() * static_cast<std::size_t>(mesh.reach);
  parallel_for(mesh.cells(), threads, [=, units = mesh.units](std::size_t c) {
    density[c] = factor * static_cast<Real>(double(clouds[c]) / units);
  });
}

template <typename Real>
void potential(SlabMesh<Real>& mesh, Real factor, Real mean, int threads) {
  const std::size_t guards = mesh.plane() * static_cast<std::size_t>(mesh.reach + 1);
  parallel_for(mesh.cells(), threads, [&](std::size_t c) {
    mesh.potential[guards + c] = factor * (mesh.solution[c] - mean);
  });
}

template <typename Real>
void copy_guards(SlabMesh<Real>& mesh) {
  mesh::copy_guards(mesh.ranks, mesh.slabs, {mesh.reach + 1, mesh.reach + 1},
                    std::span(mesh.potential), mesh.plane());
}

template <typename Real>
void force(SlabMesh<Real>& mesh, int axis, int threads) {
  if (mesh.planes == 0) return;
  const int n = mesh.n;
  const Real half_per_cell = Real(0.5) * static_cast<Real>(n);
  const std::ptrdiff_t line = n, plane = line * n;
  // Of the guard planes the innermost ones have a force.
  parallel_for(static_cast<std::size_t>(mesh.planes + 2 * mesh.reach), threads, [&](std::size_t k) {
    for (int j = 0; j < n; ++j) {
      const Real* const phi = &mesh.potential[(k + 1) * plane + j * line];
      Real* const a = &mesh.acceleration[k * plane + j * line];
      if (axis == 0)
        along_row(phi, a, n, Boundary::kPeriodic, half_per_cell);
      else if (axis == 1)
        between_rows(phi + (cell_before(j, n) - j) * line, phi + (cell_after(j, n) - j) * line, a,
                     n, half_per_cell);
      else
        between_rows(phi - plane, phi + plane, a, n, half_per_cell);
    }
  });
}

template <typename Real>
Real value_at(const SlabMesh<Real>& mesh, const std::vector<Real>& values, int guards,
              const Stars<Real>& s, std::ptrdiff_t p) {
  Real sum = 0;
  with_cloud(mesh.cloud, [&](auto kind) {
    for_cloud_in_slab<kind()>(mesh, guards, s, p,
                              [&](std::size_t cell, Real weight) { sum += weight * values[cell]; });
  });
  return sum;
}

template <typename Real>
void update_vel(Stars<Real>& s, const SlabMesh<Real>& mesh, int axis, Real step, int threads) {
  Real* const v = s.velocity[axis].data();
  const std::size_t count = static_cast<std::size_t>(s.size());
  if (mesh.cloud == Cloud::kNgp) {
    const Real* const a = mesh.acceleration.data();
    const std::int32_t* const cell = s.cell.data();
    const std::ptrdiff_t before = mesh.before();
    return parallel_for(count, threads,
                        [=](std::ptrdiff_t p) { v[p] = kicked(v[p], a[cell[p] - before], step); });
  }
  parallel_for(count, threads, [&](std::ptrdiff_t p) {
    v[p] = kicked(v[p], value_at(mesh, mesh.acceleration, mesh.reach, s, p), step);
  });
}

template struct SlabMesh<float>;
template struct SlabMesh<double>;
template void histogram(const Stars<float>&, SlabMesh<float>&, int);
template void histogram(const Stars<double>&, SlabMesh<double>&, int);
template void add_guards(SlabMesh<float>&);
template void add_guards(SlabMesh<double>&);
template void density(SlabMesh<float>&, float, int);
template void density(SlabMesh<double>&, double, int);
template void potential(SlabMesh<float>&, float, float, int);
template void potential(SlabMesh<double>&, double, double, int);
template void copy_guards(SlabMesh<float>&);
template void copy_guards(SlabMesh<double>&);
template void force(SlabMesh<float>&, int, int);
template void force(SlabMesh<double>&, int, int);
template float value_at(const SlabMesh<float>&, const std::vector<float>&, int, const Stars<float>&,
                        std::ptrdiff_t);
template double value_at(const SlabMesh<double>&, const std::vector<double>&, int,
                         const Stars<double>&, std::ptrdiff_t);
template void update_vel(Stars<float>&, const SlabMesh<float>&, int, float, int);
template void update_vel(Stars<double>&, const SlabMesh<double>&, int, double, int);

}  // namespace tycho::reference::particle_mesh
