#include "gpu/hermite/hermite.hpp"

#include "gpu/hermite/forms.hpp"

namespace tycho::gpu::hermite {

namespace {

using namespace tycho::hermite;

template <typename F>
std::unique_ptr<Stages> stages_in(const Options& options) {
  return options.predict == Predict::kHost ? make_on_host<F>(options) : make_on_device<F>(options);
}

std::unique_ptr<Stages> stages(const Options& options) {
  switch (options.precision) {
    case Precision::kFp32:
      return stages_in<Fp32>(options);
    case Precision::kDs:
      return stages_in<Ds>(options);
    case Precision::kFp64:
      break;
  }
  return stages_in<Fp64>(options);
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const Options options = tycho::hermite::options(settings);
  require_sound(options);
  if (!options.ranks->alone() && options.predict == Predict::kDevice)
    throw UsageError(
        "several ranks need predict = host on a GPU: with predict = device the host does not know "
        "who is due, and cannot share out the block");
  return make_step(options, stages(options));
}

}  // namespace tycho::gpu::hermite
