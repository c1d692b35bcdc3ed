// The cells of a mesh, or the points of a cloud, from those along a side.
#pragma once

#include <cstddef>

namespace tycho {

/// For counts of work.
constexpr double cube(double side) { return side * side * side; }

/// For arrays: from a side of 1291 on the cells pass 32 bits.
constexpr std::size_t cube(int side) { return static_cast<std::size_t>(side) * side * side; }

}  // namespace tycho
