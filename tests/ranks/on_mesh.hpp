// An algorithm with a mesh on ranks that are threads: made, moved, and held against another run to
// the bit.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "reference/implementations.hpp"
#include "tests/ranks/threads.hpp"

namespace tycho::test {

/// A test parameter: an algorithm with settings.
struct OnMesh {
  std::string name;
  const Contract* contract;
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> words;
  int threads = 1;
};

/// On these ranks; null: without ranks.
inline std::unique_ptr<Algorithm> make(const OnMesh& kind, Ranks* ranks) {
  Settings settings(*kind.contract, Backend::kCpu, kind.threads);
  for (const auto& [name, number] : kind.numbers) settings.set(name, number);
  for (const auto& [name, word] : kind.words) settings.set(name, std::string_view(word));
  if (ranks) settings.share_among(*ranks);
  for (const Implementation& each : reference::implementations())
    if (each.contract == kind.contract) return each.make(settings);
  throw UsageError("no such algorithm");
}

inline void advance(Algorithm& algorithm, const OnMesh& kind, int steps) {
  SilentTimer silent(kind.contract->stages);
  for (int step = 0; step < steps; ++step) algorithm.advance(silent);
}

inline Particles stored(Algorithm& algorithm) {
  Particles out;
  algorithm.store(out);
  return out;
}

/// After a few steps, on each rank.
inline Particles moved(const OnMesh& kind, const Particles& from, Ranks* ranks, int steps = 3) {
  const auto algorithm = make(kind, ranks);
  algorithm->load(from);
  advance(*algorithm, kind, steps);
  return stored(*algorithm);
}

inline bool same_bits(const std::vector<double>& one, const std::vector<double>& other) {
  return one.size() == other.size() &&
         (one.empty() || std::memcmp(one.data(), other.data(), 8 * one.size()) == 0);
}

inline bool same_bits(const Particles& a, const Particles& b) {
  return a.id == b.id && same_bits(a.mass, b.mass) && same_bits(a.x, b.x) && same_bits(a.y, b.y) &&
         same_bits(a.z, b.z) && same_bits(a.vx, b.vx) && same_bits(a.vy, b.vy) &&
         same_bits(a.vz, b.vz) && same_bits(a.ax, b.ax) && same_bits(a.ay, b.ay) &&
         same_bits(a.az, b.az);
}

/// Runs the body on each of `size` ranks; what it expects is expected by one rank at a time.
inline void on_ranks(const AsThreads& how,
                     const std::function<std::function<void()>(Ranks&)>& body) {
  std::mutex one_at_a_time;
  run_as_threads(how, [&](Ranks& ranks) {
    const std::function<void()> expect = body(ranks);
    const std::lock_guard lock(one_at_a_time);
    SCOPED_TRACE("rank " + std::to_string(ranks.rank()) + " of " + std::to_string(ranks.size()));
    expect();
  });
}

inline constexpr int kNumbersOfRanks[] = {1, 2, 3, 4, 7};

}  // namespace tycho::test
