// How stages changed over results of several days.
#include <gtest/gtest.h>

#include "harness/report/history.hpp"
#include "tests/report/drawn.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using nlohmann::json;

class History : public Drawn {};

TEST_F(History, MarksTimesOfUnboundThreads) {
  result::RunRecord run = synthetic::run("cpu", "cpu", 8, 1e-3);
  run.threads = 4;
  folder_.write("old/synthetic.json", synthetic::result("M", {run}));
  run.device->wait = "active";
  folder_.write("new/synthetic.json", synthetic::result("M", {run}));
  Evidence none;
  std::vector<Figure> figures;
  std::vector<Table> files;
  PageParts parts{none, figures, files};
  const auto pages =
      history_pages({{folder_.path() / "old", {}}, {folder_.path() / "new", {}}}, {}, parts);
  const Table& table = std::get<Table>(pages.at(0).blocks.back());
  EXPECT_EQ(table.rows.at(0).at(1).text, "1 ms \u2020");
  EXPECT_EQ(table.rows[0][2].text, "1 ms");
  ASSERT_EQ(table.notes.size(), 1u);
  EXPECT_TRUE(table.notes[0].starts_with("\u2020: rests on CPU threads")) << table.notes[0];
}

TEST_F(History, MarksWhatCompareSays) {
  json published = synthetic::published();
  published["contests"] = json::parse(R"json([
    {"algorithm": "springs", "best": {"variant": "gpu"}, "one_thread": {}, "all_threads": {},
     "simd": {}}])json");
  folder_.write("published/synthetic.json", published.dump());
  folder_.write("old/synthetic.json",
                synthetic::result("M", {synthetic::run("gpu", "cuda", 8, 1e-3)}));
  folder_.write("new/synthetic.json",
                synthetic::result("M", {synthetic::run("gpu", "cuda", 8, 2e-3)}));
  Evidence none;
  std::vector<Figure> figures;
  std::vector<Table> files;
  PageParts parts{none, figures, files};
  const auto papers = read_published(folder_.path() / "published");
  const HistoryPoint old{folder_.path() / "old", {}};
  const HistoryPoint fresh{folder_.path() / "new",
                           {{"synthetic/fig3.5/n=8/gpu", "step", "slower"}}};
  EXPECT_TRUE(history_pages({old}, papers, parts).empty());
  const auto pages = history_pages({old, fresh}, papers, parts);
  ASSERT_EQ(pages.size(), 1u);
  ASSERT_EQ(figures.size(), 1u);
  const auto& series = figures[0].panels.at(0).series;
  EXPECT_EQ(series.front().points.size(), 2u);
  EXPECT_EQ(series.back().label, "slower (compare)");
  ASSERT_EQ(series.back().points.size(), 1u);
  EXPECT_EQ(series.back().points[0].x, 1);
  EXPECT_EQ(series.back().points[0].y, 2e-3);
  const Table& table = std::get<Table>(pages[0].blocks.back());
  EXPECT_EQ(table.rows.at(0).at(2).text, "2 ms");
  EXPECT_EQ(table.rows[0][2].note, "slower");
}

TEST_F(History, TellsDriversApartAndListsTheStagesThatChanged) {
  const result::RunRecord run = synthetic::run("gpu", "cuda", 8, 1e-3),
                          other = synthetic::run("other", "cuda", 8, 3e-3);
  result::Result before = synthetic::result("M", {run, other}, 3), after = before;
  after.provenance.gpu->driver = "590.1";
  folder_.write("old/synthetic.json", before);
  folder_.write("new/synthetic.json", after);
  Evidence none;
  std::vector<Figure> figures;
  std::vector<Table> files;
  PageParts parts{none, figures, files};
  const HistoryPoint old{folder_.path() / "old", {}};
  const HistoryPoint fresh{folder_.path() / "new",
                           {{"synthetic/fig3.5/n=8/gpu", "force", "faster"},
                            {"synthetic/fig3.5/n=8/other", "force", "same"}}};
  const auto pages = history_pages({old, fresh}, {}, parts);
  std::vector<Table> tables;
  for (const Block& block : pages.at(0).blocks)
    if (const Table* table = std::get_if<Table>(&block)) tables.push_back(*table);
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].caption, "Stages that became faster or slower");
  ASSERT_EQ(tables[0].rows.size(), 1u) << "what stayed the same is not listed";
  EXPECT_EQ(tables[0].rows[0].at(0).text, "synthetic/fig3.5/n=8/gpu");
  EXPECT_EQ(tables[0].rows[0].at(3).note, "faster");
  const std::string then = tables[1].columns.at(1).title, now = tables[1].columns.at(2).title;
  EXPECT_TRUE(then.ends_with("Synthetic GPU, driver 580.65.06")) << then;
  EXPECT_TRUE(now.ends_with("Synthetic GPU, driver 590.1")) << now;
}

}  // namespace
