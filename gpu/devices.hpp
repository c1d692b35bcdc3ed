// The devices of this machine. In a file of its own: who only asks for them links no algorithm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device.hpp"

namespace tycho::gpu {

/// Why no kernel can run here: "built without CUDA", "no CUDA device: ...". Empty where one can.
std::string unavailable();

/// The devices kernels can run on; empty where there are none.
std::vector<Device> devices();

/// Throws Unavailable where the device that kernels run on has not so many bytes free.
void require_free(std::int64_t bytes, const char* what);

}  // namespace tycho::gpu
