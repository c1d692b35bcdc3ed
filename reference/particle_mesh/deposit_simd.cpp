// From positions to the density in one pass: i <- x_p / dx, H_i <- H_i + 1, rho = factor H
// (aubert2009, III.B), each slab of the mesh by one thread.
#include "reference/particle_mesh/passes.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void find_cells(const Stars<Real>& s, int n, Block& block) {
  const Real* const x = &s.position[0][block.first];
  const Real* const y = &s.position[1][block.first];
  const Real* const z = &s.position[2][block.first];
  const int count = block.count;
  int lowest = n, highest = 0;
#pragma omp simd reduction(min : lowest) reduction(max : highest)
  for (int i = 0; i < count; ++i) {
    const int k = cell_of(z[i], n);
    block.plane[i] = k;
    // A mesh has 1024^3 cells at most.
    block.cell[i] = cell_of(x[i], n) + n * (cell_of(y[i], n) + n * k);
    lowest = std::min(lowest, k);
    highest = std::max(highest, k);
  }
  block.lowest = lowest;
  block.highest = highest;
}

template <typename Real>
Deposit<Real>::Deposit(int n, Cloud cloud, int threads)
    : cloud_(cloud), threads_(threads), slabs_(n, threads), buckets_(slabs_, threads) {
  if (cloud == Cloud::kNgp) return;
  const std::vector<Real> plane(std::size_t(n) * n);
  below_.assign(static_cast<std::size_t>(slabs_.count()), plane);
  above_ = below_;
}

template <typename Real>
void Deposit<Real>::to_density(const Stars<Real>& s, Mesh<Real>& mesh, Real factor) {
  if (cloud_ == Cloud::kNgp) return count(s, mesh, factor);
  if (cloud_ == Cloud::kCic) return add_clouds<Cloud::kCic>(s, mesh, factor);
  add_clouds<Cloud::kTsc>(s, mesh, factor);
}

template <typename Real>
void Deposit<Real>::count(const Stars<Real>& s, Mesh<Real>& mesh, Real factor) {
  const int n = mesh.n;
  std::uint32_t* const counts = mesh.counts.data();
  const std::ptrdiff_t plane = std::ptrdiff_t(n) * n;
  // A thread adds a block that lies in its own slab at once. Of particles in order these are most;
  // the others go through the buckets.
  parallel_for(threads_, threads_, [&](std::ptrdiff_t index) {
    const int thread = static_cast<int>(index);
    std::vector<Bucket>& own = buckets_.of_thread(thread);
    if (thread < slabs_.count())
      std::fill(counts + slabs_.first(thread) * plane, counts + slabs_.first(thread + 1) * plane,
                0u);
    for_each_block(s, n, Share{thread, threads_}, [&](const Block& block) {
      const int slab = slabs_.of_plane(block.lowest);
      if (slab == slabs_.of_plane(block.highest)) {
        if (slab != thread) return own[slab].add(block.cell, block.count);
        for (int i = 0; i < block.count; ++i) ++counts[block.cell[i]];
        return;
      }
      for (int i = 0; i < block.count; ++i)
        own[slabs_.of_plane(block.plane[i])].add(static_cast<std::uint32_t>(block.cell[i]));
    });
  });
  parallel_for(slabs_.count(), threads_, [&](std::ptrdiff_t index) {
    const int slab = static_cast<int>(index);
    buckets_.for_each(slab, [&](std::uint32_t cell) { ++counts[cell]; });
    for (std::ptrdiff_t c = slabs_.first(slab) * plane; c < slabs_.first(slab + 1) * plane; ++c)
      mesh.density[c] = factor * static_cast<Real>(counts[c]);
  });
}

template <typename Real>
template <Cloud kCloud>
void Deposit<Real>::add_clouds(const Stars<Real>& s, Mesh<Real>& mesh, Real factor) {
  const int n = mesh.n;
  const std::ptrdiff_t plane = std::ptrdiff_t(n) * n;
  buckets_.fill(s, slabs_, n);
  parallel_for(slabs_.count(), threads_, [&](std::ptrdiff_t slab) {
    const int first = slabs_.first(static_cast<int>(slab));
    const int last = slabs_.first(static_cast<int>(slab) + 1);
    std::fill(&mesh.clouds[first * plane], mesh.clouds.data() + last * plane, Real(0));
    std::fill(below_[slab].begin(), below_[slab].end(), Real(0));
    std::fill(above_[slab].begin(), above_[slab].end(), Real(0));
    buckets_.for_each(static_cast<int>(slab), [&](std::uint32_t p) {
      const auto wx = axis_weights<kCloud>(s.position[0][p], n);
      const auto wy = axis_weights<kCloud>(s.position[1][p], n);
      const auto wz = axis_weights<kCloud>(s.position[2][p], n);
      for (int c = 0; c < points(kCloud); ++c) {
        const int k = wz.first + c;
        Real* const to = k < first   ? below_[slab].data()
                         : k >= last ? above_[slab].data()
                                     : &mesh.clouds[k * plane];
        for (int b = 0; b < points(kCloud); ++b) {
          Real* const row = to + std::ptrdiff_t(n) * wrap_cell(wy.first + b, n);
          const Real weight = wy.weight[b] * wz.weight[c];
          for (int a = 0; a < points(kCloud); ++a)
            row[wrap_cell(wx.first + a, n)] += wx.weight[a] * weight;
        }
      }
    });
  });
  // The clouds of the slabs around, which may be the slab itself.
  parallel_for(slabs_.count(), threads_, [&](std::ptrdiff_t index) {
    const int slab = static_cast<int>(index), slabs = slabs_.count();
    const int first = slabs_.first(slab), last = slabs_.first(slab + 1);
    const auto add = [&](int k, const std::vector<Real>& from) {
      Real* const to = &mesh.clouds[k * plane];
      for (std::ptrdiff_t c = 0; c < plane; ++c) to[c] += from[c];
    };
    add(first, above_[cell_before(slab, slabs)]);
    add(last - 1, below_[cell_after(slab, slabs)]);
    for (std::ptrdiff_t c = first * plane; c < last * plane; ++c)
      mesh.density[c] = factor * mesh.clouds[c];
  });
}

template void find_cells(const Stars<float>&, int, Block&);
template void find_cells(const Stars<double>&, int, Block&);
template class Deposit<float>;
template class Deposit<double>;

}  // namespace tycho::reference::particle_mesh
