#include "gpu/barnes_hut/barnes_hut.hpp"

#include "core/contracts/barnes_hut.hpp"
#include "core/error.hpp"

namespace tycho::gpu::barnes_hut {

std::unique_ptr<Algorithm> make(const Settings& settings) {
  tycho::barnes_hut::require_sound(settings);
  const bool single = settings.chosen("precision", "fp32");
  if (settings.chosen("scheme", "device")) {
    for (const auto& [name, value] : {std::pair{"opening", "geometric"}, {"softening", "plummer"},
                                      {"steps", "shared"}})
      if (!settings.chosen(name, value))
        throw UsageError("scheme = device has " + std::string(name) + " = " + value +
                         " only; scheme = particle has the others");
    return single ? make_on_device<float>(settings) : make_on_device<double>(settings);
  }
  return single ? make_on_host<float>(settings) : make_on_host<double>(settings);
}

}  // namespace tycho::gpu::barnes_hut
