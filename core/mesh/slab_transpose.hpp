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
  const auto row_in = [&](int a, int b) { return &in[along(a * rows.planes() + b)]; };
  const auto put = [&](const Value* row, int a, int b) {
    std::copy_n(row, length, &out[along(b * planes.planes() + a)]);
  };
  std::vector<std::vector<Value>> to(static_cast<std::size_t>(ranks.size()));
  for (int r = 0; r < ranks.size(); ++r) {
    if (r == me || rows.size(r) == 0) continue;
    auto& part = to[static_cast<std::size_t>(r)];
    part.reserve(along(rows.size(r) * planes.size(me)));
    for (int a = 0; a < planes.size(me); ++a) {
      const Value* const first = row_in(a, rows.first(r));
      part.insert(part.end(), first, first + along(rows.size(r)));
    }
  }
  const std::vector<std::vector<Value>> from = ranks.all_to_all(to);
  // What stays on the rank needs no message.
  for (int b = 0; b < rows.size(me); ++b)
    for (int a = 0; a < planes.size(me); ++a)
      put(row_in(a, rows.first(me) + b), planes.first(me) + a, b);
  for (int r = 0; r < ranks.size(); ++r) {
    if (r == me) continue;
    const std::vector<Value>& part = from[static_cast<std::size_t>(r)];
    require_whole(part.size(), along(planes.size(r) * rows.size(me)), r);
    const Value* next = part.data();
    for (int a = planes.first(r); a < planes.last(r); ++a)
      for (int b = 0; b < rows.size(me); ++b, next += length) put(next, a, b);
  }
}

}  // namespace tycho::mesh
