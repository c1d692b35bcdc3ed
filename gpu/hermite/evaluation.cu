#include "gpu/hermite/evaluation.hpp"

#include <type_traits>

#include "core/error.hpp"

namespace tycho::gpu::hermite {

template <typename F>
std::unique_ptr<Evaluation> make_evaluation(const std::string& kernel, Stream& stream) {
  if (kernel == "best") return evaluate_best<F>(stream);
  if (kernel != "paper") throw UsageError("no kernel '" + kernel + "'; there are best and paper");
  if constexpr (std::is_same_v<F, Fp32>) return evaluate_paper(stream);
  throw UsageError("kernel = paper exists in precision fp32 only, as published");
}

template std::unique_ptr<Evaluation> make_evaluation<Fp32>(const std::string&, Stream&);
template std::unique_ptr<Evaluation> make_evaluation<Ds>(const std::string&, Stream&);
template std::unique_ptr<Evaluation> make_evaluation<Fp64>(const std::string&, Stream&);

}  // namespace tycho::gpu::hermite
