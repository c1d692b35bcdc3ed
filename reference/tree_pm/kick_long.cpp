// u += g times the integral of dt / a over half a step of the mesh.
#include "core/parallel_for.hpp"
#include "reference/tree_pm/bodies.hpp"

namespace tycho::reference::tree_pm {

void kick_long(HostBodies& b, double factor, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) { b.u[i] += factor * b.long_g[i]; });
}

}  // namespace tycho::reference::tree_pm
