// The bodies whose own step ends now, listed by all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/ticks.hpp"

namespace tycho::tree {

/// The slots of the bodies whose step ends now (a slot: an index in the tree's order), ascending
/// or, with `by_id`, as the bodies came. `order` is Tree::order.
void list_due(std::span<const std::uint8_t> rungs, const Ticks& ticks,
              std::span<const std::int32_t> order, bool by_id, int threads,
              std::vector<std::int32_t>& due);

}  // namespace tycho::tree
