#include "harness/result/durable_file.hpp"

#include <gtest/gtest.h>

#include "tests/harness/full_disk.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;

TEST(DurableFile, HoldsTheNewText) {
  const TemporaryFolder folder;
  result::write_durably(folder / "f", "old");
  result::write_durably(folder / "f", "new");
  EXPECT_EQ(result::read_text(folder / "f"), "new");
  EXPECT_FALSE(fs::exists(folder / "f.part"));
}

TEST(DurableFile, HoldsTheOldTextWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  result::write_durably(folder / "f", "old");
  {
    const FullDisk full(10);
    EXPECT_THROW(result::write_durably(folder / "f", std::string(100, 'x')), result::WriteError);
  }
  EXPECT_EQ(result::read_text(folder / "f"), "old");
  EXPECT_FALSE(fs::exists(folder / "f.part"));
}

TEST(DurableFile, DoesNotFollowALink) {
  const TemporaryFolder folder;
  result::write_durably(folder / "thesis", "precious");
  fs::create_symlink(folder / "thesis", folder / "f");
  result::write_durably(folder / "f", "new");  // the link itself is replaced
  EXPECT_EQ(result::read_text(folder / "f"), "new");
  fs::create_symlink(folder / "thesis", folder / "g.part");
  try {
    result::write_durably(folder / "g", "new");
    FAIL() << "a link was followed";
  } catch (const result::WriteError& error) {
    EXPECT_NE(std::string(error.what()).find("g.part: it is a symbolic link"), std::string::npos)
        << error.what();
  }
  EXPECT_TRUE(fs::is_symlink(folder / "g.part")) << "what is not ours is not removed";
  EXPECT_EQ(result::read_text(folder / "thesis"), "precious");
}

TEST(DurableFile, ReadsAllBytesOfALongText) {
  const TemporaryFolder folder;
  std::string text;
  while (text.size() < 200'000) text += "line\r\n" + std::string(1, '\0');
  result::write_durably(folder / "f", text);
  EXPECT_EQ(result::read_text(folder / "f"), text);
  result::write_durably(folder / "f", "");
  EXPECT_EQ(result::read_text(folder / "f"), "");
}

std::string said_of_text(const std::filesystem::path& file) {
  try {
    return "was read: " + result::read_text(file);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

TEST(DurableFile, NamesTheFileThatCannotBeReadToItsEnd) {
  // Nothing of a process lies at address 0: the file can be opened, and reading it fails.
  EXPECT_EQ(said_of_text("/proc/self/mem"), "cannot read /proc/self/mem: Input/output error");
  const TemporaryFolder folder;
  const std::string none = (folder / "none").string();
  EXPECT_EQ(said_of_text(none), "cannot read " + none + ": No such file or directory");
  EXPECT_EQ(said_of_text(folder.path()),
            "cannot read " + folder.path().string() + ": it is a folder");
}

std::string said_of_folder(const std::filesystem::path& folder) {
  try {
    result::make_writable_folder(folder);
    return "was made";
  } catch (const result::WriteError& error) {
    return error.what();
  }
}

TEST(DurableFile, NamesThePathAndTheReason) {
  const TemporaryFolder folder;
  result::write_durably(folder / "file", "");
  const std::string below = said_of_folder(folder / "file" / "below");
  EXPECT_NE(below.find("file/below"), std::string::npos) << below;
  EXPECT_NE(below.find("directory"), std::string::npos) << below;

  std::filesystem::create_directory_symlink(folder / "gone", folder / "link");
  const std::string nowhere = said_of_folder(folder / "link");
  EXPECT_NE(nowhere.find("a symbolic link to what is not there"), std::string::npos) << nowhere;
  std::filesystem::create_directory(folder / "gone");
  EXPECT_EQ(said_of_folder(folder / "link"), "was made");
}

}  // namespace
}  // namespace tycho
