// The site: its pages and the links between them.
#include <gtest/gtest.h>

#include <regex>

#include "harness/report/report.hpp"
#include "harness/report/site.hpp"
#include "tests/report/site_of_springs.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
namespace fs = std::filesystem;
using nlohmann::json;

class Site : public SiteOfSprings {};

TEST_F(Site, SaysHowOftenTheIntervalOfFewSamplesHoldsTheMedian) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  for (const char* file : {"index.html", "appendix-synthetic.html"})
    EXPECT_TRUE(has(page(file), "of two to five samples the interval is from the least")) << file;
}

TEST_F(Site, PaperPageHasTheNotesOfTheCasesThatRan) {
  const std::string name = synthetic::run("cpu", "cpu", 8, 4e-3).case_name;
  const auto one = [](const std::string& of, const std::string& note) {
    return json{{"name", of}, {"title", "A case"}, {"notes", {note}}}.dump();
  };
  folder_.write("synthetic/ran.json", one(name, "The paper states no <softening>; ours is 0.1."));
  folder_.write("synthetic/other.json", one("other", "Of a case that did not run."));
  folder_.write("synthetic/without.json", R"({"name": "without", "title": "No notes"})");
  folder_.write("synthetic/broken.json", "{");
  write({synthetic::run("cpu", "cpu", 8, 4e-3)});
  EXPECT_TRUE(has(page("synthetic.html"), "The paper states no &lt;softening&gt;; ours is 0.1."));
  EXPECT_FALSE(has(page("synthetic.html"), "Of a case that did not run."));
}

TEST_F(Site, MachinesWhoseNamesAreTooMuchAlikeHaveFilesOfTheirOwn) {
  const auto runs = {synthetic::run("cpu", "cpu", 8, 4e-3)};
  folder_.write("two/a.json", synthetic::result("Box A", runs));
  folder_.write("two/b.json", synthetic::result("Box-A", runs));
  write_report(
      {{folder_.path() / "two"}, {}, folder_.path() / "out", folder_.path() / "published", ""});
  int numbered = 0;
  for (const auto& file : fs::directory_iterator(folder_.path() / "out/tables"))
    numbered += file.path().stem().string().ends_with("stages-Box-A-2");
  EXPECT_EQ(numbered, 1);
}

TEST_F(Site, HasAFrontAPageAPaperAndAnAppendix) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  for (const char* file :
       {"index.html", "synthetic.html", "appendix.html", "appendix-synthetic.html", "report.md"})
    EXPECT_TRUE(fs::exists(folder_.path() / "out" / file)) << file;
  EXPECT_FALSE(fs::exists(folder_.path() / "out/machines.html")) << "there is one machine";
}

TEST_F(Site, PaperPageOpensWithItsResultsAndPutsWhatToKnowOfThemBelow) {
  json paper = published_with_front();
  paper["topic"] = "Springs";
  paper["exhibits"][0]["caption"] = "What is shown.";
  paper["exhibits"][0]["note"] = "What to know of it.";
  json beyond = paper["exhibits"][0];
  beyond["id"] = "more";
  beyond["title"] = "What the paper does not show";
  beyond["beyond"] = true;
  paper["exhibits"].insert(paper["exhibits"].begin(), beyond);
  folder_.write("published/synthetic.json", paper.dump());
  write({synthetic::run("gpu-old", "cuda", 8, 2e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  const std::string text = page("synthetic.html");
  std::size_t last = text.find("<main>");
  for (const char* part :
       {"<caption><span>Then and now</span></caption>",
        "href=\"synthetic.html#synthetic-measured\"", "<p>What is shown.</p>", "<caption>",
        "<p class=below>What to know of it.</p>", ">Beyond the paper</h2>",
        "href=\"synthetic.html#synthetic-more\"", ">What the paper does not show</h3>",
        ">How it was measured</h2>", "Measured on "}) {
    const std::size_t at = text.find(part, last);
    ASSERT_NE(at, std::string::npos) << part;
    last = at;
  }
  EXPECT_TRUE(has(page("index.html"), "<a href=\"synthetic.html\">Springs (synthetic)</a>"));
}

TEST_F(Site, NamesOurOwnExhibitsWithoutRunsInOneLine) {
  json paper = published_with_front();
  for (const char* which : {"ours", "theirs"}) {
    json exhibit = json::parse(R"json({"kind": "table", "select": {"case": "never"},
      "caption": "what nobody ran", "x": {"key": "n", "label": "N"},
      "y": {"quantity": "step_s", "label": "Time"}, "series": {"by": ["label"], "label": "{label}"}})json");
    exhibit["id"] = which;
    exhibit["title"] = std::string(which) == "ours" ? "Ours" : "Table 9: theirs";
    if (std::string(which) == "ours") exhibit["beyond"] = true;
    paper["exhibits"].push_back(exhibit);
  }
  folder_.write("published/synthetic.json", paper.dump());
  write({synthetic::run("cpu", "cpu", 8, 4e-3)});
  const std::string text = page("synthetic.html");
  EXPECT_TRUE(has(text, "no run is in these results: Ours."));
  EXPECT_FALSE(has(text, "what nobody ran"));
  const std::size_t missing = text.find(">Not in these results</h2>");
  ASSERT_NE(missing, std::string::npos);
  EXPECT_LT(missing, text.find("Table 9: theirs</h3>")) << "after what there is to see";
  EXPECT_LT(missing, text.find("Not run: no run of this exhibit"));
}

TEST_F(Site, LeadsNowhereThatIsNotThere) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  int links = 0;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "out")) {
    if (entry.path().extension() != ".html") continue;
    const std::string text = page(entry.path().filename());
    const std::regex pattern("href=\"([^\"]*)\"");
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
      const std::string link = (*at)[1];
      if (link == "data:,") continue;
      const std::size_t hash = link.find('#');
      const std::string file = link.substr(0, hash);
      const std::string target = file.empty() ? text : page(file);
      EXPECT_FALSE(target.empty()) << entry.path() << ": " << link;
      const std::string place = hash == std::string::npos ? "" : link.substr(hash + 1);
      EXPECT_TRUE(place.empty() || has(target, "id=\"" + place + "\"")) << link;
      ++links;
    }
  }
  EXPECT_GT(links, 20);
}

TEST_F(Site, IsOnePageWhereOneFileIsAskedFor) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3)}, true);
  EXPECT_FALSE(fs::exists(folder_.path() / "out/synthetic.html"));
  EXPECT_TRUE(has(page("index.html"), "<section id=\"page-synthetic\">"));
  EXPECT_TRUE(has(page("index.html"), "<section id=\"page-appendix\">"));
}

TEST_F(Site, HasTablesForLatexOnlyWhereTheyAreAskedFor) {
  const fs::path tex = folder_.path() / "out/tables/synthetic-times-table.tex";
  write({synthetic::run("cpu", "cpu", 8, 4e-3)});
  EXPECT_FALSE(fs::exists(tex));
  EXPECT_TRUE(fs::exists(folder_.path() / "out/tables/synthetic-times-table.csv"));
  write({synthetic::run("cpu", "cpu", 8, 4e-3)}, false, true);
  EXPECT_TRUE(fs::exists(tex));
}

TEST_F(Site, HasNoFileThatBearsTheMachinesName) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path() / "out"))
    EXPECT_FALSE(has(entry.path().filename(), "machine")) << entry.path();
}

TEST_F(Site, NamesRunsInTheWordsOfThePapersLabels) {
  write({synthetic::run("gpu", "cuda", 8, 1e-3)});
  EXPECT_TRUE(has(page("synthetic.html"), "GPU, in plain words"));
  EXPECT_FALSE(has(page("synthetic.html"), "made up gpu"));
}

TEST_F(Site, FiguresOfAnExhibitCarryItsSentence) {
  std::vector<Figure> figures;
  std::vector<Table> files;
  make_site(evidence({synthetic::run("gpu", "cuda", 8, 1e-3)}),
            read_published(folder_.path() / "published"), "", {}, figures, files);
  const auto times = std::find_if(figures.begin(), figures.end(),
                                  [](const Figure& figure) { return figure.title == "Times"; });
  ASSERT_NE(times, figures.end());
  EXPECT_TRUE(times->lead.starts_with("At N = 8: ")) << times->lead;
}

}  // namespace
