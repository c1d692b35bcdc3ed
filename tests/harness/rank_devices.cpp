// Which ranks share a GPU, of made-up places.
#include "harness/campaign/rank_devices.hpp"

#include <gtest/gtest.h>

namespace tycho::campaign {
namespace {

using Numbers = std::vector<std::int64_t>;

result::ProcessesRecord numbered(const Numbers& nodes, const std::vector<std::string>& ids) {
  result::ProcessesRecord processes;
  processes.nodes = nodes;
  number_devices(processes, ids);
  return processes;
}

constexpr const char *kFirst = "0000:18:00.0", *kSecond = "0000:3b:00.0";

TEST(RankDevices, AreSharedByRanksOfOneNodeWithOnePlaceOnPci) {
  const auto both = numbered({0, 0}, {kFirst, kFirst});
  EXPECT_EQ(both.devices, (Numbers{0, 0}));
  EXPECT_EQ(both.shared_device, true);
  const auto two_of_three = numbered({0, 0, 0}, {kFirst, kSecond, kFirst});
  EXPECT_EQ(two_of_three.devices, (Numbers{0, 1, 0}));
  EXPECT_EQ(two_of_three.shared_device, true);
}

TEST(RankDevices, AreNotSharedWhereEachRankSeesAnotherGpuAsNumber0) {
  const auto apart = numbered({0, 0}, {device_id(kFirst, "0"), device_id(kSecond, "0")});
  EXPECT_EQ(apart.devices, (Numbers{0, 1}));
  EXPECT_EQ(apart.shared_device, false);
}

TEST(RankDevices, AreSharedWhereRanksHaveSeveralNamesForOneGpu) {
  const auto both = numbered({0, 0}, {device_id(kFirst, "0"), device_id(kFirst, "GPU-5a1e")});
  EXPECT_EQ(both.shared_device, true);
}

TEST(RankDevices, AreNotSharedAcrossNodes) {
  const auto apart = numbered({0, 1, 0, 1}, {kFirst, kFirst, kSecond, kSecond});
  EXPECT_EQ(apart.devices, (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(apart.shared_device, false);
}

TEST(RankDevices, AreNotSharedWhereRanksHaveSlicesOfOneGpu) {
  const auto apart = numbered({0, 0}, {device_id(kFirst, "MIG-0a"), device_id(kFirst, "MIG-0b")});
  EXPECT_EQ(apart.shared_device, false);
  const auto both = numbered({0, 0}, {device_id(kFirst, "MIG-0a"), device_id(kFirst, "MIG-0a")});
  EXPECT_EQ(both.shared_device, true);
}

TEST(RankDevices, AreNotKnownWhereARankHasNone) {
  const auto none = numbered({0, 0}, {kFirst, device_id("", "0")});
  EXPECT_FALSE(none.devices);
  EXPECT_FALSE(none.shared_device);
}

}  // namespace
}  // namespace tycho::campaign
