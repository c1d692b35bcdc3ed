// Planes of a mesh in slabs (core/mesh/slabs.hpp) that go from rank to rank: fetched from whoever
// has them, as guard planes or for a mesh that is shared out otherwise, or added to whom they
// belong.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "core/mesh/slabs.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::mesh {

/// Which planes a rank asks for, in its order. All ranks give the same answer.
using Wanted = std::function<std::vector<int>(int rank)>;

/// The planes that this rank asks for, one after the other, `plane` elements each. own(k) is a span
/// of plane k of the rank's own.
template <typename Value, typename Own>
std::vector<Value> fetch_from(Ranks& ranks, const Slabs& slabs, std::size_t plane,
                              const Wanted& wanted, const Own& own) {
  const int me = ranks.rank();
  std::vector<std::vector<Value>> to(static_cast<std::size_t>(ranks.size()));
  for (int r = 0; r < ranks.size(); ++r)
    for (const int k : wanted(r))
      if (slabs.owner(k) == me) {
        const std::span<const Value> from = own(k);
        auto& part = to[static_cast<std::size_t>(r)];
        part.insert(part.end(), from.begin(), from.end());
      }
  const std::vector<std::vector<Value>> from = ranks.all_to_all(to);
  std::vector<std::size_t> taken(from.size());
  std::vector<Value> planes;
  for (const int k : wanted(me)) {
    const auto owner = static_cast<std::size_t>(slabs.owner(k));
    if (taken[owner] + plane > from[owner].size())
      throw std::runtime_error("plane " + std::to_string(k) +
                               " of the mesh did not come from rank " + std::to_string(owner));
    const auto first = from[owner].begin() + static_cast<std::ptrdiff_t>(taken[owner]);
    planes.insert(planes.end(), first, first + static_cast<std::ptrdiff_t>(plane));
    taken[owner] += plane;
  }
  return planes;
}

/// The same where the rank's own planes lie one after the other.
template <typename Value>
std::vector<Value> fetch(Ranks& ranks, const Slabs& slabs, std::span<const Value> own,
                         std::size_t plane, const Wanted& wanted) {
  return fetch_from<Value>(ranks, slabs, plane, wanted, [&](int k) {
    return own.subspan(plane * static_cast<std::size_t>(k - slabs.first(ranks.rank())), plane);
  });
}

/// How many guard planes lie before and behind a slab.
struct Guards {
  int below = 0, above = 0;
};

/// Fills the guard planes of `values`: the slab's planes with the guard planes around them.
template <typename Value>
void copy_guards(Ranks& ranks, const Slabs& slabs, const Guards& guards, std::span<Value> values,
                 std::size_t plane) {
  const int me = ranks.rank();
  const std::size_t before = plane * static_cast<std::size_t>(guards.below);
  const std::size_t mine = plane * static_cast<std::size_t>(slabs.size(me));
  const auto own =
      mine == 0 ? std::span<const Value>() : std::span<const Value>(values).subspan(before, mine);
  const std::vector<Value> come = fetch(ranks, slabs, own, plane, [&](int r) {
    return guard_planes(slabs, r, guards.below, guards.above);
  });
  if (come.empty()) return;
  const auto behind = come.begin() + static_cast<std::ptrdiff_t>(before);
  std::copy(come.begin(), behind, values.begin());
  std::copy(behind, come.end(), values.begin() + static_cast<std::ptrdiff_t>(before + mine));
}

/// Adds the guard planes of all ranks to the planes they stand for. Of whole numbers: their sum
/// does not depend on the order, nor on how the planes are shared out.
template <typename Value>
void add_guards(Ranks& ranks, const Slabs& slabs, const Guards& guards, std::span<Value> values,
                std::size_t plane) {
  static_assert(std::is_integral_v<Value>);
  const int me = ranks.rank();
  const auto of = [&](int r) { return guard_planes(slabs, r, guards.below, guards.above); };
  const std::size_t before = plane * static_cast<std::size_t>(guards.below);
  const std::size_t mine = plane * static_cast<std::size_t>(slabs.size(me));
  std::vector<std::vector<Value>> to(static_cast<std::size_t>(ranks.size()));
  std::size_t g = 0;
  for (const int k : of(me)) {
    const std::size_t at = g * plane + (g * plane < before ? 0 : mine);
    const auto from = values.subspan(at, plane);
    auto& part = to[static_cast<std::size_t>(slabs.owner(k))];
    part.insert(part.end(), from.begin(), from.end());
    ++g;
  }
  const std::vector<std::vector<Value>> from = ranks.all_to_all(to);
  for (int r = 0; r < ranks.size(); ++r) {
    const std::vector<Value>& part = from[static_cast<std::size_t>(r)];
    const std::vector<int> guard = of(r);
    const auto mine_of =
        std::count_if(guard.begin(), guard.end(), [&](int k) { return slabs.owner(k) == me; });
    require_whole(part.size(), plane * static_cast<std::size_t>(mine_of), r);
    const Value* next = part.data();
    for (const int k : guard) {
      if (slabs.owner(k) != me) continue;
      Value* const own = &values[before + plane * static_cast<std::size_t>(k - slabs.first(me))];
      for (std::size_t c = 0; c < plane; ++c) own[c] += next[c];
      next += plane;
    }
  }
}

}  // namespace tycho::mesh
