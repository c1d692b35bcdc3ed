#include "gpu/barnes_hut/barnes_hut.hpp"

#include "gpu/barnes_hut/host_walk.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::barnes_hut;

template <typename Real>
std::unique_ptr<Stages> stages(const Settings& settings) {
  const Options o = options(settings);
  if (o.scheme == Scheme::kDevice) return make_device_stages<Real>(settings);
  return make_host_stages(settings,
                          o.grouped() ? make_group_walk<Real>(o) : make_particle_walk<Real>(o));
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  require_sound(settings);
  return make_step(settings,
                   options(settings).single ? stages<float>(settings) : stages<double>(settings));
}

}  // namespace tycho::gpu::barnes_hut
