// Steps of dt / 2^k, each body its own, on the host: for the CPU side and for the GPU schemes whose
// tree the host builds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/ticks.hpp"

namespace tycho::tree {

/// What steps the due bodies take from here.
struct Rungs {
  int deepest = 0;           // of all bodies
  std::int64_t floored = 0;  // due bodies that wanted a shorter step than the deepest rung's
};

/// The slots of the bodies whose step ends now (a slot: an index in the tree's order), ascending
/// or, with `by_id`, as the bodies came. `order` is Tree::order.
inline void list_due(std::span<const std::uint8_t> rungs, const Ticks& ticks,
                     std::span<const std::int32_t> order, bool by_id,
                     std::vector<std::int32_t>& due) {
  due.resize(order.size());
  for (std::size_t j = 0; j < order.size(); ++j)
    due[by_id ? order[j] : j] = static_cast<std::int32_t>(j);
  if (ticks.deepest > 0)
    std::erase_if(due, [&](std::int32_t j) { return !ticks.due(rungs[order[j]]); });
}

}  // namespace tycho::tree
