#include "gpu/hermite/whole.hpp"

#include <type_traits>

#include "gpu/support/buffer.hpp"

namespace tycho::gpu::hermite {

namespace {

template <typename F>
std::vector<Force> evaluate_whole(const Bodies& bodies, Evaluation& evaluation, double softening_sq,
                                  Stream& stream) {
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
  evaluation.download({results.data(), results.size()}, stream);
  std::vector<Force> forces(bodies.count);
  for (int i = 0; i < bodies.count; ++i) {
    const Result& r = results[i];
    forces[i] = {
        {r.acc[0], r.acc[1], r.acc[2]}, {r.jerk[0], r.jerk[1], r.jerk[2]}, r.pot, r.neighbour};
  }
  return forces;
}

}  // namespace

template <typename F>
std::vector<Force> forces_on_all(const Bodies& bodies, Evaluation& evaluation, double softening_sq,
                                 bool in_double, Stream& stream) {
  if constexpr (!std::is_same_v<F, Fp64>)
    if (in_double)
      return evaluate_whole<Fp64>(bodies, *evaluate_best<Fp64>(stream), softening_sq, stream);
  return evaluate_whole<F>(bodies, evaluation, softening_sq, stream);
}

#define TYCHO_INSTANTIATE(F) \
  template std::vector<Force> forces_on_all<F>(const Bodies&, Evaluation&, double, bool, Stream&);
TYCHO_INSTANTIATE(Fp32)
TYCHO_INSTANTIATE(Ds)
TYCHO_INSTANTIATE(Fp64)
#undef TYCHO_INSTANTIATE

}  // namespace tycho::gpu::hermite
