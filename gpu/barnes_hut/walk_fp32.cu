// The walk in single precision.
#include "gpu/barnes_hut/walk.cuh"

namespace tycho::gpu::barnes_hut {

template class Walk<float>;

}  // namespace tycho::gpu::barnes_hut
