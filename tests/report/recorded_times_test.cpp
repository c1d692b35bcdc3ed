// What a referee asks of the times of a record, asked of those that were made anew on an H200: the
// plasma, and the universes at 64^3, 128^3 and 512^3.
#include <gtest/gtest.h>

#include <cmath>

#include "harness/report/agreement.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/load.hpp"
#include "harness/report/published.hpp"
#include "harness/report/select.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
namespace fs = std::filesystem;

constexpr const char* kRecords[] = {"decyk2009.json", "cudagadget2013-7a88b78c377d.json"};
constexpr double kGap = 0.1;  // of a step, beyond which a reason is asked for

std::vector<report::Run> recorded(const char* file) {
  std::vector<report::Run> timed;
  for (report::Run& run :
       load_results({fs::path(TYCHO_SOURCE_DIR) / "results/nvidia-h200" / file}, false))
    if (run.timing) timed.push_back(std::move(run));
  return timed;
}

const Paper& paper_of(const std::vector<report::Run>& runs) {
  static const auto papers = read_published(fs::path(TYCHO_SOURCE_DIR) / "cases/published");
  return papers.at(runs.front().paper);
}

TEST(RecordedTimes, OfStagesAddUpToTheirStepOrSayWhyNot) {
  for (const char* file : kRecords)
    for (const report::Run& run : recorded(file)) {
      const Times& times = *run.timing;
      ASSERT_FALSE(times.stage_steps.empty()) << run.id;
      const double apart = std::fabs(times.unattributed_s) / times.clean_step_s.value;
      const double disturbed = std::fabs(times.disturbance.value_or(0));
      if (apart <= kGap && disturbed <= kGap) continue;
      ASSERT_TRUE(times.gap_reasons) << run.id << ": " << apart << ", " << disturbed;
      EXPECT_FALSE(times.gap_reasons->empty()) << run.id << ": " << apart << ", " << disturbed;
    }
}

TEST(RecordedTimes, OfAStepAreNeverCalledExtrapolated) {
  for (const char* file : kRecords) {
    const Evidence evidence = gather(recorded(file), {});
    const Paper& paper = paper_of(evidence.runs);
    CellCounts cells;
    for (const Exhibit& exhibit : paper.exhibits)
      cells += make_exhibit(exhibit, paper, evidence).cells;
    EXPECT_GT(cells.measured, 0) << file;
    EXPECT_EQ(cells.extrapolated, 0) << file;
    for (const report::Run& run : evidence.runs) EXPECT_GE(run.timing->steps_measured, 3) << run.id;
  }
}

TEST(RecordedTimes, OfThePlasmaDoNotContradictEachOther) {
  const std::vector<report::Run> runs = recorded("decyk2009.json");
  int compared = 0;
  for (const Agreement& agreement : paper_of(runs).agreements)
    for (const AgreementRow& row : agreement_rows(agreement, "decyk2009", runs)) {
      ++compared;
      EXPECT_NE(row.outcome, Outcome::kContradicts)
          << agreement.text << ' ' << row.label << ' ' << row.quantity << ": " << row.ratio;
    }
  EXPECT_GT(compared, 30);
}

TEST(RecordedTimes, NameTheProcessorItsClockAndTheBindingOfThreads) {
  int several = 0;
  for (const char* file : kRecords)
    for (const report::Run& run : recorded(file)) {
      const result::Provenance& provenance = run.machine->provenance;
      EXPECT_FALSE(provenance.processor.model.empty());
      EXPECT_GT(provenance.processor.clock_mhz, 0) << file;
      EXPECT_FALSE(provenance.binding.value_or("").empty()) << file;
      EXPECT_EQ(provenance.build.commit.find("dirty"), std::string::npos) << file;
      if (run.on_gpu() || run.threads < 2 || run.ranks) continue;
      ++several;
      EXPECT_FALSE(threads_untold(run)) << run.id;
      EXPECT_TRUE(run.cores.bound_to && !run.cores.bound_to->empty()) << run.id;
    }
  EXPECT_GT(several, 0);
}

}  // namespace
