// The order in which an algorithm holds its bodies: as they were loaded, or along Morton's curve
// through their positions at load. On the curve, neighbours in space are near each other in memory,
// and stages that go from cell to cell find them in the cache. The order stays while the bodies
// move: an old order costs time, not correctness.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/host_tree.hpp"

namespace tycho {

/// The values in this order.
template <typename Value>
std::vector<Value> picked(const std::vector<Value>& values, std::span<const std::int32_t> order) {
  if (values.empty()) return {};
  std::vector<Value> out;
  out.reserve(order.size());
  for (const std::int32_t i : order) out.push_back(values[i]);
  return out;
}

class HeldOrder {
 public:
  /// Until this is called, bodies are held as they came.
  void follow_curve(std::span<const Vec3<double>> x, int threads) {
    tree::Sorted sorted;
    tree::sort(x, threads, sorted);
    held_ = std::move(sorted.order);
    given_.resize(held_.size());
    for (std::size_t k = 0; k < held_.size(); ++k) given_[held_[k]] = static_cast<std::int32_t>(k);
  }

  /// Bodies (a struct with picked()) or values, one a body, from the order given to the one held.
  template <typename Held>
  Held to_held(Held given) const {
    return held_.empty() ? given : reorder(given, held_);
  }
  /// Bodies or values from the order held back to the one given.
  template <typename Given>
  Given to_given(Given held) const {
    return held_.empty() ? held : reorder(held, given_);
  }

 private:
  template <typename Bodies>
  static Bodies reorder(const Bodies& bodies, std::span<const std::int32_t> order) {
    return bodies.picked(order);
  }
  template <typename Value>
  static std::vector<Value> reorder(const std::vector<Value>& values,
                                    std::span<const std::int32_t> order) {
    return picked(values, order);
  }

  std::vector<std::int32_t> held_, given_;  // which body as given is held here, and the inverse
};

}  // namespace tycho
