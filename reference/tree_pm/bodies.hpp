// The stages that work on the bodies. Those that make the tree are in core/tree, those of the mesh
// in core/mesh: the GPU schemes that leave them to the host have them too.
#pragma once

#include <cstdint>
#include <span>

#include "core/bodies/tree_pm.hpp"
#include "core/contracts/tree_pm.hpp"
#include "core/tree/host_tree.hpp"
#include "core/tree/individual_steps.hpp"

namespace tycho::reference::tree_pm {

using tycho::tree_pm::HostBodies;

/// Where time stands.
struct Now {
  std::int64_t steps = 0;  // taken
  tree::Ticks ticks;       // of the step at hand

  double part(double tick) const { return tick / static_cast<double>(ticks.all()); }
};

/// u += kick g by the short range, of the bodies whose step begins or ends now: half their step on,
/// or the half that lies behind.
enum class Half { kFirst, kSecond };
void kick(HostBodies& bodies, const tycho::tree_pm::Expansion& expansion, const Now& now, Half half,
          int threads);

/// u += factor g of all bodies by the long range.
void kick_long(HostBodies& bodies, double factor, int threads);

/// x += factor u of all bodies, around the box.
void drift(HostBodies& bodies, double factor, double box, int threads);

/// How a body walks.
struct WalkRule {
  tycho::tree_pm::Split split;
  bool relative = true, table = true;
  double alpha = 0;
};

/// Interactions that were added up.
struct Interactions {
  std::int64_t with_cells = 0, with_bodies = 0;
};

/// Short-range accelerations and potentials of the bodies in these places of the tree's order. With
/// the relative criterion the accelerations they had decide what is opened.
Interactions walk(const tree::Tree<double>& tree, const WalkRule& rule,
                  std::span<const std::int32_t> places, int threads, HostBodies& bodies);

}  // namespace tycho::reference::tree_pm
