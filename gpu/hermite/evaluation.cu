#include "gpu/hermite/evaluation.hpp"

#include <type_traits>

#include "core/error.hpp"

namespace tycho::gpu::hermite {

using tycho::hermite::Kernel;

template <typename F>
std::unique_ptr<Evaluation> make_evaluation(Kernel kernel, Stream& stream) {
  if (kernel == Kernel::kBest) return evaluate_best<F>(stream);
  if constexpr (std::is_same_v<F, Fp32>) return evaluate_paper(stream);
  throw UsageError("kernel = paper exists in precision fp32 only, as published");
}

template std::unique_ptr<Evaluation> make_evaluation<Fp32>(Kernel, Stream&);
template std::unique_ptr<Evaluation> make_evaluation<Ds>(Kernel, Stream&);
template std::unique_ptr<Evaluation> make_evaluation<Fp64>(Kernel, Stream&);

}  // namespace tycho::gpu::hermite
