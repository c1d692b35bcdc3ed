#include "core/known_contracts.hpp"

#include <array>

#include "core/contracts/all_pairs.hpp"
#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/hermite.hpp"
#include "core/contracts/hermite_library.hpp"
#include "core/contracts/particle_mesh.hpp"
#include "core/contracts/pic.hpp"
#include "core/contracts/tree_pm.hpp"

namespace tycho {

std::span<const Contract* const> known_contracts() {
  static const std::array<const Contract*, 7> all{
      &all_pairs::contract(),       &particle_mesh::contract(), &hermite::contract(),
      &hermite_library::contract(), &pic::contract(),           &barnes_hut::contract(),
      &tree_pm::contract()};
  return all;
}

const Contract* find_contract(std::span<const Contract* const> contracts, std::string_view name) {
  for (const Contract* contract : contracts)
    if (contract->name == name) return contract;
  return nullptr;
}

const Contract* find_contract(std::string_view name) {
  return find_contract(known_contracts(), name);
}

}  // namespace tycho
