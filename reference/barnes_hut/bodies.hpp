// The stages that work on the bodies. Those that make the tree are in core/tree: the GPU schemes
// whose tree the host builds have them too.
#pragma once

#include <cstdint>
#include <span>

#include "core/bodies/barnes_hut.hpp"
#include "core/tree/host_tree.hpp"
#include "core/tree/individual_steps.hpp"

namespace tycho::reference::barnes_hut {

using tycho::barnes_hut::HostBodies;

/// v += (step / 2) a of the bodies whose step begins or ends now.
void kick(HostBodies& bodies, const tree::Ticks& ticks, int threads);

/// x += step v of all bodies.
void drift(HostBodies& bodies, double step, int threads);

/// How a body walks.
struct WalkRule {
  bool relative = false, quadrupole = true, spline = false;
  double alpha = 0;   // of the relative criterion
  double eps = 0;     // Plummer's
  double radius = 0;  // the spline's h, where bodies have none of their own
};

/// Interactions that were added up.
struct Interactions {
  std::int64_t with_cells = 0, with_bodies = 0;
};

/// Accelerations and potentials of the bodies in these places of the tree's order. With the
/// relative criterion the accelerations they had decide what is opened.
template <typename Real>
Interactions walk(const tree::Tree<Real>& tree, const WalkRule& rule,
                  std::span<const std::int32_t> places, int threads, HostBodies& bodies);

/// The same of all bodies, each from its group's list.
template <typename Real>
Interactions walk_groups(const tree::Tree<double>& tree, const tree::Groups& groups, double eps,
                         int threads, HostBodies& bodies);

}  // namespace tycho::reference::barnes_hut
