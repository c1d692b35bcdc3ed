// What the tests of rank invariance share: a way to run an algorithm, bodies for it, and whether
// two runs ended with the same bits.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "core/philox.hpp"
#include "harness/backends/list.hpp"
#include "tests/ranks/threads.hpp"

namespace tycho::test {

struct Kind {
  std::string name;
  const Contract* contract;
  std::map<std::string, std::string> words;
  int threads = 1;
  std::map<std::string, double> numbers{};
  Backend backend = Backend::kCpu;
};

/// Tests of a kind, skipped and counted as skipped where this machine has not got its backend.
class OfKind : public testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    const std::string reason = backends::unavailable(GetParam().backend);
    if (!reason.empty()) GTEST_SKIP() << reason;
  }
};

inline void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

/// Masses drawn from a range, a close pair, no symmetry.
inline Particles lumpy(std::size_t n) {
  Particles p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto draw = [&](int k) { return Random(11).uniform(i, static_cast<std::uint32_t>(k)); };
    p.mass[i] = (0.5 + draw(0)) / static_cast<double>(n);
    p.set_position(i, {draw(1), 2 * draw(2) - 1, 0.3 * draw(3)});
    p.set_velocity(i, {draw(4) - 0.5, 0.2 * draw(5), draw(6)});
    p.id[i] = 1000 + 3 * i;
  }
  if (n > 2) p.set_position(2, p.position(0) + Vec3<double>{1e-3, 0, 0});
  return p;
}

inline std::unique_ptr<Algorithm> make(const Kind& kind, Ranks& ranks) {
  Settings settings(*kind.contract, kind.backend, kind.threads);
  settings.set("dt", 1.0 / 64);
  for (const auto& [name, number] : kind.numbers) settings.set(name, number);
  for (const auto& [name, word] : kind.words) settings.set(name, std::string_view(word));
  settings.share_among(ranks);
  for (const Implementation& each : backends::implementations(kind.backend))
    if (each.contract == kind.contract) return each.make(settings);
  throw UsageError("no such algorithm");
}

/// After a few steps, on each rank.
inline Particles moved(const Kind& kind, const Particles& from, Ranks& ranks) {
  const auto algorithm = make(kind, ranks);
  algorithm->load(from);
  SilentTimer silent(kind.contract->stages);
  for (int step = 0; step < 4; ++step) algorithm->advance(silent);
  Particles out;
  algorithm->store(out);
  return out;
}

inline void expect_same_bits(const Particles& a, const Particles& b, const std::string& where) {
  ASSERT_EQ(a.size(), b.size()) << where;
  EXPECT_EQ(a.id, b.id) << where;
  const auto same = [&](const std::vector<double>& one, const std::vector<double>& other) {
    return one.size() == other.size() &&
           (one.empty() || std::memcmp(one.data(), other.data(), 8 * one.size()) == 0);
  };
  EXPECT_TRUE(same(a.mass, b.mass)) << where;
  EXPECT_TRUE(same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z)) << where;
  EXPECT_TRUE(same(a.vx, b.vx) && same(a.vy, b.vy) && same(a.vz, b.vz)) << where;
  EXPECT_TRUE(same(a.ax, b.ax) && same(a.ay, b.ay) && same(a.az, b.az)) << where;
}

}  // namespace tycho::test
