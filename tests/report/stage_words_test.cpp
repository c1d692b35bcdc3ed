// Pages have words where programs have ids.
#include <gtest/gtest.h>

#include <cctype>

#include "core/known_contracts.hpp"
#include "harness/report/stage_words.hpp"

namespace tycho::report {
namespace {

TEST(StageWords, AreTheContracts) {
  EXPECT_EQ(stage_words("particle_mesh", "update_vel_x"), "Velocity along x");
  EXPECT_EQ(stage_words("pic", "push+deposit+reorder"), "Push, deposit and sort");
  EXPECT_EQ(stage_words("of a user", "my_step+other"), "my step + other");
}

TEST(StageWords, GoOnWithASentence) {
  EXPECT_EQ(stage_in_sentence("barnes_hut", "walk"), "tree walk");
  EXPECT_EQ(stage_in_sentence("pic", "fft_forward"), "FFT of the charge");
  EXPECT_EQ(stage_in_sentence("particle_mesh", "poisson"), "Poisson solver");
}

TEST(StageWords, NoStageOfAnyContractIsShownByItsId) {
  for (const Contract* contract : known_contracts())
    for (const Stage& stage : contract->stages) {
      const std::string words = stage_words(std::string(contract->name), std::string(stage.id));
      EXPECT_EQ(words.find_first_of("_+."), std::string::npos) << words;
      EXPECT_TRUE(std::isupper(static_cast<unsigned char>(words[0]))) << words;
    }
}

TEST(StageWords, CsvKeepsTheId) {
  Table table{"stages", "Stages", {{"Stage", "", false}}, {}};
  table.rows.push_back({stage_cell("tree_pm", "kick_long")});
  EXPECT_EQ(table.rows[0][0].text, "Kick, long range");
  EXPECT_EQ(csv(table), "Stage\nkick_long\n");
}

TEST(AlgorithmWords, AreWhatTheContractSaysFirst) {
  EXPECT_EQ(algorithm_words("hermite"), "direct N-body");
  EXPECT_EQ(algorithm_words("of_a_user"), "of a user");
}

}  // namespace
}  // namespace tycho::report
