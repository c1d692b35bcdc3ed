// Files of Google Benchmark and of nvbench, compared as tycho's own.
#include "harness/compare/other_formats.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "harness/compare/compare.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::compare {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class OtherFormats : public ::testing::Test {
 protected:
  fs::path write(const std::string& name, const json& content) const {
    std::ofstream(folder_ / name) << content.dump(1);
    return folder_ / name;
  }

  /// A benchmark of ten repetitions of about `ms`, and its aggregates.
  fs::path google(const std::string& name, double ms) const {
    json all = json::array();
    for (int r = 0; r < 10; ++r)
      all.push_back({{"name", "BM_sort/4096"},
                     {"run_name", "BM_sort/4096"},
                     {"run_type", "iteration"},
                     {"repetition_index", r},
                     {"iterations", 100},
                     {"real_time", ms * (1 + 0.001 * ((r * 7) % 10))},
                     {"cpu_time", 1.0},
                     {"time_unit", "ms"}});
    all.push_back({{"name", "BM_sort/4096_cv"},
                   {"run_name", "BM_sort/4096"},
                   {"run_type", "aggregate"},
                   {"aggregate_name", "cv"},
                   {"real_time", 0.003},
                   {"time_unit", "ms"}});
    all.push_back({{"name", "BM_bad"},
                   {"run_name", "BM_bad"},
                   {"run_type", "iteration"},
                   {"error_occurred", true},
                   {"error_message", "no input"},
                   {"real_time", 0.0},
                   {"time_unit", "ns"}});
    return write(name, {{"context", {{"date", "2026-11-16T12:00:00+00:00"}, {"num_cpus", 8}}},
                        {"benchmarks", all}});
  }

  /// One state, with its samples in a file beside.
  fs::path nvbench(const std::string& name, std::vector<float> seconds, int claimed = -1) const {
    const std::string samples = name + "-bin/0.bin";
    fs::create_directories(folder_ / (name + "-bin"));
    std::ofstream(folder_ / samples, std::ios::binary)
        .write(reinterpret_cast<const char*>(seconds.data()),
               static_cast<std::streamsize>(seconds.size() * sizeof(float)));
    const std::string size =
        std::to_string(claimed < 0 ? static_cast<int>(seconds.size()) : claimed);
    const auto value = [](const char* key, const std::string& text) {
      return json{{"name", key}, {"type", "string"}, {"value", text}};
    };
    const json summary{{"tag", "nv/json/bin:nv/cold/sample_times"},
                       {"data", {value("filename", "elsewhere/" + samples), value("size", size)}}};
    const json state{
        {"name", "Device=0 n=2^20"}, {"is_skipped", false}, {"summaries", json::array({summary})}};
    return write(name, {{"devices", json::array({{{"name", "NVIDIA H200"}}})},
                        {"benchmarks",
                         json::array({{{"name", "copy"}, {"states", json::array({state})}}})}});
  }

  Verdict verdict(const std::vector<fs::path>& base, const std::vector<fs::path>& fresh) const {
    const auto side = [](const std::vector<fs::path>& files) {
      return load_side(files.front(), {files.begin() + 1, files.end()});
    };
    return compare(side(base), side(fresh), Options()).verdict;
  }

  TemporaryFolder folder_;
};

TEST_F(OtherFormats, RepetitionsOfGoogleBenchmarkAreSamples) {
  const auto read = read_other(google("one.json", 2));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->runs.size(), 2U);
  const result::RunRecord& run = read->runs[0];
  EXPECT_EQ(run.id, "BM_sort/4096");
  ASSERT_TRUE(run.timing);
  EXPECT_EQ(run.timing->step_s.samples.size(), 10U);
  EXPECT_NEAR(run.timing->step_s.median, 2.009e-3, 1e-6);
  EXPECT_EQ(read->runs[1].status, result::Status::kFailed);
  EXPECT_EQ(read->runs[1].reason, "no input");
}

// As `->Complexity()` writes them, behind the benchmarks that they are fitted to.
TEST_F(OtherFormats, ComplexitiesOfGoogleBenchmarkAreNoTimes) {
  json all = json::array();
  for (const int n : {64, 128})
    all.push_back({{"name", "BM_sort/" + std::to_string(n)},
                   {"run_name", "BM_sort/" + std::to_string(n)},
                   {"run_type", "iteration"},
                   {"real_time", 10.0 * n},
                   {"time_unit", "ns"}});
  all.push_back({{"name", "BM_sort_BigO"},
                 {"run_name", "BM_sort"},
                 {"run_type", "aggregate"},
                 {"aggregate_name", "BigO"},
                 {"cpu_coefficient", 9.9},
                 {"real_coefficient", 10.0},
                 {"big_o", "N"},
                 {"time_unit", "ns"}});
  all.push_back({{"name", "BM_sort_RMS"},
                 {"run_name", "BM_sort"},
                 {"run_type", "aggregate"},
                 {"aggregate_name", "RMS"},
                 {"rms", 0.02}});
  const auto read = read_other(write("complexity.json", {{"benchmarks", all}}));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->runs.size(), 2U);
  EXPECT_EQ(read->runs[1].id, "BM_sort/128");
}

TEST_F(OtherFormats, BenchmarksOfGoogleThatSkippedThemselvesHaveNoTime) {
  const json one{{"name", "BM_gpu"},
                 {"run_name", "BM_gpu"},
                 {"run_type", "iteration"},
                 {"skipped", true},
                 {"skip_message", "no device"},
                 {"iterations", 0},
                 {"real_time", 0.0},
                 {"time_unit", "ns"}};
  const auto read = read_other(write("skipped.json", {{"benchmarks", json::array({one})}}));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->runs.size(), 1U);
  EXPECT_EQ(read->runs[0].status, result::Status::kSkipped);
  EXPECT_EQ(read->runs[0].reason, "no device");
  EXPECT_FALSE(read->runs[0].timing);
}

TEST_F(OtherFormats, AreComparedAsOwnResults) {
  const std::vector<fs::path> base{google("a.json", 2), google("b.json", 2.004),
                                   google("c.json", 1.996)};
  EXPECT_EQ(verdict(base, {google("d.json", 3), google("e.json", 3.006), google("f.json", 2.99)}),
            Verdict::kSlower);
  EXPECT_NE(verdict(base, {google("g.json", 2.002), google("h.json", 1.998)}), Verdict::kSlower);
}

TEST_F(OtherFormats, SamplesOfNvbenchAreInAFileBeside) {
  const auto read = read_other(nvbench("nv.json", {1e-3F, 2e-3F, 3e-3F}));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->runs.size(), 1U);
  EXPECT_EQ(read->runs[0].id, "copy/Device=0 n=2^20");
  EXPECT_EQ(read->provenance.machine, "NVIDIA H200");
  ASSERT_TRUE(read->runs[0].timing);
  EXPECT_NEAR(read->runs[0].timing->step_s.median, 2e-3, 1e-9);
}

TEST_F(OtherFormats, RefuseWhatIsNoTimeAndFilesThatAreCutOff) {
  EXPECT_THROW(read_other(nvbench("short.json", {1e-3F}, 2)), UsageError);
  EXPECT_THROW(read_other(nvbench("nan.json", {1e-3F, NAN})), UsageError);
  fs::remove_all(folder_ / "gone.json-bin");
  nvbench("gone.json", {1e-3F});
  fs::remove_all(folder_ / "gone.json-bin");
  EXPECT_THROW(read_other(folder_ / "gone.json"), UsageError);
  json bad = json::parse(R"({"benchmarks": [{"name": "x", "real_time": -1, "time_unit": "ns"}]})");
  EXPECT_THROW(read_other(write("negative.json", bad)), UsageError);
  bad["benchmarks"][0] = {{"name", "x"}, {"real_time", 1}, {"time_unit", "weeks"}};
  EXPECT_THROW(read_other(write("unit.json", bad)), UsageError);
  EXPECT_FALSE(read_other(write("neither.json", {{"a", 1}})));
}

}  // namespace
}  // namespace tycho::compare
