#include "g6/client/implementations.hpp"

#include <array>

#include "core/contracts/hermite_library.hpp"
#include "g6/client/hermite_library.hpp"

namespace tycho::g6::client {

std::span<const Implementation> implementations() {
  static const std::array kList{
      Implementation{&hermite_library::contract(), make_hermite},
  };
  return kList;
}

}  // namespace tycho::g6::client
