// Text as a report's files need it: escaped for a page, short for a file's name, safe in a
// spreadsheet.
#include <gtest/gtest.h>

#include "harness/report/document.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;

TEST(Escape, LeavesNoCharacterThatOpensMarkup) {
  EXPECT_EQ(report::escape_html("512^3, 2^-23, (a + b)^2, 10^12; ^3 x^y a ^ 2 2^"),
            "512³, 2⁻²³, (a + b)², 10¹²; ^3 x^y a ^ 2 2^");
  EXPECT_EQ(report::escape_html("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
}

TEST(Slug, NeverLeavesItsFolder) {
  EXPECT_EQ(report::slug("../etc/passwd"), "_..-etc-passwd");
  EXPECT_EQ(report::slug("fig3.1"), "fig3.1");
}

TEST(Slug, IsShortEnoughForAFileAndStillTellsNamesApart) {
  const std::string one = report::slug(std::string(300, 'x') + "1");
  const std::string other = report::slug(std::string(300, 'x') + "2");
  EXPECT_LE(one.size(), 200u);
  EXPECT_NE(one, other);
}

/// A cell as its file has it, with the end of its line.
std::string csv_of_cell(const std::string& text) {
  report::Table table;
  table.columns = {{"x", "", false}};
  table.rows = {{{text, "", report::Tone::kPlain}}};
  return report::csv(table).substr(2);
}

TEST(Csv, HasNoCellThatASpreadsheetWouldRun) {
  for (const std::string formula :
       {"=1+1", "+A1", "-A1", "@SUM(A1)", "=cmd|' /C calc'!A0", "-1+cmd|' /C calc'!A0",
        "-1 +cmd|' /C calc'!A0", "\t=1", "+1-1", "-", "-A1 \u2020", "-1+A1 \u2020", "-1 to A1",
        "-1 to -A1 \u2248", "-1 \u2020-A1", "-\u2020"})
    EXPECT_EQ(csv_of_cell(formula), "'" + formula + "\n");
  EXPECT_EQ(csv_of_cell("=HYPERLINK(\"x\",1)"), "\"'=HYPERLINK(\"\"x\"\",1)\"\n");
  for (const std::string number : {"-1", "-1.5e-09", "+3", "-0.43%", "-12.3 \u00b5s", "-2.5 GB/s",
                                   "1", "cpu-all", "\u00b13%", ""})
    EXPECT_EQ(csv_of_cell(number), number + "\n");
}

TEST(Csv, HasNoQuoteBeforeANumberWithASignWhateverItsMarks) {
  for (const std::string number :
       {"-9.51 ms \u2020", "-3.75 \u00b5s \u2248", "-0.43% \u2248 \u2020", "-1.5 \u25d0",
        "-2.31 s \u25d0 \u2248 \u2020", "+3 \u2020", "-1.20 to 19.0 times",
        "-1.5 to -0.3 \u2248 \u2020"})
    EXPECT_EQ(csv_of_cell(number), number + "\n");
  EXPECT_EQ(csv_of_cell("-26,630 ns \u2020"), "\"-26,630 ns \u2020\"\n");
}

TEST(Csv, HasInItsHeadsTheUnitAndTheNoteThatThePageHasElsewhere) {
  report::Table table;
  table.columns = {{"N", "", true},
                   {"Step", "published", true, "ms"},
                   {"Step", "measured", true, "ms"},
                   {"Step", "measured", true, "ms"}};
  EXPECT_EQ(report::csv(table),
            "N,Step [ms] (published),Step [ms] (measured),Step [ms] (measured) 2\n");
}

TEST(Csv, QuotesWhatASpreadsheetWouldSplit) {
  report::Table table;
  table.columns = {{"a,b", "", false}, {"c", "", false}};
  table.rows = {{{"say \"hi\"", "", report::Tone::kPlain}, {"1", "", report::Tone::kPlain}}};
  EXPECT_EQ(report::csv(table), "\"a,b\",c\n\"say \"\"hi\"\"\",1\n");
}

}  // namespace
