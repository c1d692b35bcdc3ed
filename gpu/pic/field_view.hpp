// The field on the grid, wherever a transform has left it.
#pragma once

#include <cstdint>

namespace tycho::gpu::pic {

template <typename Real>
struct FieldView {
  const Real* x;
  const Real* y;
  std::int64_t step, row;  // from a point to the next along x, and along y
};

}  // namespace tycho::gpu::pic
