#include "harness/result/gpu_lanes.hpp"

#include <gtest/gtest.h>

namespace tycho::result {
namespace {

TEST(GpuLanes, AreThoseOfTheComputeCapability) {
  for (const char* of_64 : {"6.0", "7.0", "7.2", "7.5", "8.0"})
    EXPECT_EQ(single_lanes(of_64), 64) << of_64;
  for (const char* of_128 :
       {"6.1", "6.2", "8.6", "8.7", "8.9", "9.0", "10.0", "10.3", "12.0", "12.1"})
    EXPECT_EQ(single_lanes(of_128), 128) << of_128;
}

TEST(GpuLanes, AreNotGuessed) {
  for (const char* unknown : {"", "1.0", "8", "8.00", "9.9", "13.0", "100.0"})
    EXPECT_FALSE(single_lanes(unknown)) << unknown;
}

}  // namespace
}  // namespace tycho::result
