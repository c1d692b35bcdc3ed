#include "harness/result/topology.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;

// Two sockets of two cores with two hardware threads each, numbered as Linux numbers them.
fs::path two_sockets(const fs::path& folder) {
  for (int cpu = 0; cpu < 8; ++cpu) {
    const fs::path about = folder / ("cpu" + std::to_string(cpu)) / "topology";
    fs::create_directories(about);
    std::ofstream(about / "core_cpus_list") << cpu % 4 << ',' << cpu % 4 + 4 << '\n';
    std::ofstream(about / "physical_package_id") << cpu % 4 / 2 << '\n';
  }
  return folder;
}

TEST(Topology, GivesEveryCoreAThreadBeforeAnyGetsASecond) {
  const TemporaryFolder folder;
  const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7};
  const result::Topology topology = result::read_topology(two_sockets(folder.path()), all);
  EXPECT_EQ(topology.cpus, (std::vector<int>{1, 2, 3, 0, 5, 6, 7, 4}));
  EXPECT_EQ(topology.sockets, 2);
  EXPECT_EQ(topology.cores, 4);
  EXPECT_EQ(topology.threads_per_core, 2);
}

TEST(Topology, IsOfTheCpusThatMayBeUsed) {
  const TemporaryFolder folder;
  const std::vector<int> some{2, 3, 6};
  const result::Topology topology = result::read_topology(two_sockets(folder.path()), some);
  EXPECT_EQ(topology.cpus, (std::vector<int>{2, 3, 6}));
  EXPECT_EQ(topology.sockets, 1);
  EXPECT_EQ(topology.cores, 2);
  EXPECT_EQ(topology.threads_per_core, 2);
}

TEST(Topology, SaysNothingWhereTheSystemSaysNothing) {
  const TemporaryFolder folder;
  const std::vector<int> all{0, 1, 2};
  const result::Topology topology = result::read_topology(folder.path(), all);
  EXPECT_EQ(topology.cpus, (std::vector<int>{1, 2, 0}));
  EXPECT_FALSE(topology.sockets || topology.cores || topology.threads_per_core);
}

}  // namespace
}  // namespace tycho
