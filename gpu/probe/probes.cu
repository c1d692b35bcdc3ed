#include "gpu/probe/probes.hpp"

#include <array>

#include "gpu/probe/kinds.hpp"

namespace tycho::gpu {

std::span<const Probe> probes() {
  static constexpr std::array kList{
      Probe{"fma", probe::fma},
      Probe{"rsqrt", probe::rsqrt},
      Probe{"bandwidth", probe::bandwidth},
      Probe{"cache", probe::cache},
      Probe{"shared", probe::shared},
      Probe{"atomics", probe::atomics},
      Probe{"launch", probe::launches},
      Probe{"transfer", probe::transfer},
      Probe{"fft", probe::fft},
      Probe{"sort", probe::sort},
  };
  return kList;
}

}  // namespace tycho::gpu
