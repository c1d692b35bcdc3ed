#include "harness/compare/output.hpp"

#include <gtest/gtest.h>

#include "tests/compare/made_up.hpp"

namespace tycho::compare {
namespace {

using made_up::around;
using made_up::json;

// One run slower, one with a name that means to be markup, one with a check that fails.
Comparison mixed() {
  const auto measured = [](double factor, double value) {
    std::vector<made_up::RunRecord> runs;
    for (const char* variant : {"plain", "<script>\"x\" & |*y*|\x1b[2J"}) {
      runs.push_back(made_up::run(variant, around(1e-3 * factor, 0.001, 10),
                                  {{"force", {"events", around(0.8e-3 * factor, 0.001, 40)}}}));
      runs.back().checks->front().value = value;
      runs.back().checks->front().pass = value <= 1e-6;
    }
    return runs;
  };
  return compare(made_up::side({measured(1, 1e-7)}), made_up::side({measured(1.4, 2e-6)}), {});
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST(Output, SumsUpInALine) {
  EXPECT_EQ(summary(mixed()),
            "numerically different: 2 numerically different, 4 slower, 0 stages and steps the "
            "same, 0 checks as before");
}

TEST(Output, CountsOneOfAThing) {
  Comparison alike;
  for (const char* what : {"step", "check momentum"}) {
    Row row;
    row.what = what;
    alike.rows.push_back(row);
  }
  EXPECT_EQ(summary(alike), "same: 1 stage or step the same, 1 check as before");
}

TEST(Output, OnATerminalShowsTheWorstFirstAndNoControlCharacters) {
  const std::string text = to_text(mixed(), false);
  EXPECT_LT(text.find("check momentum"), text.find("/ force"));
  EXPECT_NE(text.find("+40.0%"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Output, CountsWhatIsTheSameUnlessAskedToShowIt) {
  const std::vector<made_up::RunRecord> runs{made_up::run("v", around(1e-3, 0.001, 10))};
  const Comparison same = compare(made_up::side({runs}), made_up::side({runs}), {});
  EXPECT_EQ(to_text(same, false).find("/ step"), std::string::npos);
  EXPECT_NE(to_text(same, true).find("/ step"), std::string::npos);
}

TEST(Output, InMarkdownShowsNamesAsText) {
  const std::string text = to_markdown(mixed(), false);
  EXPECT_EQ(text.find("<script>"), std::string::npos);
  EXPECT_NE(text.find("&lt;script&gt;"), std::string::npos);
  EXPECT_NE(text.find("\\|\\*y\\*\\|"), std::string::npos) << text;
}

TEST(Output, InMarkdownNamesTheTestThatIsMade) {
  EXPECT_NE(to_markdown(mixed(), false)
                .find("Student's t between processes at 1.0% for all stages together (Holm)"),
            std::string::npos);
}

TEST(Output, AsJsonHoldsEverything) {
  const json root = json::parse(to_json(mixed()).dump());
  EXPECT_EQ(root.at("schema"), "tycho-comparison/2");
  EXPECT_EQ(root.at("verdict"), "numerically different");
  ASSERT_EQ(root.at("rows").size(), 6u);
  const json& timing = root.at("rows")[2].at("timing");
  EXPECT_NEAR(timing.at("change").get<double>(), 0.4, 0.001);
  EXPECT_NEAR(timing.at("spread").get<double>(), 0.03, 0.001) << "assumed";
  EXPECT_FALSE(timing.contains("degrees_of_freedom"));
  EXPECT_LT(timing.at("corrected_p").get<double>(), 0.01);
  EXPECT_EQ(root.at("rows")[0].at("what"), "check momentum");
}

TEST(Output, AsJUnitFailsWhatIsWorse) {
  const std::string text = to_junit(mixed());
  EXPECT_NE(text.find("<testsuite name=\"made_up/case\" tests=\"6\" failures=\"6\" errors=\"0\" "
                      "skipped=\"0\">"),
            std::string::npos)
      << text;
  EXPECT_EQ(count(text, "<testcase "), 6u);
  EXPECT_EQ(count(text, "<failure type=\"slower\""), 4u);
  EXPECT_EQ(count(text, "<failure type=\"numerically different\""), 2u);
  EXPECT_EQ(text.find("<script>"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(Output, AsJUnitSkipsWhatIsWaived) {
  Comparison found = mixed();
  for (Row& row : found.rows) row.waiver = "known";
  conclude(found);
  const std::string text = to_junit(found);
  EXPECT_EQ(count(text, "<failure"), 0u);
  EXPECT_EQ(count(text, "<skipped"), 6u);
  EXPECT_EQ(found.verdict, Verdict::kSame);
}

}  // namespace
}  // namespace tycho::compare
