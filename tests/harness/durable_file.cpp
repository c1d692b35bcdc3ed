#include "harness/result/durable_file.hpp"

#include <gtest/gtest.h>

#include "tests/harness/full_disk.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;

TEST(DurableFile, HoldsTheNewText) {
  const TemporaryFolder folder;
  write_durably(folder / "f", "old");
  write_durably(folder / "f", "new");
  EXPECT_EQ(read_text(folder / "f"), "new");
  EXPECT_FALSE(fs::exists(folder / "f.part"));
}

TEST(DurableFile, HoldsTheOldTextWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  write_durably(folder / "f", "old");
  {
    const FullDisk full(10);
    EXPECT_THROW(write_durably(folder / "f", std::string(100, 'x')), WriteError);
  }
  EXPECT_EQ(read_text(folder / "f"), "old");
  EXPECT_FALSE(fs::exists(folder / "f.part"));
}

TEST(DurableFile, NamesThePathAndTheReason) {
  const TemporaryFolder folder;
  write_durably(folder / "file", "");
  try {
    make_writable_folder(folder / "file" / "below");
    FAIL() << "a folder was made below a file";
  } catch (const WriteError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("file/below"), std::string::npos) << what;
    EXPECT_NE(what.find("directory"), std::string::npos) << what;
  }
}

}  // namespace
}  // namespace tycho
