// The tables of the report on what was recorded on an H200: what programs read of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/report/ceilings.hpp"
#include "harness/report/document.hpp"
#include "harness/report/site.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
namespace fs = std::filesystem;

class RecordedTables : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    const fs::path source = TYCHO_SOURCE_DIR;
    const auto papers = read_published(source / "cases/published");
    const std::vector<fs::path> inputs{source / "results/nvidia-h200"};
    Evidence evidence = gather(load_results(inputs, false), {});
    evidence.probes = load_probes(inputs);
    tables_ = new std::vector<Table>;
    std::vector<Figure> figures;
    const Site site = make_site(evidence, papers, "", {}, figures, *tables_);
    for (const Page& page : site.pages)
      for (const Block& block : page.blocks)
        for (const Table* table : tables_in(block)) tables_->push_back(*table);
  }
  static void TearDownTestSuite() { delete tables_; }

  static std::vector<Table>* tables_;
};
std::vector<Table>* RecordedTables::tables_ = nullptr;

TEST_F(RecordedTables, HaveAFileEach) {
  ASSERT_GT(tables_->size(), 100u);
  std::set<std::string> names;
  for (const Table& table : *tables_) EXPECT_TRUE(names.insert(slug(table.id)).second) << table.id;
}

TEST_F(RecordedTables, OfStagesTellPublishedColumnsFromMeasuredOnes) {
  const auto found = std::find_if(tables_->begin(), tables_->end(), [](const Table& table) {
    return table.id == "aubert2009-table1";
  });
  ASSERT_NE(found, tables_->end());
  const std::string text = csv(*found);
  const std::string heads = text.substr(0, text.find('\n'));
  EXPECT_NE(heads.find("(published"), std::string::npos) << heads;
  EXPECT_EQ(heads.find(" 2,"), std::string::npos) << heads;
}

}  // namespace
