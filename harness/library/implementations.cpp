#include "harness/library/implementations.hpp"

#include <array>

#include "core/contracts/hermite_library.hpp"
#include "harness/library/hermite_library.hpp"

namespace tycho::library {

std::span<const Implementation> implementations() {
  static const std::array kList{
      Implementation{&hermite_library::contract(), make_hermite},
  };
  return kList;
}

}  // namespace tycho::library
