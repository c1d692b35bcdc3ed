// a_i = sum_j m_j r_ij / (r_ij^2 + eps^2)^(3/2), as fast as the GPU issues it.
//
// A thread block holds kTargets bodies in registers, kBodies in each lane, and all its warps hold
// the same ones: the warps share out the j bodies, 32 at a time, each through a tile of shared
// memory of its own, so that nothing waits for the thread block until the sums are combined at the
// end. With few bodies, kSplit lanes share one body as well, and every multiprocessor still gets a
// thread block (bertinelli2025, section 2.3, which the paper left undone).
//
// A tile's 32 terms are summed alone before they join the running sum, and the warps' sums are
// combined in double in a fixed order: rounding grows as N / (32 warps) and results repeat bit by
// bit.
#include "core/formulas/pair_force.hpp"
#include "gpu/all_pairs/bodies.hpp"
#include "gpu/all_pairs/pair_terms.cuh"
#include "gpu/support/launch.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::all_pairs {

namespace {

template <typename Real>
__device__ void accumulate(const Vec3<Real>& here, const Vector4<Real>& there, Real eps_sq,
                           Vec3<Real>& sum) {
  const Vec3<Real> r{there.x - here.x, there.y - here.y, there.z - here.z};
  const Real distance_sq = fma(r.z, r.z, fma(r.y, r.y, fma(r.x, r.x, eps_sq)));
  const Real factor = pair_factor_best(distance_sq, there.w);
  sum.x = fma(factor, r.x, sum.x);
  sum.y = fma(factor, r.y, sum.y);
  sum.z = fma(factor, r.z, sum.z);
}

// How a thread block is laid out: bodies a lane, lanes a body, warps, and how far the loop over a
// tile is unrolled.
template <int bodies, int split, int warps, int unroll>
struct Shape {
  static constexpr int kBodies = bodies, kSplit = split, kWarps = warps, kUnroll = unroll;
  static constexpr int kThreads = kWarp * kWarps;
  static constexpr int kOwners = kWarp / kSplit;      // lanes with bodies of their own
  static constexpr int kTargets = kOwners * kBodies;  // bodies of a thread block
};

template <typename Real, typename S>
union Shared {
  Vector4<Real> tile[S::kWarps][kWarp];
  Vec3<Real> partial[S::kWarps * S::kSplit][S::kTargets];
};

template <typename Real, typename S>
__global__ void __launch_bounds__(S::kThreads)
    best(const Vector4<Real>* __restrict__ position, Vector4<Real>* acceleration, int first,
         int last, int n, Real eps_sq, Real mass_unit) {
  constexpr int kBodies = S::kBodies, kSplit = S::kSplit, kUnroll = S::kUnroll;
  __shared__ __align__(16) unsigned char raw[sizeof(Shared<Real, S>)];
  auto& shared = *reinterpret_cast<Shared<Real, S>*>(raw);
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int owner = lane % S::kOwners, part = lane / S::kOwners;
  const int first_target = first + blockIdx.x * S::kTargets;

  Vec3<Real> here[kBodies], sum[kBodies];
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const Vector4<Real> body = position[min(first_target + b * S::kOwners + owner, n - 1)];
    here[b] = {body.x, body.y, body.z};
  }

  // The next tile is on its way from memory while this one is summed. Beyond the last body stands
  // one of no mass.
  const auto fetch = [&](int j) { return j < n ? position[j] : Vector4<Real>{}; };
  Vector4<Real> next = fetch(warp * kWarp + lane);
  for (int tile = warp * kWarp; tile < n; tile += S::kThreads) {
    __syncwarp();
    shared.tile[warp][lane] = next;
    __syncwarp();
    next = fetch(tile + S::kThreads + lane);
    Vec3<Real> tile_sum[kBodies];
#pragma unroll kUnroll
    for (int k = 0; k < kWarp / kSplit; ++k) {
      const Vector4<Real> there = shared.tile[warp][k * kSplit + part];
#pragma unroll
      for (int b = 0; b < kBodies; ++b) accumulate(here[b], there, eps_sq, tile_sum[b]);
    }
#pragma unroll
    for (int b = 0; b < kBodies; ++b) sum[b] += tile_sum[b];
  }

  __syncthreads();  // the partial sums overlay the tiles
#pragma unroll
  for (int b = 0; b < kBodies; ++b)
    shared.partial[warp * kSplit + part][b * S::kOwners + owner] = sum[b];
  __syncthreads();
  for (int t = threadIdx.x; t < S::kTargets; t += S::kThreads) {
    Vec3<double> total;
    for (int w = 0; w < S::kWarps * kSplit; ++w) {
      const Vec3<Real> p = shared.partial[w][t];
      total += Vec3<double>{p.x, p.y, p.z};
    }
    if (first_target + t < last)
      acceleration[first_target + t] = {mass_unit * Real(total.x), mass_unit * Real(total.y),
                                        mass_unit * Real(total.z), Real(0)};
  }
}

template <typename S, typename Real>
void run(Bodies<Real>& bodies, Real eps_sq, const Stream& stream) {
  const Grid grid{dim3((bodies.moved() + S::kTargets - 1) / S::kTargets), dim3(S::kThreads)};
  launch(best<Real, S>, grid, stream, bodies.position.data(), bodies.acceleration.data(),
         bodies.first(), bodies.last(), bodies.size(), eps_sq, bodies.mass_unit);
}

// The bodies of a thread block by the number of all: enough thread blocks for every multiprocessor
// first, then as many bodies a lane as the registers hold, so that one load from shared memory
// serves more pairs. The bounds and shapes are the fastest that were tried on an H200 with 132
// multiprocessors.
int by_number(int n, float) {
  return n <= 1536 ? 8 : n <= 3072 ? 16 : n <= 12288 ? 32 : n <= 49152 ? 128 : 256;
}
int by_number(int n, double) {
  return n <= 1536 ? 8 : n <= 3072 ? 16 : n <= 6144 ? 32 : n <= 12288 ? 64 : 128;
}

/// The largest shape of at most `most` bodies a thread block.
void choose(int most, Bodies<float>& bodies, float eps_sq, const Stream& stream) {
  if (most < 16)
    run<Shape<1, 4, 16, 8>>(bodies, eps_sq, stream);
  else if (most < 32)
    run<Shape<1, 2, 16, 8>>(bodies, eps_sq, stream);
  else if (most < 128)
    run<Shape<1, 1, 16, 8>>(bodies, eps_sq, stream);
  else if (most < 256)
    run<Shape<4, 1, 8, 32>>(bodies, eps_sq, stream);
  else
    run<Shape<8, 1, 8, 16>>(bodies, eps_sq, stream);
}

void choose(int most, Bodies<double>& bodies, double eps_sq, const Stream& stream) {
  if (most < 16)
    run<Shape<1, 4, 16, 8>>(bodies, eps_sq, stream);
  else if (most < 32)
    run<Shape<1, 2, 16, 8>>(bodies, eps_sq, stream);
  else if (most < 64)
    run<Shape<2, 2, 16, 8>>(bodies, eps_sq, stream);
  else if (most < 128)
    run<Shape<2, 1, 16, 8>>(bodies, eps_sq, stream);
  else
    run<Shape<4, 1, 8, 4>>(bodies, eps_sq, stream);
}

}  // namespace

template <typename Real>
void force_best(Bodies<Real>& bodies, Real softening, int bodies_per_block, const Stream& stream) {
  if (bodies.moved() == 0) return;
  const int most = bodies_per_block > 0 ? bodies_per_block : by_number(bodies.size(), Real());
  choose(most, bodies, softening_sq(softening), stream);
}

template void force_best(Bodies<float>&, float, int, const Stream&);
template void force_best(Bodies<double>&, double, int, const Stream&);

}  // namespace tycho::gpu::all_pairs
