#include "core/settings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "core/contracts/all_pairs.hpp"
#include "core/contracts/pic.hpp"
#include "core/error.hpp"

namespace tycho {
namespace {

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Settings, StartFromTheContractsDefaults) {
  const Settings settings(all_pairs::contract(), Backend::kCuda);
  EXPECT_EQ(settings.integer("threads_per_block"), 256);
  EXPECT_EQ(settings.choice("kernel"), "best");
  EXPECT_EQ(settings.choice("precision"), "fp64");
}

TEST(Settings, RefuseWithTheNameAndWhatIsAllowed) {
  Settings settings(all_pairs::contract(), Backend::kCuda);
  EXPECT_EQ(message_of([&] { settings.set("threads_per_block", 33); }),
            "'threads_per_block' = 33 is not allowed; allowed are 16, 32, 64, 128, 256, 512, 1024");
  EXPECT_EQ(message_of([&] { settings.set("unroll", -1); }), "'unroll' = -1 is outside [0, 32]");
  EXPECT_EQ(message_of([&] { settings.set("softening", std::nan("")); }),
            "'softening' = nan is outside [0, 1e+06]");
  EXPECT_EQ(message_of([&] { settings.set("kernel", "fast"); }),
            "'kernel' = 'fast' is not allowed; allowed are best, tiled");
  EXPECT_EQ(message_of([&] { settings.set("kernel", 1); }), "'kernel' takes a word: best, tiled");
  EXPECT_EQ(message_of([&] { settings.set("dt", "small"); }), "'dt' takes a number");
  EXPECT_EQ(message_of([&] { settings.set("loop", "plain"); }),
            "'loop' has no meaning on the backend cuda");
  EXPECT_NE(message_of([&] { settings.set("blocks", 32); }).find("is no setting of all_pairs"),
            std::string::npos);
}

TEST(Settings, KeepTheirValueWhenAnotherIsRefused) {
  Settings settings(all_pairs::contract(), Backend::kCuda);
  settings.set("threads_per_block", 64);
  EXPECT_THROW(settings.set("threads_per_block", 33), UsageError);
  EXPECT_EQ(settings.integer("threads_per_block"), 64);
}

TEST(Settings, OfAllPairsStillTakeTheNameThatThreadsPerBlockHad) {
  Settings settings(all_pairs::contract(), Backend::kCuda);
  settings.set("block", 128);
  EXPECT_EQ(all_pairs::options(settings).threads_per_block, 128);
  EXPECT_EQ(settings.numbers().count("block"), 0U) << "results are written with the name of today";
}

// A choice whose values differ between the backends stands twice in its contract.
TEST(Settings, GiveEachBackendTheValuesOfItsOwn) {
  Settings cpu(pic::contract(), Backend::kCpu), cuda(pic::contract(), Backend::kCuda);
  EXPECT_EQ(cpu.choice("layout"), "scatter");
  EXPECT_EQ(cuda.choice("layout"), "tiled");
  cpu.set("layout", "ordered");
  cuda.set("layout", "ordered");
  EXPECT_EQ(message_of([&] { cpu.set("layout", "tiled"); }),
            "'layout' = 'tiled' is not allowed; allowed are scatter, ordered");
  EXPECT_EQ(message_of([&] { cuda.set("layout", "scatter"); }),
            "'layout' = 'scatter' is not allowed; allowed are tiled, ordered");
  EXPECT_EQ(message_of([&] { cuda.set("layout", 1); }), "'layout' takes a word: tiled, ordered");
}

// Recorded results and tunings have them.
TEST(Settings, OfThePlasmaAreKnownByTheirFormerNames) {
  Settings settings(pic::contract(), Backend::kCuda);
  settings.set("block", 256);
  settings.set("tile_block", 384);
  EXPECT_EQ(pic::options(settings).threads_per_block, 256);
  EXPECT_EQ(pic::options(settings).threads_per_tile, 384);
  EXPECT_EQ(settings.numbers().count("block"), 0U);
}

}  // namespace
}  // namespace tycho
