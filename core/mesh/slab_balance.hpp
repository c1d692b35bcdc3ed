// How particles would share out among slabs of planes, the decomposition of parallel FFTs: whether
// it suits a simulation (aubert2009, III.C.1) can be told without ranks.
#pragma once

#include <cstddef>
#include <vector>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/mesh/slabs.hpp"

namespace tycho::mesh {

/// How many slabs the balance is told for: as many as a node has GPUs.
inline constexpr int kBalancedSlabs = 8;

struct SlabBalance {
  double imbalance = 0;  // particles of the fullest slab over the mean
  double leaving = 0;    // the share of particles that a step takes to another slab
};

/// How slabs would share particles in the unit box, on a mesh of `side` planes along z.
template <typename Real>
SlabBalance slab_balance(const std::vector<Real>& z, const std::vector<Real>& velocity, double dt,
                         int side) {
  if (z.empty()) return {};
  const Slabs slabs(side, kBalancedSlabs);
  std::vector<std::size_t> held(kBalancedSlabs);
  std::size_t leaving = 0, fullest = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const auto slab = [&](double at) { return slabs.owner(cell_of(at, side)); };
    const double here = static_cast<double>(z[i]);
    std::size_t& count = held[static_cast<std::size_t>(slab(here))];
    if (++count > fullest) fullest = count;
    leaving += slab(wrap_unit(here + dt * static_cast<double>(velocity[i]))) != slab(here);
  }
  const double all = static_cast<double>(z.size());
  return {kBalancedSlabs * static_cast<double>(fullest) / all, static_cast<double>(leaving) / all};
}

}  // namespace tycho::mesh
