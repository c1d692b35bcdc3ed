// The CUDA side of a build without CUDA: nothing to run.
#include "gpu/implementations.hpp"
#include "gpu/probe/probes.hpp"

namespace tycho::gpu {

std::span<const Implementation> implementations() { return {}; }
std::span<const Probe> probes() { return {}; }
std::unique_ptr<StreamClock> stream_clock(void*) { throw Unavailable(unavailable()); }

}  // namespace tycho::gpu
