#include "reference/implementations.hpp"

#include <array>

#include "core/contracts/all_pairs.hpp"
#include "reference/all_pairs/all_pairs.hpp"

namespace tycho::reference {

std::span<const Implementation> implementations() {
  static const std::array kList{
      Implementation{&tycho::all_pairs::contract(), all_pairs::make},
  };
  return kList;
}

}  // namespace tycho::reference
