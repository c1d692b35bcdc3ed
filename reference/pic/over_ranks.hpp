// The particle-in-cell code on the CPU, shared among ranks in slabs of rows.
#pragma once

#include <memory>

#include "core/steps/pic.hpp"

namespace tycho::reference::pic {

/// The bits do not depend on the number of ranks. They may differ by rounding from those without
/// ranks: the transforms are cut otherwise; of ordered particles every row of cells is summed by
/// itself, and of scattered ones the charges are summed as whole numbers.
template <typename Real>
std::unique_ptr<tycho::pic::Stages<Real>> over_ranks(const tycho::pic::Options& options);

}  // namespace tycho::reference::pic
