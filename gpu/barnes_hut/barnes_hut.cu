#include "gpu/barnes_hut/barnes_hut.hpp"

#include "core/contracts/barnes_hut.hpp"

namespace tycho::gpu::barnes_hut {

std::unique_ptr<Algorithm> make(const Settings& settings) {
  tycho::barnes_hut::require_sound(settings);
  const bool single = settings.chosen("precision", "fp32");
  if (settings.chosen("scheme", "device"))
    return single ? make_on_device<float>(settings) : make_on_device<double>(settings);
  return single ? make_on_host<float>(settings) : make_on_host<double>(settings);
}

}  // namespace tycho::gpu::barnes_hut
