#include "harness/measure/reference_run.hpp"

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "harness/case/reference.hpp"

namespace tycho::measure {

const Implementation* find_implementation(std::span<const Implementation> list,
                                          std::string_view algorithm) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const Implementation& entry) {
    return entry.contract->name == algorithm;
  });
  return found == list.end() ? nullptr : &*found;
}

std::unique_ptr<Algorithm> reference_from(const cases::RunSpec& run, const Backends& backends,
                                          const Particles& state) {
  const Settings settings = cases::settings_of_reference(run);
  const bool cuda = settings.backend() == Backend::kCuda;
  if (cuda && !backends.cuda_unavailable.empty()) throw Unavailable(backends.cuda_unavailable);
  const Implementation* made =
      find_implementation(cuda ? backends.cuda : backends.reference, run.origin->algorithm);
  if (!made) throw Unavailable("there is no reference of " + run.origin->algorithm);
  auto reference = made->make(settings);
  reference->load(state);
  return reference;
}

Particles after_steps(Algorithm& algorithm, const Contract& contract, std::size_t particles,
                      std::int64_t steps, const std::function<void(double part)>& told) {
  SilentTimer silent(contract.stages);
  for (std::int64_t s = 0; s < steps; ++s) {
    if (told) told(static_cast<double>(s) / static_cast<double>(steps));
    algorithm.advance(silent);
  }
  Particles after(particles);
  algorithm.store(after);
  return after;
}

}  // namespace tycho::measure
