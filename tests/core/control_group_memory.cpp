// Made-up trees of control groups: the least that is left on the way from the process's group up.
#include "core/control_group_memory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>

#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

class ControlGroupMemory : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }
  void group(const std::string& name, const std::string& most, const std::string& used) {
    write("mounted/" + name + "/memory.max", most);
    write("mounted/" + name + "/memory.current", used);
  }
  void older_group(const std::string& name, const std::string& most, const std::string& used) {
    write("mounted/memory/" + name + "/memory.limit_in_bytes", most);
    write("mounted/memory/" + name + "/memory.usage_in_bytes", used);
  }
  std::int64_t left(const std::string& own) {
    write("own", own);
    return left_in_control_groups({folder_ / "own", folder_ / "mounted"});
  }

  TemporaryFolder folder_;
};

TEST_F(ControlGroupMemory, IsUnlimitedWithoutGroupsAndWithoutLimits) {
  EXPECT_EQ(left_in_control_groups({folder_ / "none", folder_ / "none"}), kUnlimited);
  group("a", "max", "500");
  EXPECT_EQ(left("0::/a"), kUnlimited);
}

TEST_F(ControlGroupMemory, IsWhatTheProcesssOwnGroupLeaves) {
  group("a/b", "1000", "400");
  group("a/other", "10", "10");
  EXPECT_EQ(left("0::/a/b"), 600);
}

TEST_F(ControlGroupMemory, IsWhatAGroupAboveLeavesWhereThatIsLess) {
  group("job", "1000", "700");
  group("job/step", "max", "300");
  group("job/step/task", "800", "100");
  EXPECT_EQ(left("0::/job/step/task"), 300);
}

TEST_F(ControlGroupMemory, ComparesWhatIsLeftAndNotTheLimits) {
  group("job", "1000", "990");
  group("job/task", "500", "100");
  EXPECT_EQ(left("0::/job/task"), 10);
}

TEST_F(ControlGroupMemory, IsZeroWhereAGroupHasMoreThanItsLimit) {
  group("a", "1000", "1200");
  EXPECT_EQ(left("0::/a"), 0);
}

TEST_F(ControlGroupMemory, FollowsTheFirstVersionToo) {
  older_group("", "9223372036854771712", "5000");
  older_group("slurm/job", "2000", "1500");
  older_group("slurm/job/step", "1800", "400");
  EXPECT_EQ(left("5:cpu,cpuacct:/x\n4:hugetlb,memory:/slurm/job/step\n0::/"), 500);
  EXPECT_EQ(left("5:cpu,cpuacct:/slurm/job/step\n0::/"), kUnlimited) << "another controller's path";
}

TEST_F(ControlGroupMemory, OfAContainerIsThatOfTheMountWhereThePathIsTheHosts) {
  group("", "1000", "100");
  EXPECT_EQ(left("0::/docker/abc"), 900);
  EXPECT_EQ(left("0::/../../outside"), 900) << "above the root of the process's namespace";
  older_group("", "700", "100");
  EXPECT_EQ(left("4:memory:/docker/abc"), 600);
}

TEST_F(ControlGroupMemory, IsThatOfTheMountWhereTheProcesssGroupsAreNotListed) {
  group("", "1000", "100");
  EXPECT_EQ(left_in_control_groups({folder_ / "none", folder_ / "mounted"}), 900);
}

TEST_F(ControlGroupMemory, CountsCachedFilesThatTheKernelDropsAsLeft) {
  group("a", "1000", "900");
  write("mounted/a/memory.stat", "anon 100\nfile 800\ninactive_file 600\nactive_file 200");
  EXPECT_EQ(left("0::/a"), 700);
  older_group("b", "1000", "900");
  write("mounted/memory/b/memory.stat", "inactive_file 1\ntotal_inactive_file 500");
  EXPECT_EQ(left("4:memory:/b"), 600);
}

TEST_F(ControlGroupMemory, TakesAColonInANameForAPartOfTheName) {
  group("a:b", "1000", "1");
  EXPECT_EQ(left("0::/a:b"), 999);
}

}  // namespace
}  // namespace tycho
