// The part of a build without CUDA that the GRAPE-6 library links: no force engine, no device, and
// the reason.
#include "core/error.hpp"
#include "gpu/devices.hpp"
#include "gpu/force_engine.hpp"

namespace tycho::gpu {

std::string unavailable() { return "built without CUDA"; }
std::unique_ptr<ForceEngine> make_force_engine(const EngineOptions&) {
  throw Unavailable(unavailable());
}
std::vector<Device> devices() { return {}; }
void require_free(std::int64_t, const char*) {}

}  // namespace tycho::gpu
