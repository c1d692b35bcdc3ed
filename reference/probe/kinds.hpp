// The kinds of probes, one file each.
#pragma once

#include <vector>

#include "core/probe.hpp"

namespace tycho::reference::probe {

std::vector<Probed> bandwidth(const ProbeOptions& options);
std::vector<Probed> cache(const ProbeOptions& options);
std::vector<Probed> last_cache(const ProbeOptions& options);
std::vector<Probed> fma(const ProbeOptions& options);
std::vector<Probed> inverse_root(const ProbeOptions& options);
std::vector<Probed> fft(const ProbeOptions& options);

}  // namespace tycho::reference::probe
