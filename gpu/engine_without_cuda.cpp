// The force engines of a build without CUDA: none, no device, and the reason.
#include "gpu/devices.hpp"
#include "gpu/force_engines.hpp"

namespace tycho::gpu {

std::span<const EngineKind> force_engines() { return {}; }
std::string unavailable() { return "built without CUDA"; }
std::vector<Device> devices() { return {}; }
void require_free(std::int64_t, const char*) {}

}  // namespace tycho::gpu
