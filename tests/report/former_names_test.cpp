// Results recorded while a setting had another name stand in the exhibits that ask for its name of
// today.
#include <gtest/gtest.h>

#include "harness/report/load.hpp"

namespace tycho::report {
namespace {

TEST(FormerNames, AreReadAsThoseOfToday) {
  const std::vector<report::Run> runs =
      load_results({TYCHO_SOURCE_DIR "/results/nvidia-h200/bertinelli2025.json"}, true);
  int swept = 0;
  for (const report::Run& run : runs) {
    EXPECT_FALSE(run.settings.contains("block")) << run.id;
    if (run.case_name != "fig3.3" || run.backend != "cuda" || run.sweep.empty()) continue;
    ++swept;
    ASSERT_TRUE(run.sweep.contains("threads_per_block")) << run.id;
    EXPECT_EQ(run.settings.at("threads_per_block"), run.sweep.at("threads_per_block"));
    EXPECT_NE(run.id.find("/threads_per_block="), std::string::npos) << run.id;
  }
  EXPECT_GT(swept, 0);
}

TEST(FormerNames, OfAWordAndANumberAreToldApart) {
  int trees = 0;
  for (const report::Run& run :
       load_results({TYCHO_SOURCE_DIR "/results/nvidia-h200/cudagadget2013.json"}, true)) {
    if (run.algorithm != "barnes_hut") continue;
    ++trees;
    EXPECT_TRUE(std::holds_alternative<double>(run.settings.at("softening"))) << run.id;
    EXPECT_TRUE(std::holds_alternative<std::string>(run.settings.at("softening_kernel"))) << run.id;
    EXPECT_FALSE(run.settings.contains("eps")) << run.id;
  }
  EXPECT_GT(trees, 0);
}

}  // namespace
}  // namespace tycho::report
