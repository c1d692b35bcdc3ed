// The CUDA side of a build without CUDA: nothing to run.
#include "gpu/implementations.hpp"
#include "gpu/probe/probes.hpp"

namespace tycho::gpu {

std::span<const Implementation> implementations() { return {}; }
std::span<const Probe> probes() { return {}; }

}  // namespace tycho::gpu
