// Every body from its group's list, by direct summation over point masses.
#include <algorithm>

#include "core/parallel_for.hpp"
#include "reference/barnes_hut/bodies.hpp"

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
Interactions walk_groups(const Tree<double>& tree, const Groups& groups, double eps, int threads,
                         HostBodies& b) {
  // Single precision is about the root's centre, double as it is.
  const Vec3<double> origin = sizeof(Real) == 8 ? Vec3<double>{} : centre(tree.root);
  std::vector<Source<Real>> sources(groups.sources.size());
  parallel_for(sources.size(), threads,
               [&](std::ptrdiff_t s) { sources[s] = about<Real>(origin, groups.sources[s]); });
  const Real eps_sq = static_cast<Real>(eps * eps);
  // The list holds the body itself, which pulls at nothing but adds its own potential.
  const double own = eps > 0 ? 1 / eps : 0;
  parallel_for_uneven(b.size(), threads, 64, [&](std::ptrdiff_t place) {
    const auto after = std::upper_bound(groups.first.begin(), groups.first.end(), place);
    const std::size_t g = after - groups.first.begin() - 1;
    const Vec3<Real> at = about<Real>(origin, tree.bodies[place]).at;
    Pull<Real> sum;
    for (std::int64_t s = groups.start[g]; s < groups.start[g + 1]; ++s) {
      const Vec3<Real> r = sources[s].at - at;
      sum += monopole_pull(r, sources[s].mass, plummer_kernel(dot(r, r), eps_sq));
    }
    const std::int32_t i = tree.order[place];
    b.acc[i] = {sum.acc.x, sum.acc.y, sum.acc.z};
    b.pot[i] = sum.pot + own * tree.bodies[place].mass;
  });
  Interactions count;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::int64_t length = groups.start[g + 1] - groups.start[g];
    count.with_cells += groups.cells[g] * groups.count[g];
    count.with_bodies += (length - groups.cells[g] - 1) * groups.count[g];
  }
  return count;
}

template Interactions walk_groups<float>(const Tree<double>&, const Groups&, double, int,
                                         HostBodies&);
template Interactions walk_groups<double>(const Tree<double>&, const Groups&, double, int,
                                          HostBodies&);

}  // namespace tycho::reference::barnes_hut
