#include "gpu/devices.hpp"

#include "gpu/support/check.hpp"
#include "gpu/support/memory.hpp"

namespace tycho::gpu {

std::string unavailable() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaErrorInsufficientDriver) {
    int driver = 0;
    if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0)
      return "no CUDA device (no NVIDIA driver)";
  }
  if (code != cudaSuccess) return std::string("no CUDA device: ") + cudaGetErrorString(code);
  return count > 0 ? "" : "no CUDA device";
}

std::vector<Device> devices() {
  std::vector<Device> found;
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) return found;
  for (int index = 0; index < count; ++index) {
    cudaDeviceProp properties;
    TYCHO_CUDA(cudaGetDeviceProperties(&properties, index));
    Device device;
    device.name = properties.name;
    device.index = index;
    char bus_id[32] = {};
    TYCHO_CUDA(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, index));
    device.bus_id = bus_id;
    device.multiprocessors = properties.multiProcessorCount;
    device.compute_major = properties.major;
    device.compute_minor = properties.minor;
    device.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    device.l2_bytes = properties.l2CacheSize;
    int kilohertz = 0;
    TYCHO_CUDA(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, index));
    device.clock_hz = 1e3 * kilohertz;
    TYCHO_CUDA(cudaDeviceGetAttribute(&device.single_to_double,
                                      cudaDevAttrSingleToDoublePrecisionPerfRatio, index));
    TYCHO_CUDA(cudaDriverGetVersion(&device.driver_version));
    TYCHO_CUDA(cudaRuntimeGetVersion(&device.runtime_version));
    found.push_back(device);
  }
  return found;
}

void require_free(std::int64_t bytes, const char* what) {
  require_memory(static_cast<std::size_t>(bytes), what);
}

}  // namespace tycho::gpu
