#include "harness/backends/list.hpp"

#include <algorithm>

#include "g6/client/implementations.hpp"
#include "gpu/implementations.hpp"
#include "gpu/probe/probes.hpp"
#include "reference/implementations.hpp"
#include "reference/probe/probes.hpp"

namespace tycho::backends {

namespace {

std::vector<Implementation> with_clients(std::span<const Implementation> own) {
  std::vector<Implementation> all(own.begin(), own.end());
  if (own.empty()) return all;  // no backend, no client on it
  const auto clients = g6::client::implementations();
  all.insert(all.end(), clients.begin(), clients.end());
  return all;
}

}  // namespace

std::span<const Implementation> implementations(Backend backend) {
  static const std::vector<Implementation> cpu = with_clients(reference::implementations());
  static const std::vector<Implementation> cuda = with_clients(gpu::implementations());
  return backend == Backend::kCuda ? cuda : cpu;
}

std::vector<const Contract*> contracts() {
  std::vector<const Contract*> found;
  for (const Backend backend : {Backend::kCpu, Backend::kCuda})
    for (const Implementation& implementation : implementations(backend))
      if (std::find(found.begin(), found.end(), implementation.contract) == found.end())
        found.push_back(implementation.contract);
  return found;
}

std::span<const Probe> probes(Backend backend) {
  return backend == Backend::kCuda ? gpu::probes() : reference::probes();
}

void require_device_memory(std::int64_t bytes, const char* what) {
  if (gpu::unavailable().empty()) gpu::require_free(bytes, what);
}

std::string unavailable(Backend backend) {
  return backend == Backend::kCuda ? gpu::unavailable() : "";
}

std::vector<Device> devices() { return gpu::devices(); }

Implementation g6_library(const std::string& file) {
  return g6::client::foreign_implementation(file);
}

std::unique_ptr<StreamClock> stream_clock(void* stream) { return gpu::stream_clock(stream); }

}  // namespace tycho::backends
