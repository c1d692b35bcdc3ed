// What the particle-in-cell code does not take, and what it says.
#include "tests/pairs/pic_variants.hpp"
#include "tests/pairs/refusal.hpp"

namespace tycho {
namespace {

class PicRefusal : public PicTest {
 protected:
  std::string said_of(const Particles& p) {
    const auto pic = make();
    return refusal<UsageError>([&] { pic->load(p); });
  }
};

TEST_P(PicRefusal, NamesTheFirstParticleOutsideTheBox) {
  Particles p = random_particles(101);
  p.y[17] = kNy;
  p.x[40] = -0.5;
  p.id[17] = 1234;
  expect_says(said_of(p), "particle 17 (id 1234)");
  p.y[17] = std::nan("");
  expect_says(said_of(p), "particle 17 (id 1234)");
}

TEST_P(PicRefusal, NamesAParticleThatMovesNowhere) {
  Particles p = random_particles(101);
  p.vy[3] = std::nan("");
  expect_says(said_of(p), "particle 3 ");
}

TEST_P(PicRefusal, TakesTheMassThatMakesThePlasmaFrequencyOneOnly) {
  Particles p = random_particles(101);
  p.mass[5] *= 2;
  expect_says(said_of(p), "particle 5 ");
}

TEST_P(PicRefusal, TakesNoEmptySet) { expect_says(said_of(Particles()), "at least one particle"); }

TEST_P(PicRefusal, WantsSidesThatTheTransformCanPack) {
  expect_says(refusal<UsageError>([&] { make({{"nx", 17}}); }), "nx = 17 must be even");
  expect_says(refusal<UsageError>([&] { make({{"ny", 33}}); }), "ny = 33 must be even");
}

INSTANTIATE_TEST_SUITE_P(
    Layouts, PicRefusal,
    ::testing::Values(on(Backend::kCpu, {{"layout", "scatter"}}),
                      on(Backend::kCpu, {{"layout", "ordered"}, {"precision", "fp32"}}),
                      on(Backend::kCpu, {{"layout", "ordered"}, {"loop", "best"}}, 3),
                      on(Backend::kCuda, {{"layout", "ordered"}, {"precision", "fp32"}}),
                      on(Backend::kCuda, {{"layout", "tiled"}, {"precision", "fp32"}})),
    test_name);

TEST(PicSettings, OrderTheParticlesOfTheBestLoop) {
  expect_says(refusal<UsageError>([] {
                make(pic::contract(), on(Backend::kCpu, {{"layout", "scatter"}, {"loop", "best"}}));
              }),
              "layout = ordered");
}

// Settings are refused on any machine.
TEST(PicSettings, NameWhatDoesNotDivideTheGrid) {
  const auto said = [](std::string_view layout, const Numbers& numbers, const Words& words = {}) {
    Settings settings(pic::contract(), Backend::kCuda);
    settings.set("layout", layout);
    for (const auto& [name, value] : numbers) settings.set(name, value);
    for (const auto& [name, value] : words) settings.set(name, std::string_view(value));
    return refusal<UsageError>([&] { pic::require_sound(pic::options(settings)); });
  };
  expect_says(said("ordered", {{"nx", 48}, {"cells_per_thread", 32}}),
              "cells_per_thread = 32 does not divide nx = 48");
  expect_says(said("tiled", {{"nx", 48}, {"tile_x", 32}}), "tile_x = 32 does not divide nx = 48");
  expect_says(said("tiled", {{"ny", 48}, {"tile_y", 32}}), "tile_y = 32 does not divide ny = 48");
  expect_says(said("ordered", {}, {{"deterministic", "no"}}), "layout = tiled only");
}

}  // namespace
}  // namespace tycho
