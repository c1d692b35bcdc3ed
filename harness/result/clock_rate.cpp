#include "harness/result/clock_rate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>

namespace tycho::result {

namespace {

constexpr int kChains = 40, kBlocksOfChain = 1000, kOperationsOfBlock = 100;

// Exclusive or of two registers: additions of constants are done for nothing by newer processors,
// before any unit sees them.
[[maybe_unused]] std::uint64_t dependent_chain(std::uint64_t value, std::uint64_t other) {
  for (int block = 0; block < kBlocksOfChain; ++block) {
#if defined(__x86_64__)
    asm volatile(".rept 100\n xorq %1, %0\n .endr" : "+r"(value) : "r"(other));
#elif defined(__aarch64__)
    asm volatile(".rept 100\n eor %0, %0, %1\n .endr" : "+r"(value) : "r"(other));
#endif
  }
  return value;
}

double highest_rate() {
#if defined(__x86_64__) || defined(__aarch64__)
  using Time = std::chrono::steady_clock;
  double most = 0;
  std::uint64_t value = 1;
  for (int trial = 0; trial < kChains; ++trial) {
    const auto start = Time::now();
    value = dependent_chain(value, 0x9e3779b97f4a7c15u);
    const std::chrono::duration<double, std::micro> spent = Time::now() - start;
    if (spent.count() > 0)
      most =
          std::max(most, kBlocksOfChain * static_cast<double>(kOperationsOfBlock) / spent.count());
  }
  return 10 * std::round(most / 10);
#else
  return 0;
#endif
}

}  // namespace

double measured_clock_mhz() {
  static const double mhz = highest_rate();
  return mhz;
}

}  // namespace tycho::result
