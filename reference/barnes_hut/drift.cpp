// x += step v
#include "core/parallel_for.hpp"
#include "reference/barnes_hut/bodies.hpp"

namespace tycho::reference::barnes_hut {

void drift(HostBodies& b, double step, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) { b.x[i] += step * b.v[i]; });
}

}  // namespace tycho::reference::barnes_hut
