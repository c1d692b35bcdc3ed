#include "gpu/implementations.hpp"

#include <array>

#include "core/contracts/all_pairs.hpp"
#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/hermite.hpp"
#include "core/contracts/particle_mesh.hpp"
#include "core/contracts/pic.hpp"
#include "core/contracts/tree_pm.hpp"
#include "gpu/all_pairs/all_pairs.hpp"
#include "gpu/barnes_hut/barnes_hut.hpp"
#include "gpu/hermite/hermite.hpp"
#include "gpu/particle_mesh/particle_mesh.hpp"
#include "gpu/pic/pic.hpp"
#include "gpu/tree_pm/tree_pm.hpp"

namespace tycho::gpu {

std::span<const Implementation> implementations() {
  static const std::array kList{
      Implementation{&tycho::all_pairs::contract(), all_pairs::make},
      Implementation{&tycho::particle_mesh::contract(), particle_mesh::make},
      Implementation{&tycho::hermite::contract(), hermite::make},
      Implementation{&tycho::pic::contract(), pic::make},
      Implementation{&tycho::barnes_hut::contract(), barnes_hut::make},
      Implementation{&tycho::tree_pm::contract(), tree_pm::make},
  };
  return kList;
}

}  // namespace tycho::gpu
