// Red-black sweeps on a small periodic mesh by one block, its cells in registers: a thread owns two
// neighbouring columns along z, so that of a cell's six neighbours three are its own and three come
// through shared memory. For .cu files.
#pragma once

#include "core/formulas/discrete_laplacian.hpp"

namespace tycho::gpu::particle_mesh {

/// The first N^2 / 2 threads of the block; N is 16, 8, 4 or 2. `seen` has room for N^3 values. The
/// caller puts barriers before and after.
template <int N, typename Real>
__device__ void relax_columns(Real* u, const Real* rhs, Real* seen, int sweeps, Real omega) {
  constexpr int kColumns = N * N / 2, kPairs = N / 2;
  const int self = threadIdx.x;
  if (self >= kColumns) return;
  const auto barrier = [] {
    if constexpr (kColumns > 32)
      asm volatile("bar.sync 1, %0;" ::"n"(kColumns) : "memory");
    else
      __syncwarp(0xffffffffu >> (32 - kColumns));
  };
  const int pair = self % kPairs, line = self / kPairs;
  const bool odd = line & 1;
  // Member 0 of a pair is the cell whose x has the parity of its y: its colour is that of z.
  const int left = line * kPairs + (pair + kPairs - 1) % kPairs;
  const int right = line * kPairs + (pair + 1) % kPairs;
  const int beside[2] = {odd ? right : left, odd ? left : right};
  const int before = (line + N - 1) % N * kPairs + pair, after = (line + 1) % N * kPairs + pair;
  const int place = line * N + 2 * pair, first = odd ? place + 1 : place,
            second = 2 * place + 1 - first;

  Real v[N][2], f[N][2];
#pragma unroll
  for (int z = 0; z < N; ++z) {
    v[z][0] = u[z * N * N + first];
    v[z][1] = u[z * N * N + second];
    f[z][0] = rhs[z * N * N + first];
    f[z][1] = rhs[z * N * N + second];
    seen[(N + z) * kColumns + self] = v[z][1 - z % 2];  // black
  }
  barrier();
  for (int s = 0; s < sweeps; ++s)
#pragma unroll
    for (int colour = 0; colour < 2; ++colour) {
#pragma unroll
      for (int z = 0; z < N; ++z) {
        const int member = (z + colour) % 2;
        const Real* const others = seen + ((1 - colour) * N + z) * kColumns;
        const Real neighbours = (others[beside[member]] + v[z][1 - member]) +
                                (others[before] + others[after]) +
                                (v[(z + N - 1) % N][member] + v[(z + 1) % N][member]);
        v[z][member] = relaxed(neighbours, Real(1) / Real(6), v[z][member], f[z][member], omega);
        seen[(colour * N + z) * kColumns + self] = v[z][member];
      }
      barrier();
    }
#pragma unroll
  for (int z = 0; z < N; ++z) {
    u[z * N * N + first] = v[z][0];
    u[z * N * N + second] = v[z][1];
  }
}

}  // namespace tycho::gpu::particle_mesh
