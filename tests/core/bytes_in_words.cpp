#include "core/bytes_in_words.hpp"

#include <gtest/gtest.h>

namespace tycho {
namespace {

TEST(BytesInWords, HaveTheLargestUnitOfWhichThereIsOne) {
  EXPECT_EQ(bytes_in_words(0), "0 bytes");
  EXPECT_EQ(bytes_in_words(1), "1 byte");
  EXPECT_EQ(bytes_in_words(1023), "1023 bytes");
  EXPECT_EQ(bytes_in_words(1536), "1.5 KiB");
  EXPECT_EQ(bytes_in_words(std::int64_t{8} << 30), "8 GiB");
  EXPECT_EQ(bytes_in_words(230400000000), "214.6 GiB");
  EXPECT_EQ(bytes_in_words(std::int64_t{1} << 46), "65536 GiB");
}

}  // namespace
}  // namespace tycho
