// How the page writes tables.
#include <gtest/gtest.h>

#include "harness/report/document.hpp"

namespace {

using namespace tycho::report;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Page page_of(bool folded) {
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
  return {"index.html", "Front", "Title", {table}};
}

TEST(Page, SaysOnceWhatEveryRowOfALongTableSays) {
  const std::string page = html(page_of(true), {"Site", {page_of(true)}});
  EXPECT_TRUE(has(page, "<summary>Long (3 rows)</summary>"));
  EXPECT_TRUE(has(page, "<p>In every row: Machine M&lt;1&gt;.</p>"));
  EXPECT_TRUE(has(page, "<tr><th scope=rowgroup rowspan=2>first<td class=t>drift<td>4\n"));
  EXPECT_TRUE(has(page, "<tr><td class=t>kick<td"));
  EXPECT_TRUE(has(page, "<tr><th scope=row>second<td class=t>drift<td"));
  EXPECT_FALSE(has(page, "class=words")) << "a card would lack the cell that it shares";
}

TEST(Page, KeepsTheColumnOfASizeThatIsAlikeInEveryRow) {
  Page page = page_of(true);
  Table& table = std::get<Table>(page.blocks[0]);
  table.columns[3].title = "1,024";
  EXPECT_FALSE(has(html(page, {"Site", {page}}), "In every row"));
  for (auto& row : table.rows) row[3].text = "";
  EXPECT_FALSE(has(html(page, {"Site", {page}}), "1,024")) << "nothing is in it";
}

TEST(Page, ListsThePagesAndItsOwnChapters) {
  const Page first{"index.html", "Front", "Title", {Heading{2, "Not listed", "n"}}, true};
  const Page second{"two.html", "Two", "Second", {Heading{2, "A & B", "a"}, Heading{3, "C", "c"}}};
  const Page part{"three.html", "Part", "Third", {}, false, "two.html"};
  const Site site{"Site", {first, second, part}};
  const std::string page = html(second, site);
  EXPECT_TRUE(has(page, "<li><a href=\"index.html\">Front</a>\n"));
  EXPECT_TRUE(has(page,
                  "<li><a href=\"two.html\" aria-current=\"page\">Two</a>\n"
                  "<li class=part><a href=\"three.html\">Part</a>\n</ul><ul class=\"here\">\n"
                  "<li><a href=\"#a\">A &amp; B</a>\n</ul></nav>"));
  EXPECT_FALSE(has(html(first, site), "three.html")) << "parts are listed where the reader is";
}

TEST(Page, OfASingleFileLeadsToPlacesInIt) {
  Page first{"index.html",
             "Front",
             "Title",
             {Prose{{{"see", "two.html#a"}, {"or", "two.html"}, {"all", "tables/all.csv"}}}}};
  const Page second{"two.html", "Two", "Second", {Heading{2, "A", "a"}}};
  const std::string page = single_html({"Site", {first, second}});
  EXPECT_TRUE(has(page, "<a href=\"#a\">see</a><a href=\"#page-two\">or</a>all</p>"))
      << "there is no file beside it";
  EXPECT_TRUE(has(page, "<section id=\"page-two\">"));
  EXPECT_FALSE(has(page, ".html\""));
}

TEST(Page, GivesEveryTableACaptionAndEveryHeadAScope) {
  Table table = std::get<Table>(page_of(false).blocks[0]);
  table.caption.clear();
  const Page page{"index.html", "Front", "Title", {Heading{2, "A chapter", "a"}, table}};
  const std::string text = html(page, {"Site", {page}});
  EXPECT_TRUE(has(text, "<caption><span>A chapter</span></caption>"));
  EXPECT_TRUE(has(text, "<th scope=col>Run<th scope=col>Stage<th scope=col class=num>Value"));
}

TEST(Page, HasAScriptOnlyWhereRowsAreSearched) {
  Page page = page_of(false);
  EXPECT_FALSE(has(html(page, {"Site", {page}}), "<script"));
  std::get<Table>(page.blocks[0]).searched = true;
  EXPECT_TRUE(has(html(page, {"Site", {page}}), "<script"));
  EXPECT_FALSE(has(single_html({"Site", {page}}), "<script"));
}

TEST(Page, PrintsAWideDrawingAcrossATurnedPage) {
  const auto turned = [](const char* box) {
    const Picture drawn{"id", "Title", "", "<svg viewBox=\"0 0 " + std::string(box) + "\"></svg>",
                        ""};
    const Page page{"index.html", "Front", "Title", {drawn}};
    return has(html(page, {"Site", {page}}), "class=\"wide turned\"");
  };
  EXPECT_TRUE(turned("1180 430"));
  EXPECT_FALSE(turned("900 430"));
  EXPECT_FALSE(turned("1000 1056")) << "too high for it";
}

TEST(Page, HasTheNameOfACaseInSmallPrintBesideItsTitle) {
  Page page = page_of(true);
  std::get<Table>(page.blocks[0]).id_beside = "table<1>";
  EXPECT_TRUE(has(html(page, {"Site", {page}}),
                  "<summary>Long (3 rows) <small>table&lt;1&gt;</small></summary>"));
}

TEST(Page, LeavesAShortTableAsItIs) {
  const std::string page = html(page_of(false), {"Site", {page_of(false)}});
  EXPECT_TRUE(has(page,
                  "<tr><th scope=row>first<td class=t data-head=\"Stage\">kick<td "
                  "data-head=\"Value\">3<td class=t data-head=\"Machine\">M&lt;1&gt;\n"));
  EXPECT_FALSE(has(page, "In every row"));
}

TEST(Page, BreaksNoUnit) {
  Page page = page_of(false);
  std::get<Table>(page.blocks[0]).rows[0][2].text = "4070.5 GFLOP/s";
  EXPECT_TRUE(has(html(page, {"Site", {page}}), "4070.5\u00a0GFLOP/s"));
}

TEST(Page, PrintsPowersOfTenAsTheyAreRead) {
  EXPECT_EQ(raise_powers("1.870e-07 and -4e+14, 1e-06; 2080 \u00d7 1e9/s."),
            "1.870×10⁻⁷ and -4×10¹⁴, 10⁻⁶; 2080 \u00d7 10⁹/s.");
  EXPECT_EQ(raise_powers("Energy drifts by 1e-3."), "Energy drifts by 10⁻³.");
  for (const char* name : {"c5e71c81", "12345678e901", "1e5f7788aa00", "n=1e5/x", "v1.2e3", "2e"})
    EXPECT_EQ(raise_powers(name), name) << "a name, not a number";
}

TEST(Page, KeepsThousandsApartForReadersAndNotInFiles) {
  Table table = std::get<Table>(page_of(false).blocks[0]);
  table.rows[0][2].text = "2,097,152";
  table.rows[0][1].text = "1,024 bodies";
  EXPECT_TRUE(has(csv(table), "first,\"1,024 bodies\",2097152,"));
}

TEST(Page, BreaksLongNamesBetweenTheirPartsAndNumbersNowhere) {
  Table table = std::get<Table>(page_of(false).blocks[0]);
  table.rows[0][0] = {"paper/case/n=8/variant", "limit 1.5e-7 on 2026-11-15, a-b", Tone::kPlain};
  const Page page{"index.html", "Front", "Title", {table}};
  EXPECT_TRUE(has(html(page, {"Site", {page}}),
                  "paper/<wbr>case/<wbr>n=8/<wbr>variant<small>limit <span>1.5×10⁻⁷</span> on "
                  "<span>2026-11-15,</span> a-b</small>"));
}

}  // namespace
