// x += u times the integral of dt / a^2.
#include "core/formulas/periodic_wrap.hpp"
#include "core/parallel_for.hpp"
#include "reference/tree_pm/bodies.hpp"

namespace tycho::reference::tree_pm {

void drift(HostBodies& b, double factor, double box, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    const Vec3<double> x = b.x[i] + factor * b.u[i];
    b.x[i] = {wrap_box(x.x, box), wrap_box(x.y, box), wrap_box(x.z, box)};
  });
}

}  // namespace tycho::reference::tree_pm
