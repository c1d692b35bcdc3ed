// Results of several machines in one report.
#include <gtest/gtest.h>

#include "harness/report/exhibit.hpp"
#include "harness/report/machine_factors.hpp"
#include "harness/report/report.hpp"
#include "harness/report/sections.hpp"
#include "harness/result/probe.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;

/// Two machines with one case in common; the second also made a run that the first has not got.
class Machines : public ::testing::Test {
 protected:
  Machines() {
    folder_.write("published/synthetic.json", published().dump());
    folder_.write("old/synthetic.json", synthetic::result("Old machine",
                                                          {synthetic::run("cpu", "cpu", 8, 8e-3),
                                                           synthetic::run("gpu", "cuda", 8, 4e-3),
                                                           synthetic::run("gpu", "cuda", 4, 1e-3)},
                                                          3));
    auto fresh = synthetic::result(
        "New machine",
        {synthetic::run("gpu", "cuda", 4, 0.5e-3), synthetic::run("gpu", "cuda", 8, 1e-3),
         synthetic::run("more", "cuda", 8, 1e-3)},
        7);
    fresh.provenance.gpu->name = "New GPU";
    for (auto& run : fresh.runs) run.suite = "full";
    folder_.write("new/synthetic.json", fresh);
    evidence_ = gather(load_results({folder_.path() / "old", folder_.path() / "new"}, false), {});
    paper_ = read_published(folder_.path() / "published").at("synthetic");
  }
  static nlohmann::json published() {
    auto from = synthetic::published();
    from["values"][0]["on"] = "Made-up card";
    return from;
  }
  static std::vector<std::string> texts(const std::vector<Cell>& row) {
    std::vector<std::string> words;
    for (const Cell& cell : row) words.push_back(cell.text);
    return words;
  }

  synthetic::Folder folder_;
  Evidence evidence_;
  Paper paper_;
};

TEST_F(Machines, HaveColumnsSideBySideWithPublishedHardwareBeforeThem) {
  const Exhibited made = make_exhibit(paper_.exhibits[0], paper_, evidence_);
  const Table& table = made.tables.front();
  std::vector<std::pair<std::string, std::string>> heads;
  for (const Column& column : table.columns) heads.emplace_back(column.title, column.note);
  EXPECT_EQ(heads,
            (std::vector<std::pair<std::string, std::string>>{{"N", ""},
                                                              {"Made-up card", "published"},
                                                              {"made up cpu", "Old machine"},
                                                              {"made up gpu", "Synthetic GPU"},
                                                              {"made up gpu", "New GPU"},
                                                              {"made up more", "New GPU"}}));
  EXPECT_EQ(texts(table.rows.at(0)),
            (std::vector<std::string>{"4", "", "\u2013", "1", "0.5000", "\u2013"}));
  EXPECT_EQ(texts(table.rows.at(1)), (std::vector<std::string>{"8", "2", "8", "4", "1", "1"}));
  EXPECT_NE(table.caption.find("[s]"), std::string::npos) << "one unit, in the head";
  EXPECT_EQ(table.notes.at(0),
            "\u2013: not in these results (made up cpu, Old machine; made up more, New GPU).");
  EXPECT_EQ(table.rows[1][4].note, "\u00b12.0%, ratio 0.25");
  EXPECT_EQ(table.rows[1][3].note, "\u00b12.0%");
}

TEST_F(Machines, StandBesideThePublishedNumberWithItsSmallPrintInTheHead) {
  for (auto& [id, value] : paper_.values) value.exactness = "as printed";
  const Exhibited made = make_exhibit(paper_.exhibits[0], paper_, evidence_);
  const auto found = std::find_if(made.tables.begin(), made.tables.end(), [](const Table& table) {
    return table.caption.starts_with("Published beside measured");
  });
  ASSERT_NE(found, made.tables.end());
  EXPECT_EQ(found->columns.at(1).note, "as printed");
  for (const auto& row : found->rows) EXPECT_EQ(row.at(1).note, "") << row.at(0).text;
}

TEST_F(Machines, HaveALineEachInTheColourOfTheSeries) {
  const Figure figure = make_figures(paper_.exhibits[0], paper_, evidence_).at(0);
  const auto& series = figure.panels.at(0).series;
  ASSERT_EQ(series.size(), 5u);
  EXPECT_EQ(series[1].label, "made up gpu, Synthetic GPU");
  EXPECT_EQ(series[2].label, "made up gpu, New GPU");
  EXPECT_EQ(series[1].colour, series[2].colour);
  EXPECT_NE(series[1].dash, series[2].dash);
  EXPECT_NE(series[2].colour, series[3].colour);
  EXPECT_EQ(series[4].label, "Made-up card (published)");
}

TEST_F(Machines, AreJudgedStageByStage) {
  const auto blocks = machines_section("synthetic", evidence_);
  std::vector<Table> tables;
  for (const Block& block : blocks)
    if (const Table* table = std::get_if<Table>(&block)) tables.push_back(*table);
  ASSERT_EQ(tables.size(), 3u);
  // Half and a quarter: their geometric mean.
  EXPECT_EQ(texts(tables[0].rows.at(0)), (std::vector<std::string>{"made up gpu", "2.8"}));
  EXPECT_EQ(tables[0].rows[0][1].note, "2 runs, 2 to 4");
  EXPECT_EQ(tables[0].rows.size(), 1u) << "only what both machines ran is compared";
  EXPECT_EQ(texts(tables[1].rows.at(0)), (std::vector<std::string>{"made up gpu", "Force", "2.8"}));
  EXPECT_EQ(
      texts(tables[2].rows.at(1)),
      (std::vector<std::string>{"synthetic/fig3.5/n=8/gpu", "Force", "2 ms", "500 \u00b5s", "4"}));
}

/// So little bandwidth that memory binds every stage.
void probe_both(Evidence& evidence) {
  for (const auto& [machine, gbytes] : {std::pair("Old machine", 1e-9), {"New machine", 1.9e-9}}) {
    result::ProbeFile probe;
    probe.machine = machine;
    result::Ceiling ceiling;
    ceiling.backend = "cuda";
    ceiling.id = "copy_kernel";
    ceiling.value = gbytes;
    ceiling.pass = true;
    probe.ceilings.push_back(ceiling);
    evidence.probes[machine] = probe;
  }
}

TEST_F(Machines, AreHeldAgainstWhatTheirCeilingsAllow) {
  probe_both(evidence_);
  for (const Block& block : machines_section("synthetic", evidence_)) {
    const Table* table = std::get_if<Table>(&block);
    if (!table || table->id != "synthetic-machines-stages-gpu") continue;
    EXPECT_EQ(texts(table->rows.at(0)),
              (std::vector<std::string>{"made up gpu", "Force", "2.8", "1.90"}));
    EXPECT_EQ(table->rows[0][3].note, "memory");
    return;
  }
  FAIL() << "no table of stages";
}

TEST_F(Machines, ShowTheStagesOfTheGpuFirstAndHoldThemAgainstTheirCeilings) {
  // The CPU's stage gains most of all, and its variant comes first in the alphabet.
  const auto runs = [](double cpu, double one, double other) {
    return std::vector<result::RunRecord>{synthetic::run("a", "cpu", 8, cpu),
                                          synthetic::run("one", "cuda", 8, one),
                                          synthetic::run("other", "cuda", 8, other)};
  };
  folder_.write("old/synthetic.json", synthetic::result("Old machine", runs(8, 4, 6), 3));
  folder_.write("new/synthetic.json", synthetic::result("New machine", runs(1, 2, 2), 3));
  Evidence both = gather(load_results({folder_.path() / "old", folder_.path() / "new"}, false), {});
  probe_both(both);
  std::string said;
  std::vector<std::string> variants, captions;
  for (const Block& block : machines_section("synthetic", both)) {
    if (const Paragraph* paragraph = std::get_if<Paragraph>(&block)) said += paragraph->text;
    const Table* table = std::get_if<Table>(&block);
    if (!table) continue;
    captions.push_back(table->caption);
    if (table->id == "synthetic-machines")
      for (const auto& row : table->rows) variants.push_back(row.at(0).text);
  }
  EXPECT_EQ(variants, (std::vector<std::string>{"made up one", "made up other", "made up a"}));
  ASSERT_EQ(captions.size(), 4u);
  EXPECT_EQ(captions[1], "Stages on the GPU");
  EXPECT_EQ(captions[2], "Stages on the CPU");
  EXPECT_NE(
      said.find("gains most is force of \u201cmade up other\u201d, 3.00 times as fast (one run; "
                "its ceiling, memory, 1.90 times)"),
      std::string::npos)
      << said;
}

TEST_F(Machines, HaveFactorsAndCeilingsOfTheSameRuns) {
  folder_.write("old/synthetic.json",
                synthetic::result("Old machine",
                                  {synthetic::noisy(synthetic::run("gpu", "cuda", 8, 4e-3)),
                                   synthetic::run("gpu", "cuda", 4, 1e-3)},
                                  3));
  Evidence noise =
      gather(load_results({folder_.path() / "old", folder_.path() / "new"}, false), {});
  probe_both(noise);
  const MachineFactors compared = compare_machines(meeting_of("synthetic", noise), noise);
  int stages = 0;
  for (const auto& [kind, machines] : compared.factors) {
    if (kind.stage != "force") continue;
    EXPECT_EQ(machines.at("New machine").runs, 1) << "without the noisy one";
    EXPECT_EQ(machines.at("New machine").bound, 1);
    ++stages;
  }
  EXPECT_EQ(stages, 1);
}

TEST_F(Machines, HaveARangeInPlaceOfAFactorThatRestsOnNoise) {
  folder_.write("old/synthetic.json",
                synthetic::result("Old machine",
                                  {synthetic::noisy(synthetic::run("gpu", "cuda", 8, 4e-3))}, 3));
  const Evidence noise =
      gather(load_results({folder_.path() / "old", folder_.path() / "new"}, false), {});
  const auto blocks = machines_section("synthetic", noise);
  const Table* each = std::get_if<Table>(&blocks.back());
  ASSERT_TRUE(each);
  EXPECT_EQ(texts(each->rows.at(0)),
            (std::vector<std::string>{"synthetic/fig3.5/n=8/gpu", "whole step", "4 ms \u2248",
                                      "1 ms", "2.9 to 5.1 \u2248"}));
  EXPECT_EQ(each->notes.at(0),
            "\u2248: from end to end the 95% interval is wider than a tenth of the time.");
}

TEST_F(Machines, AreNotToldApartWhereThereIsOne) {
  const Evidence alone = gather(load_results({folder_.path() / "new"}, false), {});
  EXPECT_TRUE(machines_section("synthetic", alone).empty());
  for (const auto& run : alone.runs) EXPECT_EQ(run.machine_tag, "");
}

TEST_F(Machines, AreDatedByAllTheirDaysInWhateverFiles) {
  auto later = synthetic::run("gpu", "cuda", 16, 1e-3);
  later.started = "2001-02-05T00:00:00Z";
  folder_.write("days/a.json",
                synthetic::result("One", {synthetic::run("gpu", "cuda", 8, 1e-3)}, 3));
  EXPECT_EQ(load_results({folder_.path() / "days"}, false).front().machine->date, "2001-02-03");
  folder_.write("days/b.json", synthetic::result("One", {later}, 3));
  for (const auto& run : load_results({folder_.path() / "days"}, false))
    EXPECT_EQ(run.machine->date, "2001-02-03 to 2001-02-05");
}

// Which of two is shown must not depend on the names of their files.
TEST_F(Machines, ThatMadeARunTwiceAreShownByTheLastStartedAndSayWhichFileItIsFrom) {
  const auto started = [](const std::string& day, double step_s) {
    auto run = synthetic::run("gpu", "cuda", 8, step_s);
    run.started = day + "T00:00:00Z";
    return synthetic::result("One", {run}, 3);
  };
  folder_.write("twice/a.json", started("2001-02-05", 1e-3));
  folder_.write("twice/b.json", started("2001-02-04", 2e-3));
  folder_.write("twice/c.json", started("2001-02-03", 3e-3));
  const std::filesystem::path folder = folder_.path() / "twice";
  std::vector<Repeated> repeated;
  const std::vector<report::Run> runs = load_results({folder}, false, &repeated);
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs.front().started, "2001-02-05T00:00:00Z");
  const std::vector<std::string> lines = in_words(repeated);
  ASSERT_EQ(lines.size(), 2u);
  const std::string taken = " in " + (folder / "a.json").string() + " and in ";
  EXPECT_NE(lines[0].find(runs.front().id + " stands" + taken + (folder / "b.json").string()),
            std::string::npos)
      << lines[0];
  EXPECT_NE(lines[1].find(taken + (folder / "c.json").string()), std::string::npos) << lines[1];
  repeated.clear();
  load_results({folder / "a.json", folder / "a.json"}, false, &repeated);
  EXPECT_TRUE(repeated.empty()) << "one file that is named twice";
}

TEST_F(Machines, WithTheSameGpuAreToldApartByTheirNames) {
  auto twin = synthetic::result("Twin", {synthetic::run("gpu", "cuda", 8, 1e-3)}, 3);
  folder_.write("twin/synthetic.json", twin);
  const Evidence both =
      gather(load_results({folder_.path() / "old", folder_.path() / "twin"}, false), {});
  EXPECT_EQ(both.runs.back().machine_tag, "Twin");
}

TEST_F(Machines, MakeAPageThatNamesThemAll) {
  const ReportOptions options{{folder_.path() / "old", folder_.path() / "new"},
                              {},
                              folder_.path() / "out",
                              folder_.path() / "published",
                              "",
                              true};
  write_report(options);
  const std::string page = folder_.read("out/index.html");
  EXPECT_NE(page.find("Where and when: Old machine"), std::string::npos);
  EXPECT_NE(page.find(". New machine, "), std::string::npos) << "said once for both";
  EXPECT_NE(page.find("Machines side by side"), std::string::npos);
}

TEST_F(Machines, AreNamedInTablesOnlyWhereThereAreSeveral) {
  const auto report_of = [&](std::vector<std::filesystem::path> inputs) {
    ReportOptions options;
    options.inputs = std::move(inputs);
    options.output = folder_.path() / "out";
    options.published = folder_.path() / "published";
    write_report(options);
    return folder_.read("out/synthetic.html");
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const auto file = [&] { return folder_.read("out/tables/synthetic-times-published.csv"); };
  EXPECT_TRUE(has(report_of({folder_.path() / "old", folder_.path() / "new"}), ">Machine<"));
  EXPECT_TRUE(has(file(), "Old machine")) << file();
  EXPECT_FALSE(has(report_of({folder_.path() / "old"}), ">Machine<"));
  EXPECT_FALSE(has(file(), "Old machine")) << file();
}

}  // namespace
