// Which bodies a backend on the host holds, and in which order: all of them, as they came or along
// Morton's curve, or of several ranks the share of this one.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/bodies/held_order.hpp"
#include "core/domains/migrate.hpp"

namespace tycho::tree {

class Holding {
 public:
  explicit Holding(Ranks& ranks) : ranks_(ranks) {}

  /// Bodies are held along the curve through where they are now. For one rank.
  void follow_curve(std::span<const Vec3<double>> x, int threads) {
    order_.follow_curve(x, threads);
  }

  /// Takes all bodies as they came, and returns those that are held.
  template <typename Bodies>
  Bodies held(Bodies all) {
    count_ = all.size();
    if (ranks_.alone()) return order_.to_held(std::move(all));
    all.work.resize(all.size());
    return domains::share_of_all(std::move(all), ranks_);
  }

  /// All bodies, as they came, from those that are held. Collective.
  template <typename Bodies>
  Bodies all(const Bodies& held) const {
    return ranks_.alone() ? order_.to_given(held) : domains::gathered(held, count_, ranks_);
  }

  /// A value of each of them, from one of each body that is held. Collective.
  template <typename Bodies>
  std::vector<double> all(std::vector<double> values, const Bodies& held) const {
    return ranks_.alone() ? order_.to_given(std::move(values))
                          : domains::gathered(values, held.given, ranks_);
  }

  /// Each body to its rank. Collective.
  template <typename Bodies>
  void migrate(std::span<const int> owner, Bodies& held) const {
    domains::migrate(owner, count_, ranks_, held);
  }

 private:
  Ranks& ranks_;
  HeldOrder order_;
  std::size_t count_ = 0;  // bodies of all ranks
};

}  // namespace tycho::tree
