// The bandwidth of this device's memory, by a copy.
#pragma once

#include <cstddef>

#include "gpu/support/stream.hpp"

namespace tycho::gpu {

/// Bytes read and written a second by a copy of `bytes` within the device, the best of a few.
/// Waits.
double copy_bandwidth(std::size_t bytes, Stream& stream);

}  // namespace tycho::gpu
