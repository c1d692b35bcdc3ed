// kernel = best, precision = ds.
#include "gpu/hermite/evaluate_best_launch.cuh"

namespace tycho::gpu::hermite {

template std::unique_ptr<Evaluation> evaluate_best<Ds>(Stream&);

}  // namespace tycho::gpu::hermite
