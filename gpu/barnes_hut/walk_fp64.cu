// The walk in double precision.
#include "gpu/barnes_hut/walk.cuh"

namespace tycho::gpu::barnes_hut {

template class Walk<double>;

}  // namespace tycho::gpu::barnes_hut
