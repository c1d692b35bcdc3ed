// One body of test code for every side, layout and variant of the particle-in-cell code. What this
// machine cannot run is skipped with the reason.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "core/contracts/pic.hpp"
#include "core/philox.hpp"
#include "tests/pairs/backends.hpp"
#include "tests/same_bits.hpp"

namespace tycho {

/// Every layout in both precisions, by both transforms, on the CPU on one and several threads.
inline std::vector<Way> pic_ways() {
  std::vector<Way> all;
  for (const char* precision : {"fp64", "fp32"})
    for (const char* fft : {"library", "batched"}) {
      const auto words = [&](const char* layout) {
        return Words{{"layout", layout}, {"precision", precision}, {"fft", fft}};
      };
      for (const char* layout : {"scatter", "ordered"})
        all.push_back(on(Backend::kCpu, words(layout)));
      Words best = words("ordered");
      best["loop"] = "best";
      for (const int threads : {1, 3}) all.push_back(on(Backend::kCpu, best, threads));
      for (const double cells : {1, 4, 16})
        all.push_back(on(Backend::kCuda, words("ordered"), 1,
                         {{"cells_per_thread", cells}, {"threads_per_block", 64}}));
      for (const char* deterministic : {"no", "yes"}) {
        Words tiled = words("tiled");
        tiled["deterministic"] = deterministic;
        all.push_back(on(Backend::kCuda, tiled, 1, {{"tile_x", 8}, {"tile_y", 4}}));
      }
    }
  for (const char* layout : {"scatter", "ordered"})
    all.push_back(on(Backend::kCpu, {{"layout", layout}, {"precision", "fp32"}}, 3));
  const Words best{
      {"layout", "ordered"}, {"precision", "fp32"}, {"fft", "library"}, {"loop", "best"}};
  for (const double columns : {4, 32})
    all.push_back(on(Backend::kCpu, best, 2, {{"columns", columns}}));
  all.push_back(on(Backend::kCuda, {{"layout", "tiled"}, {"precision", "fp32"}}));
  return all;
}

/// Tiles add charges in any order unless `deterministic` is asked for; every other layout repeats
/// to the bit.
inline bool adds_in_order(const Way& way) {
  const auto deterministic = way.words.find("deterministic");
  return way.words.at("layout") != "tiled" ||
         (deterministic != way.words.end() && deterministic->second == "yes");
}

class PicTest : public ::testing::TestWithParam<Way> {
 protected:
  // Unequal sides, which all the layouts above can divide.
  static constexpr int kNx = 16, kNy = 32;

  void SetUp() override { SKIP_WHERE_UNAVAILABLE(GetParam()); }

  static double epsilon() { return GetParam().single() ? 0x1p-23 : 0x1p-52; }
  static bool is(const char* setting, const char* word) {
    const auto found = GetParam().words.find(setting);
    return found != GetParam().words.end() && found->second == word;
  }
  /// How well a layout knows a position, from the corner of the box or of a cell, and the
  /// reference, from the corner of the box in double precision.
  static double position_epsilon() {
    return (is("layout", "scatter") ? kNy * epsilon() : epsilon()) + kNy * 0x1p-52;
  }

  static std::unique_ptr<Algorithm> make_way(const Way& way, const Numbers& numbers) {
    Numbers all{{"nx", kNx}, {"ny", kNy}};
    for (const auto& [key, number] : numbers) all[key] = number;
    return tycho::make(pic::contract(), way, all);
  }
  std::unique_ptr<Algorithm> make(const Numbers& numbers = {}) const {
    return make_way(GetParam(), numbers);
  }
  /// The plain program: scattered, in double precision.
  static std::unique_ptr<Algorithm> make_reference(const Numbers& numbers = {}) {
    return make_way(on(Backend::kCpu, {}), numbers);
  }

  /// Places and speeds that single precision holds in every layout: all load the same state.
  static double exact_place(double x, int side) {
    return std::min(std::floor(x * 0x1p14) * 0x1p-14, side - 0x1p-14);
  }
  static double exact_speed(double v) { return std::floor(v * 0x1p12) * 0x1p-12; }
  static void make_exact(Particles& p) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      p.x[i] = exact_place(p.x[i], kNx);
      p.y[i] = exact_place(p.y[i], kNy);
      p.vx[i] = exact_speed(p.vx[i]);
      p.vy[i] = exact_speed(p.vy[i]);
    }
  }

  /// Electrons, denser towards y = 0 and with a few cells empty, of large ids in no order.
  static Particles random_particles(std::size_t n, double thermal = 1, std::uint64_t seed = 7) {
    Particles p = electrons(n);
    const Random positions(seed, 0), speeds(seed, 1);
    for (std::size_t i = 0; i < n; ++i) {
      const auto [x, y] = positions.uniform2(i);
      const auto [vx, vy] = speeds.normal2(i);
      p.set_position(i, {kNx * x, kNy * y * std::sqrt(y), 0});
      p.set_velocity(i,
                     {thermal * std::clamp(vx, -4.0, 4.0), thermal * std::clamp(vy, -4.0, 4.0), 0});
    }
    make_exact(p);
    return p;
  }
  static Particles electrons(std::size_t n) {
    Particles p(n);
    for (std::size_t i = 0; i < n; ++i) {
      p.mass[i] = double(kNx) * kNy / static_cast<double>(n);
      p.id[i] = (i * 7919) % n * 1000003 + 17;
    }
    return p;
  }

  static void advance(Algorithm& algorithm, int steps) {
    GuardTimer timer(pic::contract().stages, algorithm.clock());
    for (int s = 0; s < steps; ++s) algorithm.advance(timer);
  }
  static Particles stored(Algorithm& algorithm) {
    Particles p(3);  // of another size than what comes
    p.poison();
    algorithm.store(p);
    return p;
  }
  static double around(double difference, double side) {
    return std::abs(difference - side * std::round(difference / side));
  }

  /// -m times the sum of the linear weights at every grid point, and how many particles touch it.
  struct Deposited {
    std::vector<double> charge, touching;
  };
  static Deposited deposited(const Particles& p) {
    std::vector<long double> sum(std::size_t(kNx) * kNy);
    std::vector<double> touching(sum.size());
    for (std::size_t k = 0; k < p.size(); ++k) {
      const int i = static_cast<int>(p.x[k]), j = static_cast<int>(p.y[k]);
      const long double dx = p.x[k] - i, dy = p.y[k] - j;
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b) {
          const std::size_t at = (i + a) % kNx + std::size_t(kNx) * ((j + b) % kNy);
          sum[at] -= p.mass[k] * (a ? dx : 1 - dx) * (b ? dy : 1 - dy);
          touching[at] += 1;
        }
    }
    return {{sum.begin(), sum.end()}, touching};
  }
};

}  // namespace tycho
