// Atomic additions in device memory: spread evenly over many addresses in random order, and all to
// one address.
#include <algorithm>

#include "gpu/probe/kinds.hpp"
#include "gpu/probe/sample.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::probe {

namespace {

constexpr int kThreads = 256;

// Odd multiples visit each of a power of two of addresses once. One address: mask 0. The mask is no
// constant, so that the compiler does not add a warp's values up first.
template <typename T>
__global__ void add_kernel(T* sums, std::uint32_t mask) {
  const std::uint32_t i = blockIdx.x * kThreads + threadIdx.x;
  atomicAdd(sums + (i * 2654435761U & mask), T(1));
}

template <typename T>
Probed measure(const ProbeOptions& options, const std::string& id, const std::string& label,
               std::uint32_t places, std::uint32_t additions) {
  Stream stream;
  Buffer<T> sums(places, stream);
  const auto enqueue = [&] {
    launch(add_kernel<T>, {additions / kThreads, kThreads}, stream, sums.data(), places - 1);
  };
  Probed rate{id, label,
              std::to_string(additions) + " additions to " + std::to_string(places) +
                  (places == 1 ? " place" : " places"),
              "G/s"};
  rate.work = additions;
  rate.seconds = sample(stream, options, enqueue);
  sums.zero(stream);
  enqueue();
  rate.checked = "every place's sum, exactly";
  for (const T sum : sums.download(stream))
    rate.error += sum == static_cast<T>(additions / places) ? 0 : 1;
  return rate;
}

}  // namespace

std::vector<Probed> atomics(const ProbeOptions& options) {
  const std::uint32_t places = options.small ? 1U << 12 : 1U << 21;  // 128^3 cells
  const std::uint32_t many = options.small ? 1U << 14 : 1U << 24,
                      few = options.small ? 1U << 12 : 1U << 20;
  return {
      measure<float>(options, "atomic_uniform_fp32", "atomicAdd, fp32, random places", places,
                     many),
      measure<unsigned>(options, "atomic_uniform_u32", "atomicAdd, 32-bit, random places", places,
                        many),
      measure<float>(options, "atomic_contended_fp32", "atomicAdd, fp32, one place", 1, few),
      measure<unsigned>(options, "atomic_contended_u32", "atomicAdd, 32-bit, one place", 1, few)};
}

}  // namespace tycho::gpu::probe
