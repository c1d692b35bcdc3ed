#include "reference/probe/probes.hpp"

#include <array>

#include "reference/probe/kinds.hpp"

namespace tycho::reference {

std::span<const Probe> probes() {
  static constexpr std::array kList{
      Probe{"fma", probe::fma},
      Probe{"inverse_root", probe::inverse_root},
      Probe{"bandwidth", probe::bandwidth},
      Probe{"cache", probe::cache},
      Probe{"last_cache", probe::last_cache},
      Probe{"fft", probe::fft},
  };
  return kList;
}

}  // namespace tycho::reference
