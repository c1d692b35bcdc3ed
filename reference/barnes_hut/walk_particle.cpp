// A walk for every body, from the root down: a cell far enough away is taken as a whole, any other
// is looked into. The recursion is written out as a loop along the cells' links. Its twin, to the
// bit: gpu/barnes_hut/walk_particle.cu.
#include <cmath>

#include "core/tree/walk_terms.hpp"
#include "reference/barnes_hut/walk.hpp"
#include "reference/particle_walk/walk_each.hpp"

namespace tycho::reference::barnes_hut {

namespace {

using namespace tycho::tree;
using particle_walk::Interactions;

/// What the tree does to one body, which stands in `slot` of its order.
template <typename Rule, typename Real = typename Rule::Real>
Pull<Real> walk_one(const TreeView<Real>& tree, const Rule& rule, const Target<Real>& body,
                    std::int32_t slot, Interactions& count) {
  Pull<Real> sum;
  for (std::int32_t c = 0; c < tree.size;) {
    const Cell<Real>& cell = tree.cells[c];
    const Vec3<Real> r = cell.com - body.at;
    const Real r_sq = dot(r, r);
    if (!rule.opens(tree, c, cell, body, r_sq)) {
      sum += rule.of_cell(tree, c, cell, body, r, r_sq);
      ++count.with_cells;
      c = cell.next;
    } else if (is_leaf(cell, c)) {
      for (std::int32_t j = cell.first; j < cell.first + cell.count; ++j)
        if (j != slot) sum += rule.of_body(tree, j, body);
      count.with_bodies += cell.count;
      count.missing += cell.count == 0;
      c = cell.next;
    } else {
      ++c;
    }
  }
  --count.with_bodies;  // itself, once
  return sum;
}

template <typename Rule, typename Real = typename Rule::Real>
Walked walk_all(const Tree<Real>& tree, const Rule& rule, const WalkRule& given,
                std::span<const std::int32_t> slots, int threads, HostBodies& b) {
  const TreeView<Real> view{tree.cells.data(),
                            tree.boxes.data(),
                            tree.quadrupoles.data(),
                            tree.bodies.data(),
                            tree.softenings.empty() ? nullptr : tree.softenings.data(),
                            tree.size()};
  return particle_walk::walk_each(slots, threads, [&](std::int32_t slot, Interactions& count) {
    const std::int32_t i = tree.order[slot];
    Target<Real> body{tree.bodies[slot].at, static_cast<Real>(given.radius), 0};
    if (view.softenings) body.softening = view.softenings[slot];
    if (Rule::kRelative)
      body.accuracy = static_cast<Real>(given.alpha * std::sqrt(dot(b.acc[i], b.acc[i])));
    const Pull<Real> pull = walk_one(view, rule, body, slot, count);
    b.acc[i] = {pull.acc.x, pull.acc.y, pull.acc.z};
    b.pot[i] = pull.pot;
    if (!b.work.empty()) b.work[i] = count.all();
  });
}

}  // namespace

template <typename Real>
Walked walk(const Tree<Real>& tree, const WalkRule& given, std::span<const std::int32_t> slots,
            int threads, HostBodies& bodies) {
  const Real eps_sq = static_cast<Real>(given.softening * given.softening);
  const auto by = [&](auto rule) { return walk_all(tree, rule, given, slots, threads, bodies); };
  const auto with_softening = [&]<bool kRelative, bool kQuadrupole>() {
    if (given.spline) return by(Rule<Real, kRelative, kQuadrupole, true>{});
    return by(Rule<Real, kRelative, kQuadrupole, false>{eps_sq});
  };
  const auto with_moments = [&]<bool kRelative>() {
    if (given.quadrupole) return with_softening.template operator()<kRelative, true>();
    return with_softening.template operator()<kRelative, false>();
  };
  if (given.relative) return with_moments.template operator()<true>();
  return with_moments.template operator()<false>();
}

template Walked walk(const Tree<float>&, const WalkRule&, std::span<const std::int32_t>, int,
                     HostBodies&);
template Walked walk(const Tree<double>&, const WalkRule&, std::span<const std::int32_t>, int,
                     HostBodies&);

}  // namespace tycho::reference::barnes_hut
