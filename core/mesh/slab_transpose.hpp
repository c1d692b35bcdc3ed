// A mesh in slabs along one axis to slabs along another, as a transform needs it that goes through
// the axes one after the other.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/mesh/slabs.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::mesh {

/// `in` has the rank's planes a of `planes`, each of all rows b; `out` gets the rank's rows b of
/// `rows`, each of all planes a. A row is `length` elements, which stay together. The way back is
/// the same with the two slabs swapped.
template <typename Value>
void transpose(Ranks& ranks, const Slabs& planes, const Slabs& rows, std::span<const Value> in,
               std::span<Value> out, std::size_t length) {
  const int me = ranks.rank();
  const auto along = [length](int count) { return length * static_cast<std::size_t>(count); };
  std::vector<std::vector<Value>> to(static_cast<std::size_t>(ranks.size()));
  for (int r = 0; r < ranks.size(); ++r) {
    auto& part = to[static_cast<std::size_t>(r)];
    part.reserve(along(rows.size(r)) * static_cast<std::size_t>(planes.size(me)));
    for (int a = 0; a < planes.size(me); ++a) {
      const auto slab = in.subspan(along(a * rows.planes() + rows.first(r)), along(rows.size(r)));
      part.insert(part.end(), slab.begin(), slab.end());
    }
  }
  const std::vector<std::vector<Value>> from = ranks.all_to_all(to);
  for (int r = 0; r < ranks.size(); ++r) {
    const std::vector<Value>& part = from[static_cast<std::size_t>(r)];
    require_whole(part.size(), along(planes.size(r) * rows.size(me)), r);
    auto next = part.begin();
    for (int a = planes.first(r); a < planes.last(r); ++a)
      for (int b = 0; b < rows.size(me); ++b) {
        const auto end = next + static_cast<std::ptrdiff_t>(length);
        std::copy(next, end,
                  out.begin() + static_cast<std::ptrdiff_t>(along(b * planes.planes() + a)));
        next = end;
      }
  }
}

}  // namespace tycho::mesh
