#include "gpu/tree_pm/tree_pm.hpp"

#include "core/contracts/tree_pm.hpp"
#include "core/error.hpp"

namespace tycho::gpu::tree_pm {

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const bool single = settings.chosen("precision", "fp32");
  if (settings.chosen("scheme", "device"))
    return single ? make_on_device<float>(settings) : make_on_device<double>(settings);
  if (!settings.chosen("mesh", "host"))
    throw UsageError("scheme = particle keeps its bodies on the host: set mesh = host");
  return single ? make_on_host<float>(settings) : make_on_host<double>(settings);
}

}  // namespace tycho::gpu::tree_pm
