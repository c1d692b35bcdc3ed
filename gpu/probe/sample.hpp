// Samples of work on the device: warm, long enough for two events not to count, several.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/probe.hpp"
#include "gpu/support/event.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::probe {

/// Seconds for one call of `enqueue`, which puts work into the stream; each sample is a batch of
/// calls of at least 5 ms between two events, of which the events are a thousandth.
template <typename Enqueue>
std::vector<double> sample(Stream& stream, const ProbeOptions& options, Enqueue&& enqueue) {
  const double warm_s = options.small ? 0 : 0.05, least_s = options.small ? 1e-4 : 5e-3;
  const int repeats = options.small ? 3 : 11;
  const auto timed = [&](int calls) {
    Event first, last;
    first.record(stream);
    for (int i = 0; i < calls; ++i) enqueue();
    last.record(stream);
    stream.wait();
    return elapsed(first, last).count();
  };
  // The first call loads the kernel; a device at rest takes a while to raise its clocks.
  timed(1);
  int calls = 1;
  double spent = 0, last_s = 0;
  do {
    last_s = timed(calls);
    spent += last_s;
    if (last_s < least_s)
      calls = static_cast<int>(std::clamp(calls * std::min(8.0, least_s / std::max(last_s, 1e-7)),
                                          calls + 1.0, 100'000.0));
  } while ((spent < warm_s || last_s < least_s) && calls < 100'000);
  std::vector<double> seconds;
  for (int i = 0; i < repeats; ++i) seconds.push_back(timed(calls) / calls);
  return seconds;
}

}  // namespace tycho::gpu::probe
