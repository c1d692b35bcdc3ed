// Bodies for the tests of the tree, sums over them that no tree has touched, and the ways to run
// it.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/contracts/barnes_hut.hpp"
#include "core/formulas/softened_kernel.hpp"
#include "core/philox.hpp"
#include "tests/pairs/backends.hpp"
#include "tests/same_bits.hpp"

namespace tycho {

inline double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

/// A Plummer sphere off the origin with a clump forty times smaller beside it, a close pair and a
/// body far out; masses over a factor of thirty, nothing symmetric.
inline Particles lopsided(std::size_t n, std::uint64_t seed = 20131115) {
  Particles p(n);
  const Random random(seed);
  for (std::size_t i = 0; i < n; ++i) {
    p.mass[i] = random.uniform(i, 0.1, 3.0, 0) / static_cast<double>(n);
    const double r = 1 / std::sqrt(std::pow(random.uniform(i, 0, 0.98, 1), -2.0 / 3) - 1);
    const double c = random.uniform(i, -1, 1, 2), angle = random.uniform(i, 0, 6.283185307, 3);
    const double s = r * std::sqrt(1 - c * c);
    const Vec3<double> at{s * std::cos(angle), s * std::sin(angle), r * c};
    p.set_position(i, i % 5 == 1 ? Vec3<double>{1.2, -0.4, 0.3} + 0.025 * at
                                 : Vec3<double>{0.3, 0.1, -0.2} + at);
    p.set_velocity(i, {random.uniform(i, -0.3, 0.2, 4), random.uniform(i, 0, 0.1, 5),
                       random.uniform(i, -0.2, 0.2, 6)});
    p.id[i] = 7 * i + 3;
  }
  if (n > 2) p.set_position(1, {p.x[0] + 1e-3, p.y[0], p.z[0] - 2e-3});
  if (n > 3) p.set_position(2, {40, -30, 20});
  return p;
}

/// How pairs are softened.
struct Softening {
  bool spline = false;
  double eps = 0;
};

struct DirectForce {
  Vec3<double> acc;
  double pot = 0;
};

/// Of all bodies on one, in double, one after the other. A pair has the larger of its lengths.
inline DirectForce direct_force(const Particles& p, std::size_t i, const Softening& softening) {
  DirectForce sum;
  const auto eps = [&](std::size_t j) {
    return p.softening.empty() ? softening.eps : p.softening[j];
  };
  for (std::size_t j = 0; j < p.size(); ++j) {
    if (j == i) continue;
    const Vec3<double> r = p.position(j) - p.position(i);
    const double longer = std::max(eps(i), eps(j));
    const auto kernel = softening.spline
                            ? tree::spline_kernel(dot(r, r), tree::kSplineRadius * longer)
                            : tree::plummer_kernel(dot(r, r), longer * longer);
    sum.acc += (p.mass[j] * kernel.factor) * r;
    sum.pot += p.mass[j] * kernel.potential;
  }
  return sum;
}

/// Sorted relative errors of the accelerations of every `stride`-th body.
struct ForceErrors {
  std::vector<double> sorted;

  double at(double percent) const {
    return sorted[static_cast<std::size_t>(percent / 100 * static_cast<double>(sorted.size() - 1))];
  }
};
inline ForceErrors force_errors(const Particles& p, const Softening& softening,
                                std::size_t stride = 1) {
  ForceErrors errors;
  for (std::size_t i = 0; i < p.size(); i += stride) {
    const Vec3<double> exact = direct_force(p, i, softening).acc;
    const double off = length(p.acceleration(i) - exact);
    const double error = off == 0 ? 0 : off / length(exact);
    errors.sorted.push_back(std::isfinite(error) ? error : HUGE_VAL);
  }
  std::sort(errors.sorted.begin(), errors.sorted.end());
  return errors;
}

inline bool quadrupoles(const Way& way) { return !way.words.count("moments"); }
inline bool relative(const Way& way) { return way.words.count("opening"); }
inline bool splines(const Way& way) { return way.words.count("softening_kernel"); }
inline bool grouped(const Way& way) {
  return way.words.count("scheme") && way.words.at("scheme") == "grouped";
}
inline Softening softening(const Way& way, double eps) { return {splines(way), eps}; }

/// Every scheme, and of each what it can do.
inline std::vector<Way> tree_ways() {
  const Words monopole{{"moments", "monopole"}};
  const Words gadget{
      {"moments", "monopole"}, {"opening", "relative"}, {"softening_kernel", "spline"}};
  const auto with = [](Words words, const Words& more) {
    words.insert(more.begin(), more.end());
    return words;
  };
  std::vector<Way> ways;
  const auto particle = [&](Backend backend, const Words& words) {
    ways.push_back(on(backend, with({{"scheme", "particle"}}, words)));
  };
  for (const Backend backend : {Backend::kCpu, Backend::kCuda}) {
    particle(backend, {});
    particle(backend, {{"precision", "fp32"}});
    particle(backend, monopole);
    particle(backend, gadget);
    particle(backend, with({{"precision", "fp32"}}, gadget));
    particle(backend, {{"opening", "relative"}, {"softening_kernel", "spline"}});
    particle(backend, with({{"order", "id"}}, gadget));
    for (const char* precision : {"fp64", "fp32"})
      ways.push_back(on(backend, with({{"scheme", "grouped"}, {"precision", precision}}, monopole),
                        1, {{"ncrit", 100}}));
  }
  ways.push_back(on(Backend::kCpu, {{"scheme", "particle"}}, 2));
  ways.push_back(on(Backend::kCpu, with({{"scheme", "grouped"}}, monopole), 2, {{"ncrit", 64}}));
  ways.push_back(on(Backend::kCuda, with({{"scheme", "grouped"}, {"kernel", "normal"}}, monopole),
                    1, {{"ncrit", 100}}));
  for (const char* precision : {"fp64", "fp32"})
    for (const Words& words : {Words{}, monopole, gadget}) {
      ways.push_back(
          on(Backend::kCuda, with({{"scheme", "device"}, {"precision", precision}}, words)));
      ways.push_back(
          on(Backend::kCpu, with({{"scheme", "best"}, {"precision", precision}}, words)));
    }
  const Words best{{"scheme", "best"}};
  ways.push_back(on(Backend::kCpu, with(best, {{"precision", "fp32"}}), 2, {{"group", 7}}));
  ways.push_back(
      on(Backend::kCpu, with(best, {{"opening", "relative"}, {"softening_kernel", "spline"}})));
  return ways;
}

class TreeTest : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override { SKIP_WHERE_UNAVAILABLE(GetParam()); }
  std::unique_ptr<Algorithm> with(const Numbers& numbers, const Words& words = {}) {
    return make(barnes_hut::contract(), GetParam(), numbers, words);
  }
  static void advance(Algorithm& algorithm, int steps) {
    SilentTimer silent(barnes_hut::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm.advance(silent);
  }
  static Particles stored(Algorithm& algorithm, std::size_t n) {
    Particles p(n);
    p.poison();
    algorithm.store(p);
    return p;
  }
  static Particles loaded(Algorithm& algorithm, const Particles& bodies) {
    algorithm.load(bodies);
    return stored(algorithm, bodies.size());
  }
};

}  // namespace tycho
