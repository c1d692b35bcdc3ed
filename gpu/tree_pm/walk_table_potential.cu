// The walk with the short-range factor from a table, and potentials.
#include "gpu/tree_pm/walk_kinds.cuh"

namespace tycho::gpu::tree_pm {

template void walk_kind<Factor::kTable, true>(const TreeView<float>&, const ShortRangeSettings&,
                                              const WalkJob<float>&, const GroupsView<float>&,
                                              const Halt&, const Stream&);
template void walk_kind<Factor::kTable, true>(const TreeView<double>&, const ShortRangeSettings&,
                                              const WalkJob<double>&, const GroupsView<double>&,
                                              const Halt&, const Stream&);

}  // namespace tycho::gpu::tree_pm
