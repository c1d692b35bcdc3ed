// The kinds of probes, one file each.
#pragma once

#include <vector>

#include "core/probe.hpp"

namespace tycho::gpu::probe {

std::vector<Probed> bandwidth(const ProbeOptions& options);
std::vector<Probed> cache(const ProbeOptions& options);
std::vector<Probed> fma(const ProbeOptions& options);
std::vector<Probed> rsqrt(const ProbeOptions& options);
std::vector<Probed> shared(const ProbeOptions& options);
std::vector<Probed> atomics(const ProbeOptions& options);
std::vector<Probed> launches(const ProbeOptions& options);
std::vector<Probed> transfer(const ProbeOptions& options);
std::vector<Probed> fft(const ProbeOptions& options);
std::vector<Probed> sort(const ProbeOptions& options);

}  // namespace tycho::gpu::probe
