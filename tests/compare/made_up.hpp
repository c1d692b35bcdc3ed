// Results made up for tests: the samples are given, everything else follows from them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "harness/compare/side.hpp"
#include "harness/measure/statistics.hpp"
#include "tests/harness/made_up_provenance.hpp"

namespace tycho::made_up {

using nlohmann::json;
using result::RunRecord;
using Samples = std::vector<double>;

inline result::Statistics statistics(const Samples& samples) {
  const measure::Summary s = measure::summarize(samples);
  return {s.median, s.low, s.high, s.minimum, s.spread, samples};
}

struct StageSamples {
  std::string method;
  Samples samples;
};

inline result::TimingRecord timing(const Samples& step,
                                   const std::map<std::string, StageSamples>& stages) {
  result::TimingRecord made;
  made.steps_requested = made.steps_measured = 100;
  made.repeats_requested = 10;
  made.repeats_measured = static_cast<std::int64_t>(step.size());
  made.state = "measured";
  made.step_s = statistics(step);
  made.total_s = {100 * made.step_s.median, 100 * made.step_s.low, 100 * made.step_s.high};
  made.instrumented_step_s = 1.5 * made.step_s.median;
  made.disturbance = 0.5;
  made.mark_cost_s = 6e-6;
  made.host_waits = 1;
  double attributed = 0;
  for (const auto& [name, stage] : stages) {
    result::StageRecord& one = made.stages[name];
    one.method = stage.method;
    one.calls = 1;
    one.step_s = statistics(stage.samples);
    one.flops = 1e6;
    one.bytes = 2e6;
    one.issue_slots = 0;
    one.gflops = 1e6 / one.step_s.median * 1e-9;
    one.gbytes = 2e6 / one.step_s.median * 1e-9;
    attributed += one.step_s.median;
  }
  made.unattributed_s = made.step_s.median - attributed;
  made.throughput = {"pairs", 66049, 66049 / made.step_s.median, {}, {}};
  return made;
}

/// A sound run, as `tycho verify` sees it, of a paper called `made_up`.
inline RunRecord run(const std::string& variant, const Samples& step,
                     const std::map<std::string, StageSamples>& stages = {},
                     const std::string& backend = "cuda") {
  RunRecord made;
  made.id = "made_up/case/n=257/" + variant;
  made.paper = "made_up";
  made.case_name = "case";
  made.suite = "quick";
  made.algorithm = "all_pairs";
  made.variant = variant;
  made.label = "made up " + variant;
  made.backend = backend;
  made.n = 257;
  made.settings = {{"precision", "fp32"}, {"block", 128.0}};
  made.started = "2001-02-03T04:05:06Z";
  made.wall_s = 1000;
  made.timing = timing(step, stages);
  made.checks = {{"momentum", 2e-7, 1e-6, true, "made up", {{{"change", 2e-7}}}}};
  made.counters = {{"waits", 3}};
  result::DeviceRecord& device = made.device.emplace();
  device.clock_before_mhz = device.clock_after_mhz = 1980;
  device.memory_clock_before_mhz = device.memory_clock_after_mhz = 3201;
  return made;
}

inline result::Result result(std::vector<RunRecord> runs) {
  return {"made_up", "quick", provenance(), std::move(runs)};
}

/// A side measured once for every list of runs.
inline compare::Side side(const std::vector<std::vector<RunRecord>>& measured) {
  compare::Side all;
  for (const auto& runs : measured) all.measurements.push_back({"made up", {result(runs)}});
  return all;
}

/// `count` samples around `middle`, none equal, in a scrambled order: the k-th multiple of a step
/// that shares no factor with the count.
inline Samples around(double middle, double half_width, int count) {
  Samples samples;
  int step = count / 3 + 1;
  while (count > 1 && std::gcd(step, count) != 1) ++step;
  for (int i = 0; i < count; ++i) {
    const double place = count > 1 ? 2.0 * (i * step % count) / (count - 1) - 1 : 0;
    samples.push_back(middle * (1 + half_width * place));
  }
  return samples;
}

}  // namespace tycho::made_up
