// The backends of this program: the one place that names the lists which reference, gpu and the
// GRAPE-6 library's client export. Everything else in the harness asks here.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "core/device.hpp"
#include "core/probe.hpp"
#include "core/stream_clock.hpp"

namespace tycho::backends {

/// A backend's own algorithms, and the clients of the GRAPE-6 library on it. Empty where the build
/// has no such backend.
std::span<const Implementation> implementations(Backend backend);

/// Every algorithm some backend implements.
std::vector<const Contract*> contracts();

std::span<const Probe> probes(Backend backend);

/// Why no run can be made on the backend: "built without CUDA", "no CUDA device: ...". Empty where
/// one can.
std::string unavailable(Backend backend);

/// Throws Unavailable where the GPU that kernels run on has not so many bytes free.
void require_device_memory(std::int64_t bytes, const char* what);

/// The GPUs kernels can run on; empty where there are none.
std::vector<Device> devices();

/// A GRAPE-6 library by others, as an implementation of hermite_library with a contract of its own.
Implementation g6_library(const std::string& file);

/// The clock of a CUDA stream that is not ours, a cudaStream_t. Throws Unavailable in a build
/// without CUDA.
std::unique_ptr<StreamClock> stream_clock(void* stream);

}  // namespace tycho::backends
