// Two sets of particles that must be the same to the last bit: every array an algorithm stores, not
// a sample of the arrays.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/particles.hpp"

namespace tycho {

/// The bodies in the order of their ids: an algorithm may store them in another.
inline Particles by_id(const Particles& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return p.id[a] < p.id[b]; });
  Particles sorted(p.size());
  const auto gather = [&](const auto& from, auto& to) {
    for (std::size_t i = 0; i < order.size(); ++i) to[i] = from[order[i]];
  };
  for (const auto member :
       {&Particles::mass, &Particles::x, &Particles::y, &Particles::z, &Particles::vx,
        &Particles::vy, &Particles::vz, &Particles::ax, &Particles::ay, &Particles::az})
    gather(p.*member, sorted.*member);
  gather(p.id, sorted.id);
  return sorted;
}

/// By bits and not by value: what an algorithm does not give stays NaN, and NaN equals no number.
inline void expect_same_bits(const Particles& a, const Particles& b) {
  EXPECT_EQ(a.id, b.id);
  for (const auto& [name, member] : {std::pair{"mass", &Particles::mass},
                                     {"x", &Particles::x},
                                     {"y", &Particles::y},
                                     {"z", &Particles::z},
                                     {"vx", &Particles::vx},
                                     {"vy", &Particles::vy},
                                     {"vz", &Particles::vz},
                                     {"ax", &Particles::ax},
                                     {"ay", &Particles::ay},
                                     {"az", &Particles::az}}) {
    ASSERT_EQ((a.*member).size(), (b.*member).size()) << name;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double one = (a.*member)[i], other = (b.*member)[i];
      ASSERT_EQ(std::bit_cast<std::uint64_t>(one), std::bit_cast<std::uint64_t>(other))
          << name << " of body " << i << ": " << one << " and " << other;
    }
  }
}

}  // namespace tycho
