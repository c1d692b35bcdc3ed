// A timing that several processes measure, one in each passage through the campaign.
#include "harness/measure/visits.hpp"

#include <gtest/gtest.h>

#include <array>
#include <sstream>

#include "harness/campaign/visits_left.hpp"
#include "harness/cli/exit_code.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;

constexpr std::array<Stage, 2> kPullAndPush{{{"pull", "Pull"}, {"push", "Push"}}};

class VisitsBeforeThisOne : public ::testing::Test {
 protected:
  VisitsBeforeThisOne() {
    contract_.stages = kPullAndPush;
    earlier_.visits = 2;
    earlier_.steps_requested = 100;
    earlier_.steps_measured = 30;
    earlier_.step_s = {5, 4, 6, 4, 1, {4, 4, 6, 6}, {{4, 6}}};
    earlier_.instrumented_step_s = 7;
    earlier_.measured_again = 1;
    earlier_.host_waits = 6;
    earlier_.stages["pull"].method = "clock";
    earlier_.stages["pull"].step_s = {1.5, 1, 2, 1, 0.5, {1, 2}, {{1, 2}}};
    earlier_.stages["push"].method = "replay";
    earlier_.stages["push"].step_s.samples = {9};
    timing_.steps_per_window = 5;
    timing_.marked_step_s = {8};
    timing_.host_waits = 2;
    timing_.stages = {{"clock", 1, {3}, 3, {}}, {"clock", 1, {4}, 4, {}}};
  }

  measure::Visit join(double step_s) {
    timing_.step_s = {step_s, step_s};
    timing_.clean_step_s = step_s;
    const measure::Visit visit = measure::visit_of(earlier_, timing_);
    measure::join(earlier_, visit, contract_, timing_);
    return visit;
  }

  Contract contract_;
  result::TimingRecord earlier_;
  measure::Timing timing_;
};

TEST_F(VisitsBeforeThisOne, HaveTheirWindowsPutBeforeItsOwn) {
  ASSERT_EQ(join(5.2), measure::Visit::kAgrees);
  EXPECT_EQ(timing_.step_s, (std::vector<double>{4, 4, 6, 6, 5.2, 5.2}));
  EXPECT_EQ(timing_.visits.counted, (std::vector<double>{4, 6, 5.2}));
  EXPECT_EQ(timing_.clean_step_s, 5.2);
  EXPECT_EQ(timing_.marked_step_s, (std::vector<double>{7, 7, 8})) << "a median a visit";
  EXPECT_EQ(timing_.stages[0].step_s, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(timing_.stages[0].visits.counted, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(timing_.stages[1].step_s, (std::vector<double>{4})) << "measured in another way";
  EXPECT_EQ(timing_.steps_measured(), 30 + 2 * 5);
  EXPECT_EQ(timing_.measured_again, 1);
  EXPECT_EQ(timing_.host_waits, 8);
  EXPECT_EQ(timing_.earlier.visits, 2);
}

TEST_F(VisitsBeforeThisOne, HaveAsManySamplesEachAsItWhereAFileKeptFewOfTheirs) {
  earlier_.repeats_measured = 2000;
  earlier_.steps_measured = 10000;
  earlier_.step_s.samples.assign(result::kMostSamples, 4);
  earlier_.stages["pull"].step_s.samples.assign(result::kMostSamples, 1);
  timing_.stages[0].step_s.assign(700, 3);
  timing_.step_s.assign(1000, 5.2);
  timing_.step_s.back() = 5.3;
  ASSERT_EQ(measure::visit_of(earlier_, timing_), measure::Visit::kAgrees);
  measure::join(earlier_, measure::Visit::kAgrees, contract_, timing_);
  EXPECT_EQ(timing_.step_s.size(), 200U + 100U) << "two visits have 200, this one half as many";
  EXPECT_EQ(timing_.step_s.back(), 5.3) << "evenly, from the first to the last";
  EXPECT_EQ(timing_.stages[0].step_s.size(), 200U + 100U);
  EXPECT_EQ(timing_.stages[1].step_s.size(), 1U) << "measured in another way";
  EXPECT_EQ(timing_.visits.counted.back(), 5.2) << "of all of its own";
  EXPECT_EQ(timing_.windows_measured(), 3000);
  EXPECT_EQ(timing_.steps_measured(), 10000 + 1000 * 5);
  // The first of them that was throttled is the 2001st of all, and one of those counted.
  result::RunOutcome earlier, now;
  earlier.timing = earlier_;
  now.timing.emplace().repeats_measured = timing_.windows_measured();
  now.timing->throttled = {{0, 999}, false, {"power"}};
  measure::join(earlier, measure::Visit::kAgrees, now);
  EXPECT_EQ(now.timing->throttled->windows, (std::vector<std::int64_t>{2000, 2999}));
  EXPECT_LT(now.timing->throttled->windows.back(), now.timing->repeats_measured);
}

TEST_F(VisitsBeforeThisOne, AreLeftOutWhereItIsFaster) {
  ASSERT_EQ(join(4.7), measure::Visit::kFaster);
  EXPECT_EQ(timing_.step_s, (std::vector<double>{4.7, 4.7}));
  EXPECT_EQ(timing_.visits.counted, (std::vector<double>{4.7}));
  EXPECT_EQ(timing_.visits.left_out, (std::vector<double>{4, 6}));
  EXPECT_EQ(timing_.stages[0].step_s, (std::vector<double>{3}));
  EXPECT_EQ(timing_.stages[0].visits.left_out, (std::vector<double>{1, 2}));
  EXPECT_EQ(timing_.marked_step_s, (std::vector<double>{8}));
  EXPECT_EQ(timing_.steps_measured(), 2 * 5);
  EXPECT_EQ(timing_.host_waits, 2);
  EXPECT_EQ(timing_.earlier.visits, 2) << "were made";
}

TEST_F(VisitsBeforeThisOne, StayAsTheyAreWhereItIsSlower) {
  earlier_.visits.reset();  // a single one
  earlier_.step_s = {5, 4.9, 5.1, 4.9, 0.1, {4.9, 5, 5.1}};
  ASSERT_EQ(join(5.6), measure::Visit::kSlower);
  result::RunOutcome earlier, now;
  earlier.timing = earlier_;
  earlier.device.emplace().core_gops = 6;
  now.timing.emplace().step_s = {5.6, 5.5, 5.7, 5.5, 0.1, {5.6}};
  now.timing->stages["pull"].method = "clock";
  now.timing->stages["pull"].step_s = {1.9, 1.9, 1.9, 1.9, 0, {1.9}};
  now.device.emplace().core_gops = 4;
  measure::join(earlier, measure::Visit::kSlower, now);
  const result::TimingRecord& timing = *now.timing;
  EXPECT_EQ(timing.step_s.samples, (std::vector<double>{4.9, 5, 5.1}));
  EXPECT_EQ(timing.step_s.median, 5);
  EXPECT_EQ(timing.step_s.left_out, (std::vector<double>{5.6}));
  EXPECT_EQ(timing.step_s.high, 5.6) << "a single one that no other agrees with";
  EXPECT_EQ(timing.total_s.high, 560);
  EXPECT_EQ(timing.stages.at("pull").step_s.left_out, (std::vector<double>{1.9}));
  EXPECT_EQ(timing.visits, 2);
  EXPECT_EQ(timing.visits_counted(), 1);
  EXPECT_EQ(now.device->core_gops, 6);
}

TEST(VisitsLeft, AreMadeAgainWhereSomeWereLeftOut) {
  std::int64_t steps_of_each = 100;
  const auto left = [&](std::int64_t made, std::size_t left_out) {
    result::RunRecord record;
    record.status = result::Status::kOk;
    record.timing.emplace().visits = made;
    record.timing->steps_requested = 200;
    record.timing->steps_measured = steps_of_each * (made - static_cast<std::int64_t>(left_out));
    if (left_out > 0) record.timing->step_s.left_out.emplace(left_out, 1.0);
    return campaign::visits_of(&record, 3, false).left;
  };
  EXPECT_EQ(left(3, 0), 0);
  EXPECT_EQ(left(2, 0), 1);
  EXPECT_EQ(left(3, 1), 0) << "two agree";
  EXPECT_EQ(left(3, 2), 2);
  steps_of_each = 99;
  EXPECT_EQ(left(3, 1), 1) << "and have not taken all steps";
  EXPECT_EQ(left(5, 4), 1) << "six in all";
  EXPECT_EQ(left(6, 5), 0);
  EXPECT_EQ(campaign::visits_of(nullptr, 3, false).left, 3);
  result::RunRecord failed;
  failed.status = result::Status::kFailed;
  EXPECT_EQ(campaign::visits_of(&failed, 3, false).left, 0);
  EXPECT_EQ(campaign::visits_of(&failed, 3, true).left, 3);
}

TEST(Visits, KeepACheckThatDidNotHoldAndTheMeanOfWhatTheCoresGave) {
  result::RunOutcome earlier, now;
  earlier.timing.emplace().visits = 2;
  earlier.device.emplace().core_gops = 6;
  earlier.device->core_gops_least = 5;
  earlier.checks = {{"energy_drift", 3, 1, false, "why", {}}, {"momentum", 0, 1, true, "why", {}}};
  now.timing.emplace();
  now.device.emplace().core_gops = 9;
  now.device->core_gops_least = 8;
  now.checks = {{"energy_drift", 0.5, 1, true, "why", {}}, {"momentum", 0.1, 1, true, "why", {}}};
  measure::join(earlier, measure::Visit::kAgrees, now);
  EXPECT_FALSE(now.checks->at(0).pass);
  EXPECT_EQ(now.checks->at(0).value, 3);
  EXPECT_EQ(now.checks->at(1).value, 0.1);
  EXPECT_EQ(now.device->core_gops, 7);
  EXPECT_EQ(now.device->core_gops_least, 5);
}

TEST(Visits, CountWindowsThatWereThrottledFromTheFirstVisitOn) {
  result::RunOutcome earlier, now;
  earlier.timing.emplace().repeats_measured = 10;
  earlier.timing->throttled = {{3}, false, {"power"}};
  now.timing.emplace().throttled = {{0, 2}, true, {"power", "heat"}};
  measure::join(earlier, measure::Visit::kAgrees, now);
  ASSERT_TRUE(now.timing->throttled);
  EXPECT_EQ(now.timing->throttled->windows, (std::vector<std::int64_t>{3, 10, 12}));
  EXPECT_TRUE(now.timing->throttled->stages);
  EXPECT_EQ(now.timing->throttled->reasons, (std::vector<std::string>{"power", "heat"}));

  result::RunOutcome quiet;
  quiet.timing.emplace();
  measure::join(earlier, measure::Visit::kAgrees, quiet);
  EXPECT_EQ(quiet.timing->throttled->windows, (std::vector<std::int64_t>{3}));
}

class VisitsOfACampaign : public TychoProgram {
 protected:
  VisitsOfACampaign() {
    json made = orbit("orbit");
    made["measure"] = "timing";
    made.erase("samples");
    made["variants"] =
        json::array({{{"name", "one"}, {"label", "One"}, {"backend", "cpu"}, {"threads", 1}},
                     {{"name", "two"}, {"label", "Two"}, {"backend", "cpu"}, {"threads", 1}}});
    made["suites"]["smoke"] = {{"sizes", json::array({{{"n", 2}}})},
                               {"steps", 10},
                               {"repeats", 4},
                               {"seconds", 1},
                               {"visits", 3}};
    case_ = std::move(made);
  }

  std::vector<json> journal() const {
    std::istringstream lines(result::read_text(folder_ / "c/journal.jsonl"));
    std::vector<json> records;
    for (std::string line; std::getline(lines, line);) records.push_back(json::parse(line));
    return records;
  }

  /// The wall time of the record after the second visit.
  double wall_of_two_visits(const std::string& variant) const {
    std::vector<double> walls;
    for (const json& record : journal())
      if (record.at("variant") == variant) walls.push_back(record.at("wall_s"));
    return walls.at(1);
  }

  static std::size_t visits_counted(const json& timing) {
    const json& step = timing.at("step_s");
    const std::size_t left_out = step.contains("left_out") ? step.at("left_out").size() : 0;
    return timing.at("visits").get<std::size_t>() - left_out;
  }

  static constexpr const char* kRun = "run someone2025/orbit.json --suite smoke --out c";
  json case_;
};

TEST_F(VisitsOfACampaign, AreMadeInPassagesAndJoined) {
  write_case(case_);
  const Said said = tycho(kRun);
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_NE(said.err.find("2 runs and 4 visits more"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("/two, visit 3 of 3"), std::string::npos) << said.err;
  std::string order;
  for (const json& record : journal()) order += record.at("variant").get<std::string>() + ' ';
  EXPECT_EQ(order.substr(0, 24), "one two one two one two ");
  ASSERT_EQ(runs_in("c").size(), 2u);
  for (const json& run : runs_in("c")) {
    const json& timing = run.at("timing");
    // Those that took longer than others are left out and made again.
    const std::size_t visits = timing.at("visits"), counted = visits_counted(timing);
    EXPECT_TRUE(counted >= 2 || visits == 6) << counted << " of " << visits;
    EXPECT_EQ(timing.at("step_s").at("visits").size(), counted);
    EXPECT_EQ(timing.at("steps_measured"), counted * 4 * 4) << "a third of the steps each";
    EXPECT_EQ(timing.at("step_s").at("samples").size(), 4 * counted);
    EXPECT_EQ(timing.at("state"), "measured") << "a visit has four times its part of the steps";
    EXPECT_GT(run.at("wall_s").get<double>(), wall_of_two_visits(run.at("variant")))
        << "of all visits";
    double spent = 0;
    for (const auto& [phase, seconds] : run.at("spent_s").items()) spent += seconds.get<double>();
    EXPECT_LE(spent, run.at("wall_s").get<double>());
    EXPECT_GT(spent, 0.9 * run.at("timing").at("total_s").at("value").get<double>());
    EXPECT_GT(run.at("host_peak_bytes").get<double>(), 1e6);
    double attributed = 0;
    for (const auto& [id, stage] : timing.at("stages").items())
      attributed += stage.at("step_s").at("median").get<double>();
    EXPECT_NEAR(timing.at("unattributed_s").get<double>(),
                timing.at("step_s").at("median").get<double>() - attributed, 1e-12);
  }
}

TEST_F(VisitsOfACampaign, AreGoneOnWithAfterAKill) {
  write_case(case_);
  ASSERT_EQ(tycho(kRun).code, cli::kOk);
  const std::vector<json> whole = journal();
  std::ofstream cut(folder_ / "c/journal.jsonl");
  for (std::size_t k = 0; k < 3; ++k) cut << whole[k].dump() << '\n';  // one twice, two once
  cut.close();
  const Said said = tycho(std::string(kRun) + " --resume");
  ASSERT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_GE(journal().size(), 6u);
  for (const json& run : runs_in("c")) EXPECT_GE(run.at("timing").at("visits"), 3);
  EXPECT_NE(tycho(std::string(kRun) + " --resume").err.find("2 of 2 runs were finished before"),
            std::string::npos);
}

TEST_F(VisitsOfACampaign, AreNotAskedForAgainInASittingWhereALaterOneIsUnavailable) {
  write_case(case_);
  const std::string run =
      std::string(kRun) + " --only '*/gone-later-it' --implementation '" TYCHO_GONE_LATER "'";
  const Said said = tycho(run);
  EXPECT_EQ(said.code, cli::kOk) << said.err;  // 124 where the same visit is made for ever
  const json made = runs_in("c").at(0);
  EXPECT_EQ(made.at("status"), "ok") << "what the first visit measured stays";
  EXPECT_FALSE(made.at("timing").contains("visits"));
  // The next sitting asks once more.
  EXPECT_NE(tycho(run + " --resume").err.find("gone-later-it, visit 2 of 3"), std::string::npos);
}

TEST_F(VisitsOfACampaign, MayBeOfABackendAndOfASize) {
  json& suite = case_["suites"]["smoke"];
  suite["visits"] = {{"cpu", 2}, {"cuda", 5}};
  write_case(case_);
  EXPECT_NE(tycho(kRun).err.find("2 runs and 2 visits more"), std::string::npos);
  suite["sizes"][0]["visits"] = 1;
  write_case(case_);
  const Said said = tycho("run someone2025/orbit.json --suite smoke --out d");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_EQ(said.err.find("more"), std::string::npos) << said.err;
}

TEST_F(VisitsOfACampaign, AreForTimingsOnly) {
  case_["measure"] = "evolution";
  case_["samples"] = 4;
  write_case(case_);
  const Said said = tycho(kRun);
  EXPECT_EQ(said.code, cli::kUsage);
  EXPECT_NE(said.err.find("only a timing is measured in several visits"), std::string::npos)
      << said.err;
}

}  // namespace
}  // namespace tycho
