// The walk in double precision.
#include "gpu/tree_pm/walk.cuh"

namespace tycho::gpu::tree_pm {

template class Walk<double>;

}  // namespace tycho::gpu::tree_pm
