// The backends of this program: the one place that names the lists which reference, gpu and the
// GRAPE-6 library's client export. Everything else in the harness asks here.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "core/device.hpp"
#include "core/probe.hpp"

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

/// The GPUs kernels can run on; empty where there are none.
std::vector<Device> devices();

}  // namespace tycho::backends
