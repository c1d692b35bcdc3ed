// The two lists of implementations against each other.
#include <gtest/gtest.h>

#include <set>

#include "core/algorithm.hpp"
#include "gpu/implementations.hpp"
#include "reference/implementations.hpp"

namespace tycho {
namespace {

TEST(Registry, EveryAlgorithmExistsOnBothSides) {
  if (gpu::implementations().empty()) GTEST_SKIP() << gpu::unavailable();
  std::set<std::string_view> cpu, cuda;
  for (const Implementation& entry : reference::implementations()) cpu.insert(entry.contract->name);
  for (const Implementation& entry : gpu::implementations()) cuda.insert(entry.contract->name);
  EXPECT_EQ(cpu, cuda);
}

TEST(Registry, NamesAreDistinct) {
  std::set<std::string_view> names;
  for (const Implementation& entry : reference::implementations())
    EXPECT_TRUE(names.insert(entry.contract->name).second) << entry.contract->name;
  EXPECT_FALSE(names.empty());
}

}  // namespace
}  // namespace tycho
