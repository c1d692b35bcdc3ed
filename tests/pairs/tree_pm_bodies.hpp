// Boxes of bodies for the tests of mesh and tree, and the ways to run it.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/contracts/tree_pm.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/philox.hpp"
#include "tests/pairs/barnes_hut_bodies.hpp"

namespace tycho {

inline constexpr double kBox = 130;

/// Masses in proportion, of which all together are the matter of the box.
inline void make_matter_of_box(Particles& p) {
  double all = 0;
  for (const double m : p.mass) all += m;
  for (double& m : p.mass) m *= particle_mass(Cosmology{}, kBox, 1) / all;
}

/// Haloes of unequal sizes and of density 1 / r^2 around centres drawn at random, one of them on
/// the box's edge, every eighth body between them; unequal masses, a close pair, bodies on the
/// box's faces and outside it.
inline Particles haloes(std::size_t n, std::uint64_t seed = 20130426) {
  Particles p(n);
  const Random random(seed);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t halo = i % 8;
    const auto centre = [&](int axis) {
      return halo == 1 ? 0.01 * axis : random.uniform(halo, axis);
    };
    const double r = halo == 0 ? 0 : 0.03 * static_cast<double>(halo) * random.uniform(i, 3);
    const double c = random.uniform(i, -1, 1, 4), angle = random.uniform(i, 0, 6.283185307, 5);
    const double s = std::sqrt(1 - c * c);
    const Vec3<double> between{random.uniform(i, 0), random.uniform(i, 1), random.uniform(i, 2)};
    const Vec3<double> inside = Vec3<double>{centre(0), centre(1), centre(2)} +
                                r * Vec3<double>{s * std::cos(angle), s * std::sin(angle), c};
    p.set_position(i, kBox * (halo == 0 ? between : inside));
    p.set_velocity(i, {random.uniform(i, -300, 200, 6), random.uniform(i, 0, 100, 7),
                       random.uniform(i, -200, 200, 8)});
    p.mass[i] = random.uniform(i, 0.3, 1.7, 9);
    p.id[i] = 7 * i + 3;
  }
  if (n > 5) {
    p.set_position(2, p.position(1) + Vec3<double>{1e-3, -2e-3, 0});
    p.set_position(3, {0, kBox, -0.0});
    p.set_position(4, {kBox - 1e-14, -1e-17, 3 * kBox});
  }
  make_matter_of_box(p);
  return p;
}

/// Every variant of both sides.
inline std::vector<Way> tree_pm_ways() {
  const Words published{{"split", "published"}}, accurate{{"split", "accurate"}},
      erfc{{"split", "published"}, {"short_range", "erfc"}};
  std::vector<Way> ways{on(Backend::kCpu, {}),
                        on(Backend::kCpu, published),
                        on(Backend::kCpu, erfc),
                        on(Backend::kCpu, {{"opening", "geometric"}}),
                        on(Backend::kCpu, accurate),
                        on(Backend::kCpu, {}, 2),
                        on(Backend::kCpu, {{"order", "id"}})};
  for (const char* precision : {"fp64", "fp32"}) {
    for (Words words : {Words{}, erfc, Words{{"opening", "geometric"}},
                        Words{{"split", "accurate"}, {"short_range", "erfc"}}}) {
      words.insert({{"scheme", "best"}, {"precision", precision}});
      ways.push_back(on(Backend::kCpu, words));
    }
    const Words device{{"scheme", "device"}, {"mesh", "device"}, {"precision", precision}};
    for (const Words& more :
         {Words{}, published, accurate, erfc, Words{{"opening", "geometric"}}}) {
      Words words = device;
      words.insert(more.begin(), more.end());
      ways.push_back(on(Backend::kCuda, words));
    }
  }
  ways.push_back(on(Backend::kCpu, {{"scheme", "best"}, {"precision", "fp32"}}, 2, {{"group", 7}}));
  for (const char* overlap : {"no", "yes"})
    for (const Words& more : {Words{}, published}) {
      Words words{
          {"scheme", "particle"}, {"mesh", "host"}, {"precision", "fp64"}, {"overlap", overlap}};
      words.insert(more.begin(), more.end());
      ways.push_back(on(Backend::kCuda, words));
    }
  return ways;
}

/// The word of `split`.
inline std::string split_of(const Way& way) {
  const auto found = way.words.find("split");
  return found == way.words.end() ? "compact" : found->second;
}

class TreePmTest : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override { SKIP_WHERE_UNAVAILABLE(GetParam()); }
  std::unique_ptr<Algorithm> with(const Numbers& numbers = {}, const Words& words = {}) {
    return make(tree_pm::contract(), GetParam(), numbers, words);
  }
  static void advance(Algorithm& algorithm, int steps) {
    SilentTimer silent(tree_pm::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm.advance(silent);
  }
  static Particles stored(Algorithm& algorithm, std::size_t n) {
    Particles p(n);
    p.poison();
    algorithm.store(p);
    return by_id(p);
  }
  static Particles loaded(Algorithm& algorithm, const Particles& bodies) {
    algorithm.load(bodies);
    return stored(algorithm, bodies.size());
  }
};

/// Ewald's sum for these bodies, in the order of their ids.
struct EwaldForces {
  Particles bodies;
  std::vector<double> potential;
};
inline EwaldForces ewald_forces(const Particles& p, double eps) {
  const auto sum =
      make(tree_pm::contract(), on(Backend::kCpu, {{"force", "ewald"}}, 2), {{"softening", eps}});
  sum->load(p);
  EwaldForces out;
  sum->store(out.bodies);
  out.bodies = by_id(out.bodies);
  out.potential = sum->field("particle_potential");
  return out;
}

}  // namespace tycho
