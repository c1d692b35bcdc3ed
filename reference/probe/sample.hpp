// Samples of work on the host: warm, several, and not for longer than a probe may take.
#pragma once

#include <chrono>
#include <vector>

#include "core/probe.hpp"
#include "core/units.hpp"

namespace tycho::reference::probe {

/// Seconds for one call of `body`: eleven samples, fewer (but three) where they take more than
/// 0.4 s. The first call is not counted.
template <typename Body>
std::vector<double> sample(const ProbeOptions& options, Body&& body) {
  constexpr int kFewest = 3;
  const int most = options.small ? kFewest : 11;
  const auto now = [] { return std::chrono::steady_clock::now(); };
  body();
  std::vector<double> seconds;
  const auto start = now();
  for (int i = 0; i < most; ++i) {
    if (i >= kFewest && Seconds(now() - start).count() > 0.4) break;
    const auto first = now();
    body();
    seconds.push_back(Seconds(now() - first).count());
  }
  return seconds;
}

/// 1, 2, 4, ... and all.
inline std::vector<int> thread_counts(int all) {
  std::vector<int> counts;
  for (int count = 1; count < all; count *= 2) counts.push_back(count);
  counts.push_back(all);
  return counts;
}

}  // namespace tycho::reference::probe
