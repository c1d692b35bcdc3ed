#include "harness/measure/session.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/reference_run.hpp"

namespace tycho::measure {

namespace {

const Implementation& implementation_of(const cases::RunSpec& run, const Backends& backends) {
  const bool cuda = run.settings.backend() == Backend::kCuda;
  if (cuda && !backends.cuda_unavailable.empty()) throw Unavailable(backends.cuda_unavailable);
  for (const Implementation& given : backends.given)
    if (given.contract == &run.settings.contract()) return given;
  const auto list = cuda ? backends.cuda : backends.reference;
  if (const Implementation* found = find_implementation(list, run.origin->algorithm)) return *found;
  throw Unavailable(run.origin->algorithm + " does not exist on the backend " +
                    std::string(name(run.settings.backend())));
}

}  // namespace

checks::Observed Session::at_start() const {
  checks::Observed observed;
  observed.settings = &run.settings;
  observed.initial = &initial;
  return observed;
}

Session make_session(const cases::RunSpec& run, const Backends& backends,
                     const Progress& progress) {
  const Implementation& implementation = implementation_of(run, backends);
  progress("making the initial condition", 0);
  Particles initial = initial::make_initial(run.origin->initial, run.particles, run.settings);
  auto algorithm = implementation.make(run.settings);
  const bool cuda = run.settings.backend() == Backend::kCuda;
  return {run,
          backends,
          progress,
          implementation,
          std::move(initial),
          std::move(algorithm),
          cuda ? std::make_unique<GpuWatch>() : nullptr,
          {}};
}

std::vector<const terms::CheckSpec*> checks_of(const cases::RunSpec& run) {
  std::vector<const terms::CheckSpec*> specs;
  for (const terms::CheckSpec& spec : run.origin->checks)
    if (checks::applies(spec, run.variant->known_as(), run.particles)) specs.push_back(&spec);
  return specs;
}

}  // namespace tycho::measure
