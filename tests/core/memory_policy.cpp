// Policies are a thread's own: each test sets its in a thread that ends.
#include "core/memory_policy.hpp"

#include <gtest/gtest.h>
#include <linux/mempolicy.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <thread>

namespace tycho {
namespace {

class MemoryPolicy : public testing::Test {
 protected:
  void SetUp() override {
    if (!memory_nodes()) GTEST_SKIP() << "the system says nothing of its memory nodes";
  }
};

TEST_F(MemoryPolicy, TakesPagesFromAllNodesInTurnWhereThereAreSeveral) {
  ASSERT_GE(*memory_nodes(), 1);
  std::thread([] {
    ASSERT_EQ(memory_policy(), "first touch");
    interleave_memory();
    EXPECT_EQ(memory_policy(), *memory_nodes() > 1 ? "interleaved" : "first touch");
  }).join();
  EXPECT_EQ(memory_policy(), "first touch") << "of the thread that did not ask";
}

TEST_F(MemoryPolicy, IsLeftAsItWasSet) {
  std::thread([] {
    const unsigned long first = 1;
    ASSERT_EQ(syscall(SYS_set_mempolicy, MPOL_INTERLEAVE, &first, 64), 0);
    interleave_memory();
    EXPECT_EQ(memory_policy(), "interleaved");
    ASSERT_EQ(syscall(SYS_set_mempolicy, MPOL_BIND, &first, 64), 0);
    interleave_memory();
    EXPECT_EQ(memory_policy(), "other");
  }).join();
}

}  // namespace
}  // namespace tycho
