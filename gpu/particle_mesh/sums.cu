// Sums in double over a fixed grid of blocks, added up in a fixed order: they repeat to the bit.
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/particle_mesh/stencil.cuh"
#include "gpu/support/launch.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kBlocks = 528, kThreads = 256;

__device__ double warp_sum(double value) {
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(kAllLanes, value, offset);
  return value;
}

/// The block's sum, in its first thread.
__device__ double block_sum(double value) {
  __shared__ double warps[kThreads / kWarp];
  value = warp_sum(value);
  __syncthreads();  // the last call's sums have been read
  if (threadIdx.x % kWarp == 0) warps[threadIdx.x / kWarp] = value;
  __syncthreads();
  double sum = 0;
  if (threadIdx.x == 0)
    for (const double part : warps) sum += part;
  return sum;
}

/// Four running sums a thread, so that four loads are under way.
template <typename Real>
__global__ void sum_kernel(const Real* __restrict__ values, std::int64_t count, double* partial) {
  const std::int64_t stride = std::int64_t(kBlocks) * kThreads;
  std::int64_t i = std::int64_t(blockIdx.x) * kThreads + threadIdx.x;
  double sum[4] = {};
  for (; i + 3 * stride < count; i += 4 * stride)
    for (int e = 0; e < 4; ++e) sum[e] += values[i + e * stride];
  for (; i < count; i += stride) sum[0] += values[i];
  const double total = block_sum((sum[0] + sum[1]) + (sum[2] + sum[3]));
  if (threadIdx.x == 0) partial[blockIdx.x] = total;
}

template <typename Real>
__global__ void residual_kernel(const Real* __restrict__ u, const Real* __restrict__ rhs, int n,
                                bool walls, double* partial) {
  double left = 0, given = 0;
  const std::int64_t rows = std::int64_t(n) * n;
  for (std::int64_t row = blockIdx.x; row < rows; row += kBlocks)
    for (int i = threadIdx.x; i < n; i += kThreads) {
      const double r =
          residual_at(u, rhs, i, static_cast<int>(row % n), static_cast<int>(row / n), n, walls);
      const double f = rhs[row * n + i];
      left += r * r;
      given += f * f;
    }
  left = block_sum(left);
  given = block_sum(given);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = left;
    partial[kBlocks + blockIdx.x] = given;
  }
}

/// One block for each of the results.
__global__ void finish_kernel(const double* __restrict__ partial, double* result, double factor) {
  double sum = 0;
  for (int i = threadIdx.x; i < kBlocks; i += kThreads) sum += partial[blockIdx.x * kBlocks + i];
  sum = block_sum(sum);
  if (threadIdx.x == 0) result[blockIdx.x] = factor * sum;
}

}  // namespace

Sums::Sums(Stream& stream) : partial_(2 * kBlocks, stream) {}

template <typename Real>
void Sums::mean(const Real* values, std::int64_t count, Buffer<double>& result,
                const Stream& stream) {
  launch(sum_kernel<Real>, {kBlocks, kThreads}, stream, values, count, partial_.data());
  launch(finish_kernel, {1, kThreads}, stream, partial_.data(), result.data(),
         1.0 / static_cast<double>(count));
}

template <typename Real>
void Sums::residual(const Level<Real>& level, bool walls, Buffer<double>& result,
                    const Stream& stream) {
  launch(residual_kernel<Real>, {kBlocks, kThreads}, stream, level.u.data(), level.rhs.data(),
         level.n, walls, partial_.data());
  launch(finish_kernel, {2, kThreads}, stream, partial_.data(), result.data(), 1.0);
}

template void Sums::mean(const float*, std::int64_t, Buffer<double>&, const Stream&);
template void Sums::mean(const double*, std::int64_t, Buffer<double>&, const Stream&);
template void Sums::residual(const Level<float>&, bool, Buffer<double>&, const Stream&);
template void Sums::residual(const Level<double>&, bool, Buffer<double>&, const Stream&);

}  // namespace tycho::gpu::particle_mesh
