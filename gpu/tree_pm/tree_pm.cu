#include "gpu/tree_pm/tree_pm.hpp"

#include "core/contracts/tree_pm.hpp"
#include "core/error.hpp"

namespace tycho::gpu::tree_pm {

std::unique_ptr<Algorithm> make(const Settings& settings) {
  if (!settings.chosen("scheme", "device"))
    throw Unavailable("scheme = particle of tree_pm is not built yet; use scheme = device");
  if (settings.chosen("precision", "fp32")) return make_on_device<float>(settings);
  return make_on_device<double>(settings);
}

}  // namespace tycho::gpu::tree_pm
