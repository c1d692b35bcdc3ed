// A loop over the bodies of a block that is unrolled for certain.
#pragma once

#include <type_traits>
#include <utility>

namespace tycho::reference::group_walk {

/// Calls body(b) for 0 <= b < kBodies, each b a constant: what is indexed by it may stay in
/// registers.
template <int kBodies, typename Body>
void for_bodies(const Body& body) {
  [&]<int... b>(std::integer_sequence<int, b...>) { (body(std::integral_constant<int, b>{}), ...); }
  (std::make_integer_sequence<int, kBodies>{});
}

}  // namespace tycho::reference::group_walk
