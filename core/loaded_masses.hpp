// The masses that particles were loaded with, by their ids. No step changes a mass: a code that
// gives other masses back is wrong, and checks that do not weigh by mass would not find it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/particles.hpp"

namespace tycho {

class LoadedMasses {
 public:
  explicit LoadedMasses(const Particles& loaded) {
    for (std::size_t i = 0; i < loaded.size(); ++i)
      held_.emplace_back(loaded.id[i], loaded.mass[i]);
    std::sort(held_.begin(), held_.end());
  }

  /// The first particle whose mass differs from the loaded one by more than single precision, or a
  /// text of six digits, rounds it. The ids must be those that were loaded.
  std::optional<std::size_t> other(const Particles& now) const {
    constexpr double kRounded = 1e-5;
    for (std::size_t i = 0; i < now.size(); ++i) {
      const auto was = std::lower_bound(held_.begin(), held_.end(), std::pair(now.id[i], 0.0));
      if (!(std::abs(now.mass[i] - was->second) <= kRounded * was->second)) return i;
    }
    return std::nullopt;
  }

 private:
  std::vector<std::pair<std::uint64_t, double>> held_;
};

}  // namespace tycho
