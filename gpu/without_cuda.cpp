// The CUDA side of a build without CUDA: nothing to run, and the reason.
#include "gpu/implementations.hpp"
#include "gpu/probe/probes.hpp"

namespace tycho::gpu {

std::span<const Implementation> implementations() { return {}; }
std::span<const EngineKind> force_engines() { return {}; }
std::span<const Probe> probes() { return {}; }
std::string unavailable() { return "built without CUDA"; }
std::vector<Device> devices() { return {}; }

}  // namespace tycho::gpu
