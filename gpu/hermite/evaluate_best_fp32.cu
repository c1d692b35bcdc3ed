// kernel = best, precision = fp32.
#include "gpu/hermite/evaluate_best_launch.cuh"

namespace tycho::gpu::hermite {

template std::unique_ptr<Evaluation> evaluate_best<Fp32>(Stream&);

}  // namespace tycho::gpu::hermite
