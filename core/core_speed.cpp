#include "core/core_speed.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace tycho {

namespace {

using Time = std::chrono::steady_clock;
constexpr std::chrono::microseconds kEach{2000};

#if defined(__x86_64__) || defined(__aarch64__)
constexpr bool kWritten = true;
#else
constexpr bool kWritten = false;
#endif

constexpr int kRepeats = 20, kInOne = 6, kBlocks = 100;

// Six chains of exclusive ors, each of which needs its own last result alone.
[[maybe_unused]] void independent_block(std::uint64_t (&x)[kInOne]) {
#if defined(__x86_64__)
  asm volatile(
      ".rept 20\n xorq %6, %0\n xorq %6, %1\n xorq %6, %2\n xorq %6, %3\n xorq %6, %4\n"
      " xorq %6, %5\n .endr"
      : "+r"(x[0]), "+r"(x[1]), "+r"(x[2]), "+r"(x[3]), "+r"(x[4]), "+r"(x[5])
      : "r"(std::uint64_t{0x9e3779b97f4a7c15u}));
#elif defined(__aarch64__)
  asm volatile(
      ".rept 20\n eor %0, %0, %6\n eor %1, %1, %6\n eor %2, %2, %6\n eor %3, %3, %6\n"
      " eor %4, %4, %6\n eor %5, %5, %6\n .endr"
      : "+r"(x[0]), "+r"(x[1]), "+r"(x[2]), "+r"(x[3]), "+r"(x[4]), "+r"(x[5])
      : "r"(std::uint64_t{0x9e3779b97f4a7c15u}));
#endif
}

double own_gops() {
  std::uint64_t x[kInOne] = {1, 2, 3, 4, 5, 6};
  double instructions = 0;
  const auto start = Time::now();
  auto now = start;
  for (; now - start < kEach; now = Time::now()) {
    for (int block = 0; block < kBlocks; ++block) independent_block(x);
    instructions += double{kBlocks} * kRepeats * kInOne;
  }
  return instructions / std::chrono::duration<double, std::nano>(now - start).count();
}

/// A round through all lines, in no order that a processor could foresee.
std::vector<std::uint32_t> round_trip() {
  constexpr std::size_t kBytes = 256 << 10, kLine = 64;
  constexpr std::size_t kLines = kBytes / kLine, kStride = kLine / sizeof(std::uint32_t);
  std::vector<std::uint32_t> order(kLines), next(kLines * kStride);
  std::iota(order.begin(), order.end(), 0u);
  std::uint64_t state = 1;
  for (std::size_t i = kLines - 1; i > 0; --i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    std::swap(order[i], order[(state >> 33) % i]);
  }
  for (std::size_t i = 0; i < kLines; ++i)
    next[order[i] * kStride] = order[(i + 1) % kLines] * static_cast<std::uint32_t>(kStride);
  return next;
}

double own_cache_ns() {
  const std::vector<std::uint32_t> next = round_trip();
  constexpr int kLoads = 2048;
  std::uint32_t at = 0;
  for (std::size_t warm = 0; warm < next.size(); ++warm) at = next[at];
  double loads = 0;
  const auto start = Time::now();
  auto now = start;
  for (; now - start < kEach; now = Time::now()) {
    for (int load = 0; load < kLoads; ++load) at = next[at];
    loads += kLoads;
  }
  const volatile std::uint32_t used = at;
  (void)used;
  return std::chrono::duration<double, std::nano>(now - start).count() / loads;
}

}  // namespace

std::optional<CoreSpeed> core_speed(int threads) {
  if (!kWritten || threads < 1) return std::nullopt;
  std::vector<double> gops(static_cast<std::size_t>(threads)), cache_ns(gops);
  std::size_t team = 0;  // OpenMP may give fewer
#pragma omp parallel num_threads(threads)
  {
#pragma omp single
    team = static_cast<std::size_t>(omp_get_num_threads());
    const auto thread = static_cast<std::size_t>(omp_get_thread_num());
    gops[thread] = own_gops();
    cache_ns[thread] = own_cache_ns();
  }
  gops.resize(team);
  cache_ns.resize(team);
  const auto mean = [](const std::vector<double>& all) {
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  };
  return CoreSpeed{mean(gops), *std::min_element(gops.begin(), gops.end()), mean(cache_ns)};
}

}  // namespace tycho
