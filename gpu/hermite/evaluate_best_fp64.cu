// kernel = best, precision = fp64.
#include "gpu/hermite/evaluate_best_launch.cuh"

namespace tycho::gpu::hermite {

template std::unique_ptr<Evaluation> evaluate_best<Fp64>(Stream&);

}  // namespace tycho::gpu::hermite
