// The walk in single precision.
#include "gpu/tree_pm/walk.cuh"

namespace tycho::gpu::tree_pm {

template class Walk<float>;

}  // namespace tycho::gpu::tree_pm
