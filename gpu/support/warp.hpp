// The size of a warp. Host and device; what the lanes of a warp find together is in warp.cuh.
#pragma once

namespace tycho::gpu {

inline constexpr int kWarp = 32;  // lanes
inline constexpr unsigned kAllLanes = 0xffffffffu;

}  // namespace tycho::gpu
