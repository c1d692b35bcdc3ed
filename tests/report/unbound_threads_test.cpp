// Times of CPU threads that nobody bound to cores: marked in every table, with the legend beside
// it.
#include <gtest/gtest.h>

#include "harness/report/appendix.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;

const std::string kLegend = "\u2020: rests on CPU threads that were not bound to cores.";

result::RunRecord unbound(result::RunRecord run) {
  run.threads = 4;
  return run;
}
result::RunRecord bound(result::RunRecord run) {
  run.threads = 4;
  run.device->wait = "active";
  return run;
}

class UnboundThreads : public ::testing::Test {
 protected:
  void measured(const std::string& machine, const std::vector<result::RunRecord>& runs) {
    folder_.write(machine + "/synthetic.json", synthetic::result(machine, runs));
    folders_.push_back(folder_.path() / machine);
    evidence_ = gather(load_results(folders_, false), {});
  }
  std::vector<Block> blocks(std::vector<Page> (*make)(const std::vector<std::string>&,
                                                      PageParts&)) {
    PageParts parts{evidence_, figures_, files_};
    std::vector<Block> all;
    for (Page& page : make({"synthetic"}, parts)) append(all, std::move(page.blocks));
    return all;
  }
  static Table table(const std::vector<Block>& blocks, const std::string& id) {
    for (const Block& block : blocks)
      if (const Table* found = std::get_if<Table>(&block); found && found->id == id) return *found;
    throw std::runtime_error("no table " + id);
  }
  /// The heads of the columns whose cell has the mark.
  static std::vector<std::string> marked(const Table& table, std::size_t row) {
    std::vector<std::string> heads;
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (table.rows.at(row).at(c).text.ends_with(" \u2020"))
        heads.push_back(table.columns[c].title);
    return heads;
  }
  static bool has_legend(const Table& table) {
    return std::any_of(table.notes.begin(), table.notes.end(),
                       [](const std::string& note) { return note.starts_with(kLegend); });
  }
  using Heads = std::vector<std::string>;

  synthetic::Folder folder_;
  std::vector<std::filesystem::path> folders_;
  Evidence evidence_;
  std::vector<Figure> figures_;
  std::vector<Table> files_;
};

TEST_F(UnboundThreads, AreMarkedInTheTablesOfTheAppendix) {
  result::RunRecord first = unbound(synthetic::run("free", "cpu", 8, 8e-3));
  first.timing->stages.at("force").cold_step_s = synthetic::estimate(5e-3);
  measured("Here", {first, bound(synthetic::run("bound", "cpu", 8, 4e-3)),
                    synthetic::run("one", "cpu", 8, 8e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  const std::vector<Block> appendix = blocks(appendix_pages);
  const std::map<std::string, Heads> expected{
      {"runs", {"Step"}},
      {"synthetic-appendix-fig3.5-stages", {"Median", "GFLOP/s", "GB/s", "Cold"}},
      {"synthetic-appendix-fig3.5-steps", {"Step, clean", "Step, with marks", "Unattributed"}}};
  for (const auto& [id, heads] : expected) {
    const Table found = table(appendix, id);
    ASSERT_EQ(found.rows.size(), 4u) << id;
    EXPECT_EQ(marked(found, 0), heads) << id;
    for (const std::size_t row : {1u, 2u, 3u}) EXPECT_EQ(marked(found, row), Heads{}) << id;
    EXPECT_TRUE(has_legend(found)) << id;
  }
}

TEST_F(UnboundThreads, HaveNoLegendWhereAllAreBound) {
  measured("Here", {bound(synthetic::run("bound", "cpu", 8, 4e-3))});
  for (const Block& block : blocks(appendix_pages)) {
    const Table* table = std::get_if<Table>(&block);
    EXPECT_FALSE(table && has_legend(*table));
  }
}

TEST_F(UnboundThreads, OfANoisyTimeAddTheirMarkToThatOfNoise) {
  measured("Here", {unbound(synthetic::noisy(synthetic::run("free", "cpu", 8, 8e-3)))});
  const Table runs = table(blocks(appendix_pages), "runs");
  EXPECT_EQ(runs.rows.at(0).at(4).text, "8 ms \u2248 \u2020");
  EXPECT_EQ(runs.notes.size(), 2u);
}

TEST_F(UnboundThreads, AreMarkedOnThePageOfMachines) {
  const result::RunRecord free = synthetic::run("free", "cpu", 8, 8e-3),
                          both = synthetic::run("bound", "cpu", 8, 8e-3);
  measured("Old", {unbound(free), bound(both), synthetic::run("gpu", "cuda", 8, 4e-3)});
  measured("New", {bound(free), bound(both), synthetic::run("gpu", "cuda", 8, 1e-3)});
  const std::vector<Block> page = blocks(machine_pages);
  const std::map<std::string, Heads> expected{
      {"synthetic-machines", {"New"}},
      {"synthetic-machines-stages-cpu", {"New"}},
      {"synthetic-fig3.5-machines", {"Old", "Times as fast"}}};
  for (const auto& [id, heads] : expected) {
    const Table found = table(page, id);
    for (std::size_t row = 0; row < found.rows.size(); ++row) {
      const bool rests = found.rows[row].at(0).text.ends_with("free");
      EXPECT_EQ(marked(found, row), rests ? heads : Heads{}) << id << ", row " << row;
    }
    EXPECT_TRUE(has_legend(found)) << id;
  }
}

TEST_F(UnboundThreads, AreNeitherTheMostNorTheLeastThatAMachineGains) {
  const result::RunRecord one = synthetic::run("one", "cpu", 8, 8e-3),
                          free = synthetic::run("free", "cpu", 8, 800e-3);
  measured("Old", {unbound(free), one, synthetic::run("gpu", "cuda", 8, 4e-3)});
  measured("New", {bound(synthetic::run("free", "cpu", 8, 1e-3)), one,
                   synthetic::run("gpu", "cuda", 8, 1e-3)});
  std::string said;
  for (const Block& block : blocks(machine_pages))
    if (const Paragraph* paragraph = std::get_if<Paragraph>(&block)) said += paragraph->text;
  EXPECT_NE(said.find("gains most is force of \u201cmade up gpu\u201d, 4 times"), std::string::npos)
      << said;
  EXPECT_EQ(said.find("made up free"), std::string::npos) << said;
}

}  // namespace
