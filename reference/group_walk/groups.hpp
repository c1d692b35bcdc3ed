// Groups of neighbours that share a walk: one list of cells and bodies for all of them (Barnes
// 1990).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/tree.hpp"

namespace tycho::reference::group_walk {

/// Bodies of the list of those that walk.
struct Group {
  std::int32_t first, count;
};

/// The box around a group's bodies, by its centre and half its sides.
struct Box {
  Vec3<double> centre, half;
};

/// Groups of at most `size` of the bodies that walk, whose slots in the tree's order are `due`,
/// ascending. They are neighbours along Morton's curve, but never across one of its long jumps: the
/// bodies are taken in the largest cells of at most kSpan groups, and each of these cells is cut
/// into equal pieces.
inline constexpr std::int32_t kSpan = 16;
std::vector<Group> groups_of(const tycho::tree::Tree<double>& tree,
                             std::span<const std::int32_t> due, std::int32_t size);

Box box_around(const tycho::tree::Tree<double>& tree, std::span<const std::int32_t> slots);

/// The power of two by which `length` gets into [1/2, 1), and no number loses a bit; 1 for 0.
double per_unit(double length);

}  // namespace tycho::reference::group_walk
