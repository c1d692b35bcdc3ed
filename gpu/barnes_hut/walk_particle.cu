// A walk for every body, one a thread, over the whole tree: cudagadget2013, section 4.1.
//
// Compiled without contraction (gpu/CMakeLists.txt), with IEEE division and square root: the sums
// are those of reference/barnes_hut/walk_particle.cpp to the bit.
#include "gpu/barnes_hut/walk_particle.hpp"

#include "gpu/support/launch.hpp"
#include "gpu/tree/particle_kernel.cuh"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::tree;
using gpu::tree::Interactions;
using gpu::tree::loaded;
using gpu::tree::ParticleJob;
using gpu::tree::ParticleShape;

template <typename Rule, typename Real = typename Rule::Real>
__device__ Pull<Real> walk_one(const TreeView<Real>& tree, const Rule& rule,
                               const Target<Real>& body, std::int32_t slot, Interactions& met) {
  Pull<Real> sum;
  for (std::int32_t c = 0; c < tree.size;) {
    const Cell<Real> cell = loaded(tree.cells + c);
    const Vec3<Real> r = cell.com - body.at;
    const Real r_sq = dot(r, r);
    if (!rule.opens(tree, c, cell, body, r_sq)) {
      sum += rule.of_cell(tree, c, cell, body, r, r_sq);
      ++met.with_cells;
      c = cell.next;
    } else if (is_leaf(cell, c)) {
      for (std::int32_t j = cell.first; j < cell.first + cell.count; ++j)
        if (j != slot) sum += rule.of_body(tree, j, body);
      met.with_bodies += cell.count;
      met.missing += cell.count == 0;
      c = cell.next;
    } else {
      ++c;
    }
  }
  --met.with_bodies;  // itself, once
  return sum;
}

template <typename Rule, typename Real = typename Rule::Real>
__global__ void walk_kernel(const ParticleJob<Real> job, const Rule rule, Real radius) {
  Interactions met;
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < job.count; k += gridDim.x * blockDim.x) {
    const std::int32_t slot = job.slots[k];
    Target<Real> body{job.tree.bodies[slot].at, radius, 0};
    if (Rule::kSpline && job.tree.softenings) body.softening = job.tree.softenings[slot];
    if (Rule::kRelative) body.accuracy = job.accuracy[k];
    const unsigned long long before = met.all();
    job.pulls[k] = walk_one(job.tree, rule, body, slot, met);
    if (job.work) job.work[k] = static_cast<std::int32_t>(met.all() - before);
  }
  __syncwarp();
  gpu::tree::add_up(met, job.counted);
}

}  // namespace

template <typename Real>
void walk_particle(const ParticleJob<Real>& job, const tycho::barnes_hut::WalkRule& given,
                   ParticleShape shape, const Stream& stream) {
  const Real eps_sq = static_cast<Real>(given.softening * given.softening);
  const auto by = [&]<typename Rule>(const Rule& rule) {
    launch(walk_kernel<Rule, Real>, {dim3(shape.blocks), dim3(shape.threads_per_block)}, stream,
           job, rule, static_cast<Real>(given.radius));
  };
  const auto with_softening = [&]<bool kRelative, bool kQuadrupole>() {
    if (given.spline)
      by(Rule<Real, kRelative, kQuadrupole, true>{});
    else
      by(Rule<Real, kRelative, kQuadrupole, false>{eps_sq});
  };
  const auto with_moments = [&]<bool kRelative>() {
    if (given.quadrupole)
      with_softening.template operator()<kRelative, true>();
    else
      with_softening.template operator()<kRelative, false>();
  };
  if (given.relative)
    with_moments.template operator()<true>();
  else
    with_moments.template operator()<false>();
}

template void walk_particle(const ParticleJob<float>&, const tycho::barnes_hut::WalkRule&,
                            ParticleShape, const Stream&);
template void walk_particle(const ParticleJob<double>&, const tycho::barnes_hut::WalkRule&,
                            ParticleShape, const Stream&);

}  // namespace tycho::gpu::barnes_hut
