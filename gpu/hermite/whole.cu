#include "gpu/hermite/whole.hpp"

#include <type_traits>

namespace tycho::gpu::hermite {

template <typename F>
std::vector<Result> evaluate_whole(const Bodies& bodies, Evaluation& evaluation,
                                   double softening_sq, Stream& stream) {
  Buffer<Word> words(static_cast<std::size_t>(F::kWords) * bodies.count, stream);
  Buffer<Target> targets(bodies.count, stream);
  gather<F>(bodies, words.data(), bodies.count, targets.data(), stream);
  evaluation.reserve(bodies.count, stream);
  evaluation.evaluate({{words.data(), bodies.count, bodies.count},
                       targets.data(),
                       {nullptr, bodies.count},
                       softening_sq,
                       false},
                      stream);
  Pinned<Result> results(bodies.count);
  evaluation.download(results, bodies.count, stream);
  return {results.data(), results.data() + bodies.count};
}

template <typename F>
std::vector<double> whole_field(std::string_view name, const Bodies& bodies, Evaluation& evaluation,
                                double softening_sq, Stream& stream) {
  const std::size_t n = bodies.count;
  if (name == "block_time" || name == "block_step") {
    std::vector<double> values(n);
    TYCHO_CUDA(cudaMemcpyAsync(values.data(), &bodies.at(name == "block_time" ? kTime : kStep, 0),
                               n * sizeof(double), cudaMemcpyDefault, stream.get()));
    stream.wait();
    return values;
  }
  std::vector<double> values;
  if (name == "particle_potential") {
    std::unique_ptr<Evaluation> in_double;
    if constexpr (!std::is_same_v<F, Fp64>) in_double = evaluate_best<Fp64>(stream);
    for (const Result& r :
         evaluate_whole<Fp64>(bodies, in_double ? *in_double : evaluation, softening_sq, stream))
      values.push_back(r.pot);
  } else if (name == "jerk") {
    const std::vector<Result> results = evaluate_whole<F>(bodies, evaluation, softening_sq, stream);
    for (int axis = 0; axis < 3; ++axis)
      for (const Result& r : results) values.push_back(r.jerk[axis]);
  } else if (name == "neighbour") {
    for (const Result& r : evaluate_whole<F>(bodies, evaluation, softening_sq, stream))
      values.push_back(r.neighbour);
  }
  return values;
}

#define TYCHO_INSTANTIATE(F)                                                                   \
  template std::vector<Result> evaluate_whole<F>(const Bodies&, Evaluation&, double, Stream&); \
  template std::vector<double> whole_field<F>(std::string_view, const Bodies&, Evaluation&,    \
                                              double, Stream&);
TYCHO_INSTANTIATE(Fp32)
TYCHO_INSTANTIATE(Ds)
TYCHO_INSTANTIATE(Fp64)
#undef TYCHO_INSTANTIATE

}  // namespace tycho::gpu::hermite
