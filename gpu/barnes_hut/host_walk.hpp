// The walks of the schemes whose tree the host builds: what is copied to the device, the kernels,
// and what comes back. upload() and run() enqueue, download() waits.
#pragma once

#include <memory>

#include "core/tree/host_tree.hpp"
#include "core/tree/walk_terms.hpp"
#include "gpu/barnes_hut/host_bodies.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::barnes_hut {

/// Interactions that were added up, and for how many bodies.
struct HostWalkCounts {
  double walks = 0, with_cells = 0, with_bodies = 0;
};

/// How bodies walk.
struct HostWalkRule {
  bool relative = false, quadrupole = true, spline = false;
  double alpha = 0;   // of the relative criterion
  double eps = 0;     // Plummer's
  double radius = 0;  // the spline's h, where bodies have none of their own
};

class HostWalk {
 public:
  virtual ~HostWalk() = default;
  /// Tree and targets; `due` are places in the tree's order.
  virtual void upload(const HostWalkRule& rule, std::span<const std::int32_t> due,
                      const HostBodies& bodies) = 0;
  virtual void run() = 0;
  /// Accelerations and potentials of the targets.
  virtual void download(HostBodies& bodies) = 0;
  /// Of the walk downloaded last.
  virtual HostWalkCounts counts() const = 0;
};

/// scheme = particle: a walk a thread over the whole tree, `blocks` of `threads_per_block`.
struct ParticleShape {
  int threads_per_block, blocks;
};
template <typename Real>
std::unique_ptr<HostWalk> make_particle_walk(const tree::Tree<double>& tree, ParticleShape shape,
                                             int threads, Stream& stream);

/// scheme = grouped: each group's list by direct summation; `normal` with jerk and neighbour.
template <typename Real>
std::unique_ptr<HostWalk> make_group_walk(const tree::Tree<double>& tree,
                                          const tree::Groups& groups, bool normal, int threads,
                                          Stream& stream);

}  // namespace tycho::gpu::barnes_hut
