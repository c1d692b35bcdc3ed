// A walk for every body, one a thread, over the whole tree: cudagadget2013, section 4.1, with the
// short-range force.
//
// Compiled without contraction (gpu/CMakeLists.txt), with IEEE division and square root: with the
// table the sums are those of reference/tree_pm/walk_particle.cpp to the bit.
#include "gpu/tree_pm/walk_particle.hpp"

#include "core/formulas/compact_split.hpp"
#include "core/tree/short_range_terms.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/tree/particle_kernel.cuh"

namespace tycho::gpu::tree_pm {

namespace {

using namespace tycho::tree;
using gpu::tree::Interactions;
using gpu::tree::loaded;
using gpu::tree::ParticleJob;
using gpu::tree::ParticleShape;

template <typename Rule, typename Real = typename Rule::Real>
__device__ Pull<Real> walk_one(const TreeView<Real>& tree, const Rule& rule, const Vec3<Real>& at,
                               Real accuracy, std::int32_t slot, Interactions& met) {
  Pull<Real> sum;
  for (std::int32_t c = 0; c < tree.size;) {
    const Cell<Real> cell = loaded(tree.cells + c);
    const CellBox<Real> box = loaded(tree.boxes + c);
    const Vec3<Real> from_centre = rule.separation(box.centre, at);
    if (rule.skips(from_centre, box.side)) {
      c = cell.next;
      continue;
    }
    const Vec3<Real> r = rule.separation(cell.com, at);
    const Real r_sq = dot(r, r);
    if (!rule.opens(cell, from_centre, box.side, accuracy, r_sq)) {
      sum += rule.pull(r, r_sq, cell.mass);
      ++met.with_cells;
      c = cell.next;
    } else if (is_leaf(cell, c)) {
      for (std::int32_t j = cell.first; j < cell.first + cell.count; ++j) {
        if (j == slot) continue;
        const Source<Real> source = loaded(tree.bodies + j);
        const Vec3<Real> to_body = rule.separation(source.at, at);
        sum += rule.pull(to_body, dot(to_body, to_body), source.mass);
        ++met.with_bodies;
      }
      met.missing += cell.count == 0;
      c = cell.next;
    } else {
      ++c;
    }
  }
  return sum;
}

template <typename Rule, typename Real = typename Rule::Real>
__global__ void walk_kernel(const ParticleJob<Real> job, const Rule rule) {
  Interactions met;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < job.count; k += gridDim.x * blockDim.x) {
    const std::int32_t slot = job.slots[k];
    const unsigned long long before = met.all();
    job.pulls[k] = walk_one(job.tree, rule, job.tree.bodies[slot].at,
                            Rule::kRelative ? job.accuracy[k] : Real(0), slot, met);
    if (job.work) job.work[k] = static_cast<std::int32_t>(met.all() - before);
  }
  __syncwarp();
  gpu::tree::add_up(met, job.counted);
}

}  // namespace

template <typename Real>
void walk_particle(const ParticleJob<Real>& job, const tycho::tree_pm::WalkRule& given,
                   const ShortRange<Real>* table, ParticleShape shape, const Stream& stream) {
  const tycho::tree_pm::Split& split = given.split;
  const double per_width = 1 / (2 * split.r_s);
  const auto by = [&]<bool kRelative>(auto factor) {
    using Rule = ShortRangeRule<Real, kRelative, decltype(factor)>;
    const Rule rule{static_cast<Real>(split.box), static_cast<Real>(split.cut * split.cut),
                    static_cast<Real>(kSplineRadius * split.softening), factor};
    launch(walk_kernel<Rule, Real>, {dim3(shape.blocks), dim3(shape.threads_per_block)}, stream,
           job, rule);
  };
  const auto with_factor = [&](auto factor) {
    if (given.relative)
      by.template operator()<true>(factor);
    else
      by.template operator()<false>(factor);
  };
  if (split.compact())
    with_factor(CompactSplit<Real>{static_cast<Real>(1 / split.cut)});
  else if (given.table)
    with_factor(
        TableSplit<Real>{table, static_cast<Real>(kSplitTable / kSplitTableEnd * per_width)});
  else
    with_factor(ErfcSplit<Real>{static_cast<Real>(per_width)});
}

template void walk_particle(const ParticleJob<float>&, const tycho::tree_pm::WalkRule&,
                            const ShortRange<float>*, ParticleShape, const Stream&);
template void walk_particle(const ParticleJob<double>&, const tycho::tree_pm::WalkRule&,
                            const ShortRange<double>*, ParticleShape, const Stream&);

}  // namespace tycho::gpu::tree_pm
