// A report that is written into the folder of an earlier one: what that one left is gone, and
// nothing else.
#include "harness/report/own_files.hpp"

#include <gtest/gtest.h>

#include "harness/report/draw.hpp"
#include "harness/report/report.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {
namespace {

namespace fs = std::filesystem;

class ReportAgain : public ::testing::Test {
 protected:
  ReportAgain() {
    folder_.write("published/synthetic.json", synthetic::published().dump());
    folder_.write("here/synthetic.json",
                  synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3),
                                                          synthetic::run("cpu", "cpu", 8, 4e-3)}));
  }
  ReportOptions site() const {
    return {{folder_.path() / "here"}, {}, out(), folder_.path() / "published"};
  }
  ReportOptions one_page() const {
    ReportOptions options = site();
    options.single_file = true;
    return options;
  }
  fs::path out() const { return folder_.path() / "out"; }
  bool there(const std::string& name) const { return fs::exists(out() / name); }
  /// All files of the folder but the list itself.
  FileNames all() const {
    FileNames names;
    for (const auto& entry : fs::recursive_directory_iterator(out()))
      if (!entry.is_directory()) names.insert(fs::relative(entry.path(), out()).string());
    EXPECT_EQ(names.erase("report-files.txt"), 1u);
    return names;
  }

  synthetic::Folder folder_;
};

TEST_F(ReportAgain, LeavesNothingOfTheEarlierOne) {
  write_report(one_page());
  const FileNames alone = all();
  const std::string list = folder_.read("out/report-files.txt");
  EXPECT_EQ(own_files(out()), alone);

  ReportOptions more = site();
  more.latex = true;
  write_report(more);
  EXPECT_EQ(own_files(out()), all());
  for (const char* page : {"appendix.html", "synthetic.html", "tables/references.bib"})
    ASSERT_TRUE(there(page) && !alone.count(page)) << page;

  write_report(one_page());
  EXPECT_EQ(all(), alone);
  EXPECT_EQ(folder_.read("out/report-files.txt"), list);
}

TEST_F(ReportAgain, LeavesNoFigureThatIsNotDrawn) {
  if (const std::string why = drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  write_report(site());
  const auto figures = [&] {
    return std::distance(fs::directory_iterator(out() / "figures"), fs::directory_iterator());
  };
  ASSERT_GT(figures(), 0);
  folder_.write("out/figures/mine.svg", "mine");
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.path().c_str(), 1);
  write_report(site());
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(figures(), 1);
  EXPECT_EQ(folder_.read("out/figures/mine.svg"), "mine");
}

TEST_F(ReportAgain, LeavesFilesThatNoReportWrote) {
  const FileNames mine{"tables/mine.csv", "figures/mine.png", "notes.html", "tables/deep/a.csv"};
  for (const std::string& name : mine) folder_.write("out/" + name, "mine");
  write_report(site());
  write_report(one_page());
  for (const std::string& name : mine) {
    EXPECT_EQ(folder_.read("out/" + name), "mine") << name;
    EXPECT_EQ(own_files(out()).count(name), 0u) << name;
  }
}

// Whatever the list says: outside the folder, behind a link, and of another kind nothing is
// removed.
TEST_F(ReportAgain, RemovesNothingOutsideForAForgedList) {
  write_report(one_page());
  const fs::path outside = folder_.write("outside/a.csv", "mine");
  folder_.write("outside/a.html", "mine");
  folder_.write("out/notes.txt", "mine");
  folder_.write("out/tables/deep/a.csv", "mine");
  folder_.write("out/.hidden.html", "mine");
  fs::create_symlink(outside, out() / "tables/link.csv");
  fs::create_directories(out() / "tables/folder.csv");
  fs::rename(out() / "figures", folder_.path() / "elsewhere");
  folder_.write("elsewhere/a.svg", "mine");
  fs::create_directory_symlink(folder_.path() / "elsewhere", out() / "figures");
  std::string forged = folder_.read("out/report-files.txt");
  for (const std::string& line :
       {outside.string(), std::string("../outside/a.html"), std::string("../outside/a.csv"),
        std::string("tables/../../outside/a.csv"), std::string("tables/../notes.txt"),
        std::string("notes.txt"), std::string("tables/deep/a.csv"), std::string(".hidden.html"),
        std::string("tables/link.csv"), std::string("tables/folder.csv"),
        std::string("figures/a.svg"), std::string("tables"), std::string(""), std::string("..")})
    forged += line + "\n";
  folder_.write("out/report-files.txt", forged + "stale.html\n");
  folder_.write("out/stale.html", "stale");
  write_report(one_page());
  for (const char* name : {"outside/a.csv", "outside/a.html", "out/notes.txt",
                           "out/tables/deep/a.csv", "out/.hidden.html", "elsewhere/a.svg"})
    EXPECT_EQ(folder_.read(name), "mine") << name;
  EXPECT_TRUE(fs::is_symlink(out() / "tables/link.csv"));
  EXPECT_TRUE(there("tables/folder.csv"));
  EXPECT_FALSE(there("stale.html"));
}

}  // namespace
}  // namespace tycho::report
