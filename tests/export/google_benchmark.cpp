// `tycho export --google-benchmark`: what Google Benchmark's tools expect, with every sample.
#include "harness/compare/other_formats.hpp"
#include "harness/result/result.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;

/// A result of one run with times and one without.
class AsGoogleBenchmark : public TychoProgram {
 protected:
  void SetUp() override {
    ASSERT_EQ(tycho("run " + write_case(orbit("orbit")) + " --suite smoke --out campaign").code, 0);
    std::filesystem::copy(path("campaign/someone2025.json"), path("result.json"));
    written_ = result::read_result(path("result.json"));
    result::RunRecord skipped = written_.runs.at(0);
    skipped.id += "/more";
    skipped.status = result::Status::kSkipped;
    skipped.reason = "nobody asked";
    skipped.timing.reset();
    written_.runs.push_back(skipped);
    result::write_result(path("result.json"), written_);
  }
  const result::RunRecord& run() const { return written_.runs.at(0); }
  const result::TimingRecord& timing() const { return *run().timing; }
  json exported(const std::string& results) const {
    const Said said = tycho("export " + results + " --google-benchmark");
    EXPECT_EQ(said.code, 0) << said.err;
    return json::parse(said.out);
  }

  result::Result written_;
};

TEST_F(AsGoogleBenchmark, SamplesAreRepetitionsOfTheStepAndOfEachStage) {
  const json root = exported("result.json");
  EXPECT_EQ(root.at("context").at("date"), written_.provenance.date);
  EXPECT_EQ(root.at("context").at("num_cpus"), written_.provenance.processor.cores);
  std::vector<std::pair<std::string, const result::Statistics*>> expected{
      {run().id + "/step", &timing().step_s}};
  for (const auto& [stage, times] : timing().stages)
    expected.push_back({run().id + "/" + stage, &times.step_s});
  ASSERT_GT(expected.size(), 1u);
  std::size_t at = 0;
  for (const auto& [name, times] : expected) {
    for (std::size_t s = 0; s < times->samples.size(); ++s) {
      const json& sample = root.at("benchmarks").at(at++);
      EXPECT_EQ(sample.at("name"), name);
      EXPECT_EQ(sample.at("run_type"), "iteration");
      EXPECT_EQ(sample.at("repetition_index"), s);
      EXPECT_EQ(sample.at("repetitions"), times->samples.size());
      EXPECT_EQ(sample.at("time_unit"), "ns");
      EXPECT_DOUBLE_EQ(sample.at("real_time").get<double>(), times->samples[s] * 1e9);
      EXPECT_EQ(sample.at("cpu_time"), sample.at("real_time"));
    }
    const json& median = root.at("benchmarks").at(at++);
    EXPECT_EQ(median.at("name"), name + "_median");
    EXPECT_EQ(median.at("run_name"), name);
    EXPECT_EQ(median.at("run_type"), "aggregate");
    EXPECT_EQ(median.at("aggregate_name"), "median");
    EXPECT_DOUBLE_EQ(median.at("real_time").get<double>(), times->median * 1e9);
  }
  EXPECT_EQ(root.at("benchmarks").size(), at) << "a run without times is left out";
}

TEST_F(AsGoogleBenchmark, IsReadByCompareWithTheSamplesOfTheResult) {
  std::ofstream(path("google.json")) << exported("result.json").dump();
  const std::optional<result::Result> read = compare::read_other(path("google.json"));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->runs.size(), 1 + timing().stages.size());
  EXPECT_EQ(read->runs[0].id, run().id + "/step");
  const std::vector<double>& samples = read->runs[0].timing->step_s.samples;
  ASSERT_EQ(samples.size(), timing().step_s.samples.size());
  for (std::size_t s = 0; s < samples.size(); ++s)
    EXPECT_DOUBLE_EQ(samples[s], timing().step_s.samples[s]);
  const Said said = tycho("compare google.json google.json");
  EXPECT_EQ(said.code, 0) << said.out << said.err;
}

TEST_F(AsGoogleBenchmark, SeveralResultsAreOfOneMachine) {
  result::Result other = written_;
  other.runs.at(0).id += "/again";
  result::write_result(path("other.json"), other);
  EXPECT_EQ(exported("result.json other.json").at("benchmarks").size(),
            2 * exported("result.json").at("benchmarks").size());
  other.provenance.machine = "Another machine";
  result::write_result(path("other.json"), other);
  const Said said = tycho("export result.json other.json --google-benchmark");
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.out, "");
  EXPECT_NE(said.err.find("'Another machine'"), std::string::npos) << said.err;
}

TEST_F(AsGoogleBenchmark, IsOneFormatOfThree) {
  EXPECT_EQ(tycho("export result.json --google-benchmark --csv").code, 2);
  EXPECT_EQ(tycho("export result.json --google-benchmark --parquet t.parquet").code, 2);
  EXPECT_FALSE(std::filesystem::exists(path("t.parquet")));
}

}  // namespace
}  // namespace tycho
