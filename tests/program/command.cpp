// The command line of a program of the user's, as a case or `--program` gives it.
#include "harness/terms/program_command.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using Words = std::vector<std::string>;

std::string refusal(const std::string& text) {
  try {
    terms::read_program_command(text, "/");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(ProgramCommand, IsPartedAsAShellWouldAndTakesPaths) {
  const auto command = terms::read_program_command(
      "code -a 'two words' --i={in.csv} {out} \"\" {times}{settings}", "/");
  EXPECT_TRUE(command.csv_in);
  EXPECT_FALSE(command.csv_out);
  EXPECT_EQ(command.filled("I", "O", "S", "T"),
            (Words{"code", "-a", "two words", "--i=I", "O", "", "TS"}));
}

// A path with braces of its own must not be filled once more.
TEST(ProgramCommand, FillsEachBraceOnce) {
  const auto command = terms::read_program_command("code {in}{out}", "/");
  EXPECT_EQ(command.filled("{out}", "{in}", "", ""), (Words{"code", "{out}{in}"}));
}

TEST(ProgramCommand, NamesFilesByTheirWholePathSinceItIsStartedElsewhere) {
  const TemporaryFolder folder;
  for (const char* name : {"script", "code"}) std::ofstream(folder / name) << "x";
  const auto command =
      terms::read_program_command("code script ./missing {in} {out}", folder.path());
  // What stands first is looked for on PATH unless it is a path.
  EXPECT_EQ(command.words,
            (Words{"code", (folder / "script").string(), "./missing", "{in}", "{out}"}));
  EXPECT_EQ(terms::file_of(command), folder / "script");
  EXPECT_EQ(terms::without_folders(command), "code script missing {in} {out}");
  EXPECT_EQ(terms::read_program_command("./code {in} {out}", folder.path()).words.front(),
            (folder / "code").string());
}

TEST(ProgramCommand, IsRefusedWhereItMakesNoSense) {
  EXPECT_NE(refusal(" ").find("names no program"), std::string::npos);
  EXPECT_NE(refusal("code 'x {in} {out}").find("a quote is not closed"), std::string::npos);
  for (const char* text : {"code {in}", "code {out}", "code {in} {in} {out}", "code"})
    EXPECT_NE(refusal(text).find("must have {in} and {out} once each"), std::string::npos) << text;
  EXPECT_NE(
      refusal("code {in} {out} {inn}").find("'{inn}' has braces that mean nothing; there are {in}"),
      std::string::npos);
}

}  // namespace
}  // namespace tycho
