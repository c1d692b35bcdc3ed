// One body of test code for every side and variant of the particle mesh. A variant names settings;
// a test adds its own. What this machine cannot run is skipped with the reason.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/contracts/particle_mesh.hpp"
#include "core/mesh_algorithm.hpp"
#include "core/philox.hpp"
#include "tests/pairs/backends.hpp"

namespace tycho {

/// The same settings on both sides, in both precisions; on the CPU by both loops, the best one also
/// on several threads.
inline std::vector<Way> everywhere(const std::vector<Words>& settings) {
  std::vector<Way> all;
  for (const Backend backend : {Backend::kCpu, Backend::kCuda})
    for (const char* precision : {"fp64", "fp32"})
      for (auto words : settings) {
        words["precision"] = precision;
        all.push_back(on(backend, words));
        if (backend == Backend::kCuda) continue;
        words["loop"] = "best";
        for (const int threads : {1, 3}) all.push_back(on(backend, words, threads));
      }
  return all;
}

class MeshTest : public ::testing::TestWithParam<Way> {
 protected:
  void SetUp() override { SKIP_WHERE_UNAVAILABLE(GetParam()); }

  static double epsilon() { return GetParam().single() ? 0x1p-23 : 0x1p-52; }

  static std::unique_ptr<MeshAlgorithm> make(const Way& way, const Numbers& numbers,
                                             const Words& words = {}) {
    auto made = tycho::make(particle_mesh::contract(), way, numbers, words);
    auto* mesh = dynamic_cast<MeshAlgorithm*>(made.get());
    if (!mesh) throw std::logic_error("a particle mesh that cannot solve a given density");
    made.release();
    return std::unique_ptr<MeshAlgorithm>(mesh);
  }
  std::unique_ptr<MeshAlgorithm> make(const Numbers& numbers, const Words& words = {}) const {
    return make(GetParam(), numbers, words);
  }
  /// The plain double-precision program with the same settings otherwise.
  std::unique_ptr<MeshAlgorithm> make_reference(const Numbers& numbers, Words words = {}) const {
    for (const auto& [key, word] : GetParam().words)
      if (key != "histogram" && key != "kernel" && key != "loop") words.try_emplace(key, word);
    words["precision"] = "fp64";
    return make(on(Backend::kCpu, {}), numbers, words);
  }

  /// Particles at places that single precision holds exactly, so that both precisions put them into
  /// the same cells; of one mass that is no power of two, moving.
  static Particles random_particles(std::size_t n, std::uint64_t seed = 7) {
    Particles p(n);
    const Random places(seed, 0), speeds(seed, 1);
    const auto exact = [](double x) { return std::floor(x * 0x1p20) * 0x1p-20; };
    for (std::size_t i = 0; i < n; ++i) {
      const auto [x, y] = places.uniform2(i, 0);
      const auto [z, u] = places.uniform2(i, 1);
      p.set_position(i, {exact(x), exact(y * y), exact(z)});  // denser towards y = 0
      const auto [vx, vy] = speeds.normal2(i, 0);
      p.set_velocity(i, {0.1 * vx, 0.1 * vy, 0.05 * (u - 0.5)});
      p.mass[i] = 0.3 / static_cast<double>(n);
    }
    return p;
  }

  static void advance(Algorithm& algorithm, int steps) {
    GuardTimer timer(particle_mesh::contract().stages, algorithm.clock());
    for (int s = 0; s < steps; ++s) algorithm.advance(timer);
  }
};

}  // namespace tycho
