// How the page writes tables.
#include <gtest/gtest.h>

#include "harness/report/document.hpp"

namespace {

using namespace tycho::report;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Document page_of(bool folded) {
  Table table{
      "id",
      "Long",
      {{"Run", "", false}, {"Stage", "", false}, {"Value", "", true}, {"Machine", "", false}},
      {},
      folded};
  const auto cell = [](const char* text) { return Cell{text, "", Tone::kPlain}; };
  for (const char* stage : {"drift", "kick", "drift"})
    table.rows.push_back(
        {cell(table.rows.size() < 2 ? "first" : "second"), cell(stage), cell("3"), cell("M<1>")});
  table.rows[0][2].text = "4";
  return {"Title", {table}};
}

TEST(Page, SaysOnceWhatEveryRowOfALongTableSays) {
  const std::string page = html(page_of(true));
  EXPECT_TRUE(has(page, "<summary>Long (3 rows)</summary>"));
  EXPECT_TRUE(has(page, "<p>In every row: Machine M&lt;1&gt;.</p>"));
  EXPECT_TRUE(has(page,
                  "<tr><td rowspan=2>first<td>drift<td class=num>4\n"
                  "<tr><td>kick<td class=num>3\n<tr><td>second<td>drift<td class=num>3\n"));
}

TEST(Page, FoldsTheSectionsOfAChapterInItsContents) {
  const std::string page =
      html({"Title", {Heading{2, "A & B", "a"}, Heading{3, "One", "a-1"}, Heading{2, "C", "c"}}});
  EXPECT_TRUE(has(page,
                  "<li><details><summary><a href=\"#a\">A &amp; B</a></summary><ul>\n"
                  "<li><a href=\"#a-1\">One</a>\n</ul></details>\n"
                  "<li><a href=\"#c\">C</a>\n</ul></nav>"));
}

TEST(Page, LeavesAShortTableAsItIs) {
  const std::string page = html(page_of(false));
  EXPECT_TRUE(has(page, "<tr><td>first<td>kick<td class=num>3<td>M&lt;1&gt;\n"));
  EXPECT_FALSE(has(page, "In every row"));
}

}  // namespace
