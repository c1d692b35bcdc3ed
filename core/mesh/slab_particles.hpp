// Particles of a mesh in slabs: each is on the rank whose slab has its cell. A particle carries its
// index at the load, by which values of all ranks are put back into that order.
#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/ranks/ranks.hpp"

namespace tycho::mesh {

/// Drops the elements at `places`, which ascend, from each of the vectors: their last
/// elements fill the gaps.
template <typename... Values>
void drop(std::span<const std::uint32_t> places, std::vector<Values>&... of) {
  const auto from = [&](auto& values) {
    std::size_t left = values.size();
    for (auto place = places.rbegin(); place != places.rend(); ++place)
      values[*place] = values[--left];
    values.resize(left);
  };
  (from(of), ...);
}

/// A value of each particle of all ranks, in the order of the load. Throws where a particle is on
/// no rank or on two: one was lost or doubled on its way from rank to rank.
template <typename Value>
std::vector<Value> gathered(Ranks& ranks, std::span<const std::uint32_t> index,
                            std::span<const Value> values, std::size_t all) {
  const std::vector<std::uint32_t> places = ranks.all_gather(index);
  const std::vector<Value> come = ranks.all_gather(values);
  std::vector<Value> in_order(all);
  std::vector<char> found(all, 0);
  std::size_t twice = 0, right = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] >= all) throw std::runtime_error("ranks: a particle came with a broken index");
    char& here = found[places[i]];
    twice += here != 0;
    right += here == 0;
    here = 1;
    in_order[places[i]] = come[i];
  }
  if (twice > 0 || right != all)
    throw std::runtime_error("ranks: of " + std::to_string(all) + " particles " +
                             std::to_string(all - right) + " are on no rank and " +
                             std::to_string(twice) +
                             " on more than one: a particle was lost or doubled between ranks");
  return in_order;
}

}  // namespace tycho::mesh
