// Settings bound to fields: what is read, and the mistakes of a program that are found.
#include "core/binding.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace tycho {
namespace {

constexpr std::array<std::string_view, 2> kCpuWays{"plain", "fast"};
constexpr std::array<std::string_view, 2> kCudaWays{"tiled", "fast"};
constexpr std::array<Parameter, 3> kParameters{{
    {"dt", "time", "the step", 0.5, 0, 1, false, {}, Scope::kBoth, {}, "timestep"},
    {"leaf", "bodies", "in a leaf", 8, 1, 64, true, {}, Scope::kBoth},
    {"lanes", "", "of a warp", 32, 1, 32, true, {}, Scope::kCuda},
}};
constexpr std::array<Choice, 2> kChoices{{
    {"way", "on the CPU", kCpuWays, Scope::kCpu, "dt"},
    {"way", "on the GPU", kCudaWays, Scope::kCuda},
}};
constexpr Contract kContract{"toy", "of these tests", {}, kParameters, kChoices, {}, {}, {}};

enum class Way { kPlain, kTiled, kFast };
constexpr std::array<std::string_view, 3> kWays{"plain", "tiled", "fast"};

struct Options {
  double dt = 0;
  int leaf = 0, lanes = -1;
  Way way = Way::kPlain;
  bool fast = false;
};

Options bound(const Settings& settings) {
  Options o;
  Binding bind(settings);
  bind("dt", o.dt);
  bind("leaf", o.leaf);
  bind("lanes", o.lanes);
  bind("way", o.way, kWays);
  bind("way", o.fast, "fast");
  bind.done();
  return o;
}

TEST(Binding, ReadsNumbersWordsAndWhetherAWordIsChosen) {
  Settings settings(kContract, Backend::kCuda);
  settings.set("dt", 0.25);
  settings.set("leaf", 16);
  EXPECT_EQ(bound(settings).dt, 0.25);
  EXPECT_EQ(bound(settings).leaf, 16);
  EXPECT_EQ(bound(settings).lanes, 32);
  EXPECT_EQ(bound(settings).way, Way::kTiled);
  EXPECT_FALSE(bound(settings).fast);
  settings.set("way", "fast");
  EXPECT_EQ(bound(settings).way, Way::kFast);
  EXPECT_TRUE(bound(settings).fast);
}

TEST(Binding, LeavesAFieldWhoseSettingHasNoMeaningOnTheBackend) {
  EXPECT_EQ(bound(Settings(kContract, Backend::kCpu)).lanes, -1);
}

TEST(Binding, FindsANameThatTheContractDoesNotHave) {
  const Settings settings(kContract, Backend::kCpu);
  Binding bind(settings);
  double number = 0;
  Way way{};
  bool fast = false;
  EXPECT_THROW(bind("td", number), std::logic_error);
  EXPECT_THROW(bind("Way", way, kWays), std::logic_error);
  EXPECT_THROW(bind("way", fast, "fastest"), std::logic_error);
}

TEST(Binding, FindsAWordWithoutAName) {
  const Settings settings(kContract, Backend::kCpu);
  Binding bind(settings);
  Way way{};
  EXPECT_THROW(bind("way", way, std::array<std::string_view, 2>{"plain", "fast"}), std::logic_error)
      << "tiled is a word of the other backend";
}

TEST(Binding, FindsASettingThatIsBoundToNothing) {
  const Settings settings(kContract, Backend::kCpu);
  Binding bind(settings);
  double dt = 0;
  int leaf = 0;
  Way way{};
  bind("dt", dt);
  bind("leaf", leaf);
  bind("way", way, kWays);
  EXPECT_THROW(bind.done(), std::logic_error) << "lanes, though it has no meaning on this backend";
}

TEST(Binding, FindsAFractionBoundToAnInteger) {
  const Settings settings(kContract, Backend::kCpu);
  Binding bind(settings);
  int dt = 0;
  EXPECT_THROW(bind("dt", dt), std::logic_error);
}

TEST(Settings, TakeAFormerNameForTheOneOfToday) {
  Settings settings(kContract, Backend::kCpu);
  settings.set("timestep", 0.125);
  settings.set("dt", "fast");  // a number's name of today, and a word's of once
  EXPECT_EQ(settings.number("dt"), 0.125);
  EXPECT_EQ(settings.choice("way"), "fast");
}

}  // namespace
}  // namespace tycho
