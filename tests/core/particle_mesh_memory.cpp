// What a particle mesh asks for on a device, which no CPU can measure: never less than the arrays
// that gpu/particle_mesh adds up before it allocates them, with the sort's copies and cuFFT's work.
#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/contracts/particle_mesh.hpp"
#include "core/settings.hpp"

namespace tycho {
namespace {

using Words = std::initializer_list<std::pair<std::string_view, std::string_view>>;

constexpr std::int64_t kParticles = 1 << 22, kSide = 128, kCells = kSide * kSide * kSide;

MemoryNeed need(const Words& words, double side = kSide, double reorder = 0) {
  Settings settings(particle_mesh::contract(), Backend::kCuda);
  for (const auto& [name, word] : words) settings.set(name, word);
  settings.set("grid", side);
  settings.set("reorder", reorder);
  return particle_mesh::contract().memory(settings, kParticles);
}

TEST(ParticleMeshMemory, OnADeviceIsThatOfEveryArray) {
  for (const std::int64_t real : {4, 8}) {
    const std::pair<std::string_view, std::string_view> precision{"precision",
                                                                  real == 4 ? "fp32" : "fp64"};
    const std::int64_t stars = kParticles * (6 * real + 4), mesh = kCells * (3 * real + 4);
    const std::int64_t modes = kSide * kSide * (kSide / 2 + 1);
    const std::int64_t modes_padded = 4 * kSide * kSide * (kSide + 1);
    const auto expect = [&](const MemoryNeed& asked, std::int64_t solver, std::int64_t more = 0) {
      const std::int64_t arrays = stars + mesh + solver + more;
      EXPECT_GE(asked.device, arrays);
      // Beyond that: what is read out, and pages of allocations.
      EXPECT_LE(asked.device, arrays + real * kParticles + (std::int64_t{104} << 20));
    };
    // Spectrum and solution, and each plan's work area.
    const std::int64_t fft = real * (2 * modes + kCells) + 2 * 2 * real * modes;
    expect(need({precision}), fft);
    expect(need({precision, {"transform", "c2c"}}), real * kCells * (2 + 1 + 2));
    expect(need({precision, {"boundary", "isolated"}}),
           real * (8 * kCells + 3 * modes_padded + kCells) + 2 * 2 * real * modes_padded);
    expect(need({precision, {"poisson", "multigrid"}}), 3 * real * kCells * 8 / 7);
    expect(need({precision, {"histogram", "sort"}}), fft, kParticles * (4 + 1 + 4 + 4));
    expect(need({precision}, kSide, 16), fft, kParticles * (5 * 4 + 2 * 4 + real));
  }
}

// Of sides with large prime factors cuFFT may ask for eight times as much.
TEST(ParticleMeshMemory, OnADeviceAllowsForTransformsOfAwkwardSides) {
  EXPECT_GT(need({}, 127).device, need({}, 128).device);
}

TEST(ParticleMeshMemory, OfHistogramsOnTheHostIsPageLocked) {
  EXPECT_EQ(need({{"histogram", "host"}}).host - need({}).host, 4 * (kParticles + kCells));
}

}  // namespace
}  // namespace tycho
