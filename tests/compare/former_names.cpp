// A run recorded under a setting's former name, and the same run under the name of today.
#include <gtest/gtest.h>

#include "harness/compare/compare.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::compare {
namespace {

TEST(FormerNames, OfASweptSettingAreComparedWithThoseOfToday) {
  const TemporaryFolder folder;
  const auto recorded = [&](const std::string& name) {
    result::RunRecord run = made_up::run("gpu", made_up::Samples(20, 1e-3));
    run.id = "made_up/case/n=257/gpu/" + name + "=128";
    run.settings = {{"precision", "fp32"}, {name, 128.0}};
    run.sweep = {{name, 128.0}};
    const auto file = folder / (name + ".json");
    result::write_result(file, made_up::result({run}));
    return load_side(file, {});
  };
  const Side before = recorded("block"), after = recorded("threads_per_block");
  EXPECT_EQ(before.ids(), after.ids());
  const Comparison comparison = compare(before, after, {});
  EXPECT_EQ(comparison.verdict, Verdict::kSame);
  EXPECT_EQ(comparison.count(Verdict::kMissing), 0);
}

}  // namespace
}  // namespace tycho::compare
