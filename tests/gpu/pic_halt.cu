// Room that runs out in the midst of many enqueued steps, with the host far ahead and not waiting.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contracts/pic.hpp"
#include "core/error.hpp"
#include "core/philox.hpp"
#include "gpu/implementations.hpp"
#include "gpu/pic/pic.hpp"
#include "tests/same_bits.hpp"

namespace tycho::gpu {
namespace {

constexpr int kNx = 32, kNy = 16;

struct Kind {
  const char *layout, *precision, *fft;
};

class PicHalt : public ::testing::TestWithParam<Kind> {
 protected:
  void SetUp() override {
    if (const std::string reason = unavailable(); !reason.empty()) GTEST_SKIP() << reason;
  }

  static std::unique_ptr<Algorithm> make(double dt, double group_room, double buffer_room) {
    Settings settings(tycho::pic::contract(), Backend::kCuda);
    const auto [layout, precision, fft] = GetParam();
    settings.set("layout", std::string_view(layout));
    settings.set("precision", std::string_view(precision));
    settings.set("fft", std::string_view(fft));
    if (std::string_view(layout) == "tiled") settings.set("deterministic", std::string_view("yes"));
    for (const auto& [name, value] : {std::pair{"nx", double(kNx)},
                                      {"ny", double(kNy)},
                                      {"dt", dt},
                                      {"tile_x", 4.0},
                                      {"tile_y", 8.0},
                                      {"cells_per_thread", 4.0},
                                      {"threads_per_tile", 64.0},
                                      {"group_room", group_room},
                                      {"buffer_room", buffer_room}})
      settings.set(name, value);
    return pic::make(settings);
  }

  /// A stream of particles to the right that starts in a quarter of the box.
  static Particles stream(std::size_t n) {
    Particles p(n);
    const Random positions(11, 0), speeds(11, 1);
    for (std::size_t i = 0; i < n; ++i) {
      const auto [x, y] = positions.uniform2(i);
      const auto [vx, vy] = speeds.normal2(i);
      p.mass[i] = double(kNx) * kNy / static_cast<double>(n);
      p.set_position(i, {kNx * (i % 3 ? x : 0.25 * x), kNy * y, 0});
      p.set_velocity(i, {2 + 0.3 * std::clamp(vx, -4.0, 4.0), 0.3 * std::clamp(vy, -4.0, 4.0), 0});
    }
    return p;
  }

  static void advance(Algorithm& algorithm, int steps) {
    SilentTimer silent(tycho::pic::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm.advance(silent);
  }

  /// What is stored, matched by ids; none may be lost or stand twice.
  static Particles stored(Algorithm& algorithm) {
    Particles p(1);
    algorithm.store(p);
    Particles sorted = by_id(p);
    for (std::size_t i = 0; i < sorted.size(); ++i) EXPECT_EQ(sorted.id[i], i);
    return sorted;
  }
};

TEST_P(PicHalt, LosesNoStepAndNoParticle) {
  const Particles p = stream(6011);
  const auto tight = make(0.1, 1.01, 0.001), ample = make(0.1, 64, 1);
  tight->load(p);
  ample->load(p);
  const std::int64_t waits = ample->clock().waits();
  advance(*tight, 40);
  advance(*ample, 40);
  EXPECT_EQ(ample->clock().waits(), waits);  // nothing happened: nothing was waited for
  const Particles a = stored(*tight), b = stored(*ample);
  EXPECT_GT(tight->counters().at("redone_reorders"), 0);
  EXPECT_EQ(ample->counters().at("redone_reorders"), 0);
  expect_same_bits(a, b);
}

TEST_P(PicHalt, SaysWhichStageMetAParticleThatIsTooFast) {
  Particles p = stream(1009);
  const auto pic = make(0.1, 0, 0);
  p.vy[77] = 25;
  pic->load(p);
  try {
    advance(*pic, 20);
    pic->clock().wait();
    FAIL() << "2.5 cells a step were not refused";
  } catch (const StageError& error) {
    EXPECT_NE(error.stage().find("reorder"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("1 particle moved"), std::string::npos)
        << error.what();
  }
  EXPECT_EQ(pic->counters().at("too_fast_particles"), 1);
  Particles out(1);
  EXPECT_THROW(pic->store(out), StageError);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, PicHalt,
    ::testing::Values(Kind{"tiled", "fp32", "library"}, Kind{"tiled", "fp64", "batched"},
                      Kind{"ordered", "fp32", "batched"}, Kind{"ordered", "fp64", "library"}),
    [](const auto& info) { return std::string(info.param.layout) + "_" + info.param.precision; });

}  // namespace
}  // namespace tycho::gpu
