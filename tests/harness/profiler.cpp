#include "harness/campaign/profiler.hpp"

#include <gtest/gtest.h>

#include "harness/campaign/shell_line.hpp"

namespace tycho {
namespace {

campaign::ProfileRequest request() {
  return {"ncu", "ncu", {"push", "push+deposit"}, false, "out/report", {"tycho", "child"}};
}

TEST(Profiler, EscapesWhatHasAMeaningInAFilter) {
  const std::vector<std::string> command = campaign::profiler_command(request());
  EXPECT_NE(std::find(command.begin(), command.end(), "push\\+deposit/"), command.end());
  EXPECT_EQ(command.back(), "child");
  EXPECT_EQ(campaign::shell_line(command),
            "ncu --set full --nvtx --nvtx-include push/ --nvtx-include 'push\\+deposit/' "
            "--launch-count 8 --export out/report tycho child");
}

TEST(Profiler, QuotesForAShell) {
  EXPECT_EQ(campaign::shell_line({"a", "it's", "", "$HOME", "b c"}),
            "a 'it'\\''s' '' '$HOME' 'b c'");
}

TEST(Profiler, IsFoundOnThePathOnly) {
  EXPECT_TRUE(campaign::find_program("sh", "/nowhere:/usr/bin:/bin"));
  EXPECT_FALSE(campaign::find_program("sh", "/nowhere:"));
  EXPECT_FALSE(campaign::find_program("no_such_program", "/bin"));
}

TEST(Profiler, HasAnExitCode) {
  EXPECT_EQ(campaign::run_in_foreground({"/bin/sh", "-c", "exit 7"}), 7);
  EXPECT_EQ(campaign::run_in_foreground({"/no/such/program"}), 127);
  EXPECT_EQ(campaign::run_in_foreground({"/bin/sh", "-c", "kill -9 $$"}), 128 + 9);
}

}  // namespace
}  // namespace tycho
