// Every body of a group with every entry of the group's list: the direct-force kernel of
// belleman2007, which evaluated the lists of its treecode (section 4.3). `normal` gives jerk and
// nearest neighbour as well, as the library did; `optimized` leaves them out.
//
// All warps of a thread block hold the same bodies, kBodies in each lane, and share out the list,
// 32 entries at a time, each through a tile of its own. Their sums are joined in double in a fixed
// order.
#include "gpu/barnes_hut/walk_groups.hpp"

#include "gpu/support/launch.hpp"
#include "gpu/support/vector4.hpp"
#include "gpu/support/warp.hpp"
#include "gpu/tree/walk_terms.cuh"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::tree;
using gpu::tree::kFarAway;

constexpr int kWarps = 8, kThreads = kWarp * kWarps;
constexpr int kBodies = kGroupTargets / kWarp;

/// What a warp knows of one body.
template <typename Real>
struct Part {
  Vec3<Real> acc;
  Real pot{};
};
template <typename Real>
struct NormalPart : Part<Real> {
  Vec3<Real> jerk;
  Real nearest_sq = Real(3e38);
  std::int32_t neighbour = -1;
};
template <typename Real, bool kNormal>
using PartOf = std::conditional_t<kNormal, NormalPart<Real>, Part<Real>>;

template <typename Real>
struct Tile {
  Vector4<Real> source[kWarp];
  Vec3<Real> velocity[kWarp];
};

template <typename Real, bool kNormal>
union Shared {
  Tile<Real> tile[kWarps];
  PartOf<Real, kNormal> part[kWarps][kGroupTargets];
};

/// Two bodies at one position pull at nothing; without softening their potential is left out.
template <bool kNormal, bool kSoftened, typename Real>
__device__ void add(const Vec3<Real>& here, const Vec3<Real>& velocity, const Vector4<Real>& there,
                    const Vec3<Real>& its_velocity, std::int32_t entry, Real eps_sq,
                    PartOf<Real, kNormal>& sum) {
  const Vec3<Real> r{there.x - here.x, there.y - here.y, there.z - here.z};
  const Real r_sq = fma(r.z, r.z, fma(r.y, r.y, r.x * r.x));
  const Real d_sq = r_sq + eps_sq;
  const Real y = kSoftened || d_sq > 0 ? inverse_root(d_sq) : Real(0);
  const Real my = there.w * y, y_sq = y * y, factor = my * y_sq;
  sum.pot -= my;
  sum.acc.x = fma(factor, r.x, sum.acc.x);
  sum.acc.y = fma(factor, r.y, sum.acc.y);
  sum.acc.z = fma(factor, r.z, sum.acc.z);
  if constexpr (kNormal) {
    const Vec3<Real> v = its_velocity - velocity;
    const Real along = Real(-3) * fma(r.z, v.z, fma(r.y, v.y, r.x * v.x)) * y_sq;
    sum.jerk.x = fma(factor, fma(along, r.x, v.x), sum.jerk.x);
    sum.jerk.y = fma(factor, fma(along, r.y, v.y), sum.jerk.y);
    sum.jerk.z = fma(factor, fma(along, r.z, v.z), sum.jerk.z);
    if (r_sq > 0 && r_sq < sum.nearest_sq) {
      sum.nearest_sq = r_sq;
      sum.neighbour = entry;
    }
  }
}

template <typename Real, bool kNormal, bool kSoftened>
__global__ void __launch_bounds__(kThreads) groups_kernel(const GroupJob<Real> job) {
  __shared__ __align__(16) unsigned char raw[sizeof(Shared<Real, kNormal>)];
  auto& shared = *reinterpret_cast<Shared<Real, kNormal>*>(raw);
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const Chunk chunk = job.chunks[blockIdx.x];

  Vec3<Real> here[kBodies], velocity[kBodies];
  PartOf<Real, kNormal> sum[kBodies];
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const int t = chunk.first + min(b * kWarp + lane, chunk.count - 1);
    here[b] = job.targets[t].at;
    if constexpr (kNormal) velocity[b] = job.target_velocity[t];
  }

  const auto* const sources = reinterpret_cast<const Vector4<Real>*>(job.sources) + chunk.list;
  const auto fetch = [&](std::int64_t s) {
    return s < chunk.length ? sources[s] : Vector4<Real>{Real(kFarAway), 0, 0, 0};
  };
  Tile<Real>& tile = shared.tile[warp];
  Vector4<Real> next = fetch(warp * kWarp + lane);
  for (std::int64_t first = warp * kWarp; first < chunk.length; first += kThreads) {
    __syncwarp();
    tile.source[lane] = next;
    if constexpr (kNormal) {
      const std::int64_t s = first + lane;
      tile.velocity[lane] = s < chunk.length ? job.source_velocity[chunk.list + s] : Vec3<Real>{};
    }
    __syncwarp();
    next = fetch(first + kThreads + lane);
#pragma unroll 8
    for (int k = 0; k < kWarp; ++k) {
      const Vector4<Real> there = tile.source[k];
      const Vec3<Real> its_velocity = kNormal ? tile.velocity[k] : Vec3<Real>{};
#pragma unroll
      for (int b = 0; b < kBodies; ++b)
        add<kNormal, kSoftened>(here[b], velocity[b], there, its_velocity,
                                static_cast<std::int32_t>(first) + k, job.softening_squared,
                                sum[b]);
    }
  }

  __syncthreads();  // the parts overlay the tiles
#pragma unroll
  for (int b = 0; b < kBodies; ++b) shared.part[warp][b * kWarp + lane] = sum[b];
  __syncthreads();
  const int t = threadIdx.x;
  if (t >= chunk.count) return;
  Vec3<double> acc, jerk;
  double pot = 0;
  Real nearest_sq = Real(3e38);
  std::int32_t neighbour = -1;
  for (int w = 0; w < kWarps; ++w) {
    const PartOf<Real, kNormal>& part = shared.part[w][t];
    acc += Vec3<double>{part.acc.x, part.acc.y, part.acc.z};
    pot += part.pot;
    if constexpr (kNormal) {
      jerk += Vec3<double>{part.jerk.x, part.jerk.y, part.jerk.z};
      if (part.nearest_sq < nearest_sq) {
        nearest_sq = part.nearest_sq;
        neighbour = part.neighbour;
      }
    }
  }
  job.pulls[chunk.first + t] = {{Real(acc.x), Real(acc.y), Real(acc.z)}, Real(pot)};
  if constexpr (kNormal)
    job.extras[chunk.first + t] = {
        {Real(jerk.x), Real(jerk.y), Real(jerk.z)}, nearest_sq, neighbour};
}

}  // namespace

template <typename Real>
void walk_groups(const GroupJob<Real>& job, const Stream& stream) {
  static_assert(sizeof(Source<Real>) == sizeof(Vector4<Real>) && kGroupTargets <= kThreads);
  const Grid grid{dim3(job.chunk_count), dim3(kThreads)};
  const bool softened = job.softening_squared > 0;
  if (job.extras)
    launch(softened ? groups_kernel<Real, true, true> : groups_kernel<Real, true, false>, grid,
           stream, job);
  else
    launch(softened ? groups_kernel<Real, false, true> : groups_kernel<Real, false, false>, grid,
           stream, job);
}

template void walk_groups(const GroupJob<float>&, const Stream&);
template void walk_groups(const GroupJob<double>&, const Stream&);

}  // namespace tycho::gpu::barnes_hut
