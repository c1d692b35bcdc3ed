// A stable counting sort by cell: particles to slabs of the mesh, then by cell in each slab.
#include "core/parallel_for.hpp"
#include "reference/particle_mesh/passes.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void Reorder<Real>::start(std::size_t particles) {
  loaded_as_.resize(particles);
  for (std::size_t p = 0; p < particles; ++p) loaded_as_[p] = static_cast<std::uint32_t>(p);
}

template <typename Real>
template <typename Value>
void Reorder<Real>::take(std::vector<Value>& values, std::vector<Value>& scratch) const {
  scratch.resize(values.size());
  parallel_for(values.size(), threads_, [&](std::size_t p) { scratch[p] = values[from_[p]]; });
  values.swap(scratch);
}

template <typename Real>
void Reorder<Real>::sort(Stars<Real>& s) {
  parallel_for(s.size(), threads_, [&](std::size_t p) {
    s.cell[p] = flat_cell(cell_of(s.position[0][p], n_), cell_of(s.position[1][p], n_),
                          cell_of(s.position[2][p], n_), n_);
  });
  buckets_.fill(s, slabs_, n_);
  from_.resize(loaded_as_.size());
  next_.resize(static_cast<std::size_t>(slabs_.count()));
  parallel_for(slabs_.count(), threads_, [&](std::ptrdiff_t slab) {
    std::uint32_t at = 0;
    for (int before = 0; before < slab; ++before)
      at += static_cast<std::uint32_t>(buckets_.size(before));
    const int first = flat_cell(0, 0, slabs_.first(static_cast<int>(slab)), n_);
    const int last = flat_cell(0, 0, slabs_.first(static_cast<int>(slab) + 1), n_);
    std::vector<std::uint32_t>& next = next_[slab];
    next.assign(static_cast<std::size_t>(last - first), 0);
    buckets_.for_each(static_cast<int>(slab), [&](std::uint32_t p) { ++next[s.cell[p] - first]; });
    for (std::uint32_t& slot : next) {
      const std::uint32_t count = slot;
      slot = at;
      at += count;
    }
    buckets_.for_each(static_cast<int>(slab),
                      [&](std::uint32_t p) { from_[next[s.cell[p] - first]++] = p; });
  });
  for (auto* vectors : {&s.position, &s.velocity})
    for (std::vector<Real>& values : *vectors) take(values, scratch_);
  take(loaded_as_, moved_);
}

template class Reorder<float>;
template class Reorder<double>;

}  // namespace tycho::reference::particle_mesh
