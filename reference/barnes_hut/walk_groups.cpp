// Every body from its group's list, by direct summation over point masses.
#include <algorithm>

#include "core/parallel_for.hpp"
#include "reference/barnes_hut/walk.hpp"

namespace tycho::reference::barnes_hut {

namespace {

using namespace tycho::tree;

template <typename Real>
Source<Real> about(const Vec3<double>& origin, const Source<double>& source) {
  const Vec3<double> at = source.at - origin;
  return {{static_cast<Real>(at.x), static_cast<Real>(at.y), static_cast<Real>(at.z)},
          static_cast<Real>(source.mass)};
}

}  // namespace

template <typename Real>
Walked walk_groups(const Tree<double>& tree, const Groups& groups, double softening, int threads,
                   HostBodies& b) {
  // Single precision is about the root's centre, double as it is.
  const Vec3<double> origin = sizeof(Real) == 8 ? Vec3<double>{} : centre(tree.root);
  std::vector<Source<Real>> sources(groups.sources.size());
  parallel_for(sources.size(), threads,
               [&](std::ptrdiff_t s) { sources[s] = about<Real>(origin, groups.sources[s]); });
  const Real eps_sq = static_cast<Real>(softening * softening);
  // The list holds the body itself, which pulls at nothing but adds its own potential.
  const double own = softening > 0 ? 1 / softening : 0;
  parallel_for_uneven(b.size(), threads, 64, [&](std::ptrdiff_t slot) {
    const auto after = std::upper_bound(groups.first.begin(), groups.first.end(), slot);
    const std::size_t g = after - groups.first.begin() - 1;
    const Vec3<Real> at = about<Real>(origin, tree.bodies[slot]).at;
    Pull<Real> sum;
    for (std::int64_t s = groups.start[g]; s < groups.start[g + 1]; ++s) {
      const Vec3<Real> r = sources[s].at - at;
      sum += monopole_pull(r, sources[s].mass, plummer_kernel(dot(r, r), eps_sq));
    }
    const std::int32_t i = tree.order[slot];
    b.acc[i] = {sum.acc.x, sum.acc.y, sum.acc.z};
    b.pot[i] = sum.pot + own * tree.bodies[slot].mass;
  });
  return walked_by(groups);
}

template Walked walk_groups<float>(const Tree<double>&, const Groups&, double, int, HostBodies&);
template Walked walk_groups<double>(const Tree<double>&, const Groups&, double, int, HostBodies&);

}  // namespace tycho::reference::barnes_hut
