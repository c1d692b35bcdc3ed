// What the tests of the force engines share: an engine of every backend, kernel and precision, and
// the comparison of what it gives with the sums in double.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/error.hpp"
#include "gpu/implementations.hpp"
#include "reference/implementations.hpp"
#include "tests/pairs/backends.hpp"
#include "tests/pairs/hermite_bodies.hpp"

namespace tycho {

struct EngineWay {
  std::string name;
  std::string backend, precision, kernel;
  int threads = 1;
  friend std::ostream& operator<<(std::ostream& out, const EngineWay& way) {
    return out << way.name;
  }
};

inline std::unique_ptr<ForceEngine> make_engine(const EngineWay& way) {
  const EngineOptions options{way.precision, way.kernel, way.threads};
  return way.backend == "cpu" ? reference::make_force_engine(options)
                              : gpu::make_force_engine(options);
}

inline std::vector<JBody> sources_of(const Particles& p) {
  std::vector<JBody> bodies(p.size());
  for (std::size_t j = 0; j < p.size(); ++j) {
    bodies[j].mass = p.mass[j];
    bodies[j].x = p.position(j);
    bodies[j].v = p.velocity(j);
    bodies[j].index = static_cast<std::int32_t>(5 * j + 2);
  }
  return bodies;
}

inline std::vector<std::int32_t> slots_upto(std::size_t n) {
  std::vector<std::int32_t> slots(n);
  std::iota(slots.begin(), slots.end(), 0);
  return slots;
}

/// `count` of the bodies as targets, spread over all of them.
inline std::vector<IBody> targets_of(const std::vector<JBody>& bodies, std::size_t count) {
  std::vector<IBody> targets(count);
  for (std::size_t k = 0; k < count; ++k) {
    const JBody& b = bodies[k * 7919 % bodies.size()];
    targets[k] = {b.x, b.v, b.index};
  }
  return targets;
}

class HermiteEngine : public testing::TestWithParam<EngineWay> {
 protected:
  void SetUp() override {
    if (GetParam().backend == "cuda" && !gpu::unavailable().empty())
      GTEST_SKIP() << gpu::unavailable();
    engine_ = make_engine(GetParam());
  }

  bool single() const { return GetParam().precision == "fp32"; }
  bool cuda() const { return GetParam().backend == "cuda"; }

  /// |a - a_ref| over the size of the sum, for the whole of these tests' crowds: fp32 rounds
  /// positions of order 1 to 6e-8, which is 3e-6 of the close pair's separation of 0.02 and thrice
  /// that of its force; ds and the pair terms of both have 2^-22.9 from rsqrt, thrice in the cube.
  double limit() const { return single() ? 5e-5 : GetParam().precision == "ds" ? 2e-6 : 1e-12; }

  void set(const std::vector<JBody>& bodies) {
    engine_->reserve(static_cast<std::int64_t>(bodies.size()));
    engine_->set_j(slots_upto(bodies.size()), bodies);
  }
  std::vector<Force> forces(const std::vector<IBody>& block, std::size_t nj, double softening_sq) {
    engine_->start(block, static_cast<std::int64_t>(nj), softening_sq);
    const std::span<const Force> found = engine_->finish();
    EXPECT_EQ(found.size(), block.size());
    return {found.begin(), found.end()};
  }
  /// kirin's scheme adds the body's own potential and takes it out again: a few roundings of it
  /// stay.
  double left_of_itself(const std::vector<JBody>& bodies, const IBody& target,
                        double softening_sq) const {
    if (GetParam().kernel != "paper" || target.index == -1) return 0;
    double own = 0;
    for (const JBody& b : bodies)
      if (b.index == target.index) own += b.mass / std::sqrt(softening_sq);
    return 1e-6 * own;
  }
  /// Against the sums in double; `where` names the test's sizes.
  void compare(const std::vector<JBody>& bodies, std::size_t nj, const std::vector<IBody>& block,
               const std::vector<Force>& found, double softening_sq, double t,
               const std::string& where, std::size_t stride = 1) {
    for (std::size_t i = 0; i < block.size(); i += stride) {
      const DirectSum sum = direct_sum(bodies, nj, block[i], softening_sq, t);
      ASSERT_LE(length(found[i].acc - sum.acc), limit() * length(sum.acc)) << where << ", i " << i;
      // The jerk's terms cancel: measured against what they add up to without signs, which is at
      // most a few times the largest.
      ASSERT_LE(length(found[i].jerk - sum.jerk), 20 * limit() * (length(sum.jerk) + 1))
          << where << ", i " << i;
      ASSERT_NEAR(found[i].pot, sum.pot,
                  limit() * std::abs(sum.pot) + left_of_itself(bodies, block[i], softening_sq))
          << where << ", i " << i;
      if (!single()) {
        ASSERT_EQ(found[i].neighbour, sum.neighbour) << where << ", i " << i;
      }
    }
  }

  std::unique_ptr<ForceEngine> engine_;
};

}  // namespace tycho
