#include "gpu/hermite/hermite.hpp"

#include "core/contracts/hermite.hpp"
#include "gpu/hermite/forms.hpp"

namespace tycho::gpu::hermite {

namespace {

template <typename F>
std::unique_ptr<Algorithm> make_in(const Settings& settings) {
  return settings.chosen("predict", "host") ? make_on_host<F>(settings)
                                            : make_on_device<F>(settings);
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  tycho::hermite::require_sound(settings);
  if (settings.chosen("precision", "fp32")) return make_in<Fp32>(settings);
  if (settings.chosen("precision", "ds")) return make_in<Ds>(settings);
  return make_in<Fp64>(settings);
}

}  // namespace tycho::gpu::hermite
