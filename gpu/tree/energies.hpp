// The energies of the bodies on the device, summed there: nothing of a body's own comes to the
// host.
#pragma once

#include "gpu/support/stream.hpp"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree {

struct Energies {
  double kinetic = 0, potential = 0;
};

/// Sums of m v^2 / 2 and of m phi / 2. A body's potential phi is `near`, the fourth of `far` where
/// there is a second force (else null), and `offset`. In one order, so that the sums repeat to the
/// bit. Waits.
template <typename Real>
Energies energies(const Bodies<Real>& bodies, const Real* near, const Vector4<Real>* far,
                  double offset, Stream& stream);

}  // namespace tycho::gpu::tree
