// A setting that was renamed is found under its name of today in whatever was recorded before.
#include "harness/result/current_names.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

#include "core/known_contracts.hpp"
#include "core/settings.hpp"
#include "harness/result/result.hpp"
#include "tests/recorded_results.hpp"

namespace tycho {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 2> kKernels{"plummer", "spline"};
// The number has the name today that the word had before.
constexpr std::array<Parameter, 2> kParameters{{
    {"softening", "", "a length", 1, 0, 10, false, {}, Scope::kBoth, {}, "eps"},
    {"threads_per_block", "", "threads", 64, 1, 1024, true, {}, Scope::kCuda, {}, "block"},
}};
constexpr std::array<Choice, 1> kChoices{
    {{"softening_kernel", "a word", kKernels, Scope::kBoth, "softening"}}};
constexpr Contract kRenamed{"renamed", "", {}, kParameters, kChoices, nullptr, nullptr, nullptr};

TEST(CurrentNames, OfNumbersAndWordsAreToldApart) {
  json settings{{"eps", 0.5}, {"softening", "spline"}, {"block", 128}};
  result::use_current_names(kRenamed, settings);
  EXPECT_EQ(settings,
            (json{{"softening", 0.5}, {"softening_kernel", "spline"}, {"threads_per_block", 128}}));
  result::use_current_names(kRenamed, settings);
  EXPECT_EQ(settings.size(), 3u) << "names of today stay";
  EXPECT_EQ(settings.at("softening"), 0.5);
}

TEST(CurrentNames, OfSweptListsAreFoundToo) {
  json sweep{{"block", {32, 64}}, {"softening", {"plummer", "spline"}}, {"other", json::array()}};
  result::use_current_names(kRenamed, sweep);
  EXPECT_TRUE(sweep.contains("threads_per_block"));
  EXPECT_TRUE(sweep.contains("softening_kernel"));
  EXPECT_TRUE(sweep.contains("other"));
}

TEST(CurrentNames, LeaveARunOfAnUnknownAlgorithmAlone) {
  result::RunRecord run;
  run.algorithm = "nobody's";
  run.settings = {{"eps", 1.0}};
  result::RunRecord same = run;
  result::use_current_names(same);
  EXPECT_EQ(to_json(same), to_json(run));
}

// Whatever the contracts have renamed so far: a run recorded under the former names and one
// recorded under those of today are the same run.
TEST(CurrentNames, OfEveryContractMakeOldRunsAndNewRunsTheSame) {
  for (const Contract* contract : known_contracts()) {
    result::SettingValues settings, swept, formerly, before;
    std::string id = "paper/case/n=8/gpu", old_id = id;
    for (const Parameter& p : contract->parameters) {
      const std::string today(p.name), old(p.formerly.empty() ? p.name : p.formerly);
      settings[today] = formerly[old] = p.fallback;
      if (p.formerly.empty()) continue;
      swept[today] = before[old] = p.fallback;
      id += "/" + today + "=1";
      old_id += "/" + old + "=1";
    }
    for (const Choice& c : contract->choices) {
      if (settings.contains(std::string(c.name))) continue;  // stands once for each backend
      settings[std::string(c.name)] = std::string(c.values.front());
      const std::string old(c.formerly.empty() ? c.name : c.formerly);
      EXPECT_FALSE(formerly.contains(old)) << "two settings were called " << old;
      formerly[old] = std::string(c.values.front());
    }
    const auto run = [&](const std::string& name, const result::SettingValues& all,
                         const result::SettingValues& sweep) {
      result::RunRecord made;
      made.id = name;
      made.algorithm = contract->name;
      made.settings = all;
      made.sweep = sweep;
      made.tuned = {"gpu.json", sweep};
      return made;
    };
    result::RunRecord recorded = run(old_id, formerly, before);
    result::use_current_names(recorded);
    EXPECT_EQ(to_json(recorded), to_json(run(id, settings, swept))) << contract->name;
  }
}

TEST(CurrentNames, AreThoseOfEveryRecordedResult) {
  int runs = 0;
  for (const std::filesystem::path& file : test::recorded_results()) {
    const result::Result read = result::read_result(file);
    for (const result::RunRecord& run : read.runs) {
      const Contract* contract = find_contract(run.algorithm);
      ASSERT_NE(contract, nullptr) << run.id;
      const Settings known(*contract, run.on_gpu() ? Backend::kCuda : Backend::kCpu);
      for (const auto& [name, value] : run.settings)
        EXPECT_TRUE(std::holds_alternative<std::string>(value) ? known.choices().contains(name)
                                                               : known.numbers().contains(name))
            << run.id << ": " << name;
      for (const auto& [name, value] : run.sweep)
        EXPECT_NE(run.id.find("/" + name + "="), std::string::npos) << run.id << ": " << name;
      ++runs;
    }
  }
  EXPECT_GT(runs, 100);
}

}  // namespace
}  // namespace tycho
