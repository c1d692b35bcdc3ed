#include "harness/result/result_files.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "core/error.hpp"
#include "tests/harness/made_up_provenance.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::result {
namespace {

namespace fs = std::filesystem;

class ResultFiles : public ::testing::Test {
 protected:
  ResultFiles() {
    fs::create_directories(folder_ / "again.json");  // a folder, whatever its name ends with
    const std::string result = to_text({"fake", "quick", made_up::provenance(), {}});
    for (const char* name : {"b.json", "a.json", "again.json/c.json"}) write(name, result);
    write("probe.json", R"({"schema": "tycho-probe/1"})");
    write("notes.txt", "tycho-result/2");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  /// As they lie in the folder.
  std::vector<std::string> names(const std::vector<fs::path>& files) const {
    std::vector<std::string> names;
    for (const fs::path& file : files) names.push_back(fs::relative(file, folder_.path()).string());
    return names;
  }
  static std::string refusal(const std::function<void()>& what) {
    try {
      what();
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }
  using Names = std::vector<std::string>;

  TemporaryFolder folder_;
};

TEST_F(ResultFiles, OfAFolderAreItsJsonFilesByName) {
  EXPECT_EQ(names(json_files(folder_.path(), Within::kFolder)),
            (Names{"a.json", "b.json", "probe.json"}));
}

TEST_F(ResultFiles, OfAllFoldersAreThoseBelowTooByPath) {
  EXPECT_EQ(names(json_files(folder_.path(), Within::kAllFolders)),
            (Names{"a.json", "again.json/c.json", "b.json", "probe.json"}));
}

TEST_F(ResultFiles, OfAFileAreTheFileWhateverItsName) {
  EXPECT_EQ(names(json_files(folder_ / "notes.txt", Within::kAllFolders)), Names{"notes.txt"});
}

TEST_F(ResultFiles, OfNothingAreRefusedByName) {
  const fs::path none = folder_ / "none";
  EXPECT_EQ(refusal([&] { json_files(none, Within::kFolder); }),
            none.string() + ": no such folder or result file");
}

TEST_F(ResultFiles, OfOneNameAreThoseOfAllFoldersAndOfAFileTheOneBesideIt) {
  write("again.json/probe.json", "");
  EXPECT_EQ(names(files_named("probe.json", folder_.path())),
            (Names{"again.json/probe.json", "probe.json"}));
  EXPECT_EQ(names(files_named("probe.json", folder_ / "a.json")), Names{"probe.json"});
  EXPECT_EQ(names(files_named("counters.json", folder_ / "a.json")), Names{});
}

TEST_F(ResultFiles, ForACommandAreThoseThatMayBeResults) {
  EXPECT_EQ(names(result_files(folder_.path())), (Names{"a.json", "b.json"}));
}

TEST_F(ResultFiles, HoldAResultOrJsonOfAnotherKind) {
  EXPECT_EQ(result_in(folder_ / "a.json")->paper, "fake");
  EXPECT_FALSE(result_in(folder_ / "probe.json"));
}

TEST_F(ResultFiles, ThatCannotBeReadAreRefusedByName) {
  write("half.json", "{");
  for (const char* name : {"half.json", "again.json", "none.json"}) {
    const std::string file = (folder_ / name).string();
    const std::string said = refusal([&] { result_in(file); });
    EXPECT_EQ(said.find(file + ": "), 0u) << said;
  }
}

}  // namespace
}  // namespace tycho::result
