// barnes_hut with scheme = device, made in either precision, and bodies for it.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "core/contracts/barnes_hut.hpp"
#include "core/philox.hpp"
#include "gpu/barnes_hut/barnes_hut.hpp"
#include "gpu/implementations.hpp"

namespace tycho::gpu {

using Numbers = std::map<std::string, double>;
using Words = std::map<std::string, std::string>;

class BarnesHutDevice : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (const std::string reason = unavailable(); !reason.empty()) GTEST_SKIP() << reason;
  }
  static bool single() { return std::string(GetParam()) == "fp32"; }

  static std::unique_ptr<Algorithm> make(const Numbers& numbers, const Words& words = {}) {
    Settings settings(tycho::barnes_hut::contract(), Backend::kCuda);
    settings.set("scheme", std::string_view("device"));
    settings.set("precision", std::string_view(GetParam()));
    for (const auto& [name, word] : words) settings.set(name, std::string_view(word));
    for (const auto& [name, value] : numbers) settings.set(name, value);
    return barnes_hut::make(settings);
  }

  static void advance(Algorithm& algorithm, int steps) {
    SilentTimer silent(tycho::barnes_hut::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm.advance(silent);
  }

  static Particles stored(Algorithm& algorithm) {
    Particles p(1);
    algorithm.store(p);
    return p;
  }
};

/// A cloud with a dense middle, unequal masses, off the origin, one body far out.
inline Particles cloud(std::size_t n) {
  Particles p(n);
  const Random random(77);
  for (std::size_t i = 0; i < n; ++i) {
    const double r = std::pow(random.uniform(i, 0, 1, 0), 1.5), z = random.uniform(i, -1, 1, 1),
                 phi = random.uniform(i, 0, 6.283185307, 2), s = std::sqrt(1 - z * z);
    p.mass[i] = random.uniform(i, 0.1, 3.0, 3) / static_cast<double>(n);
    p.set_position(i, {3 + r * s * std::cos(phi), -1 + r * s * std::sin(phi), 0.5 + r * z});
    p.set_velocity(i, {random.uniform(i, -0.3, 0.3, 4), random.uniform(i, -0.3, 0.2, 5),
                       random.uniform(i, -0.1, 0.3, 6)});
    p.id[i] = 7 * i + 3;
  }
  if (n > 3) p.set_position(2, {14, -9, 5});
  return p;
}

inline double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

}  // namespace tycho::gpu
