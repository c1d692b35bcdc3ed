#include "gpu/tree_pm/tree_pm.hpp"

#include "core/error.hpp"
#include "gpu/tree_pm/host_walk.hpp"

namespace tycho::gpu::tree_pm {

namespace {

using namespace tycho::tree_pm;

template <typename Real>
std::unique_ptr<Stages> stages(const Settings& settings) {
  const Options o = options(settings);
  if (o.scheme == Scheme::kDevice) return make_device_stages<Real>(settings);
  if (!o.mesh_on_host)
    throw UsageError("scheme = particle keeps its bodies on the host: set mesh = host");
  return make_host_stages(settings, make_particle_walk<Real>(o));
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  return make_step(settings,
                   options(settings).single ? stages<float>(settings) : stages<double>(settings));
}

}  // namespace tycho::gpu::tree_pm
