// What a library's process says when it touches memory that it may not.
#include "harness/library/guarded_memory.hpp"

#include <gtest/gtest.h>

namespace tycho::library {
namespace {

/// Ends the process, as a library does in its function `advance`.
void touch(Access access) {
  explain_faults();
  GuardedMemory memory("x of the particles", 8);
  memory.allow(access);
  now_within("advance");
  auto* const byte = static_cast<volatile char*>(memory.begin());
  *byte = *byte;
}

TEST(GuardedMemoryDeathTest, TellsWhatIsKeptFromWhatIsOnlyToBeRead) {
  EXPECT_EXIT(touch(Access::kNone), testing::ExitedWithCode(1),
              "kept what it was lent for an earlier call: x of the particles, in advance");
  EXPECT_EXIT(touch(Access::kRead), testing::ExitedWithCode(1),
              "wrote where it may only read: x of the particles, in advance");
}

}  // namespace
}  // namespace tycho::library
