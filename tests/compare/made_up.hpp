// Results made up for tests: the samples are given, everything else follows from them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "harness/compare/side.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::made_up {

using nlohmann::json;
using Samples = std::vector<double>;

inline json statistics(const Samples& samples) {
  const measure::Summary s = measure::summarize(samples);
  return {{"median", s.median},   {"low", s.low},       {"high", s.high},
          {"minimum", s.minimum}, {"spread", s.spread}, {"samples", samples}};
}

struct StageSamples {
  std::string method;
  Samples samples;
};

/// A sound run, as `tycho verify` sees it, of a paper called `made_up`.
inline json run(const std::string& variant, const Samples& step,
                const std::map<std::string, StageSamples>& stages = {},
                const std::string& backend = "cuda") {
  const double median = measure::summarize(step).median;
  double attributed = 0;
  json parts = json::object();
  for (const auto& [name, stage] : stages) {
    const double seconds = measure::summarize(stage.samples).median;
    attributed += seconds;
    parts[name] = {{"method", stage.method},
                   {"calls", 1},
                   {"step_s", statistics(stage.samples)},
                   {"flops", 1e6},
                   {"bytes", 2e6},
                   {"issue_slots", 0},
                   {"gflops", 1e6 / seconds * 1e-9},
                   {"gbytes", 2e6 / seconds * 1e-9}};
  }
  const json step_s = statistics(step);
  return {{"id", "made_up/case/n=257/" + variant},
          {"paper", "made_up"},
          {"case", "case"},
          {"suite", "quick"},
          {"algorithm", "all_pairs"},
          {"variant", variant},
          {"label", "made up " + variant},
          {"backend", backend},
          {"threads", 1},
          {"n", 257},
          {"settings", {{"precision", "fp32"}, {"block", 128}}},
          {"sweep", json::object()},
          {"status", "ok"},
          {"reason", ""},
          {"started", "2001-02-03T04:05:06Z"},
          {"wall_s", 1000},
          {"timing",
           {{"steps_requested", 100},
            {"repeats_requested", 10},
            {"steps_measured", 100},
            {"repeats_measured", step.size()},
            {"state", "measured"},
            {"step_s", step_s},
            {"total_s",
             {{"value", 100 * median},
              {"low", 100 * step_s.at("low").get<double>()},
              {"high", 100 * step_s.at("high").get<double>()}}},
            {"instrumented_step_s", 1.5 * median},
            {"disturbance", 0.5},
            {"unattributed_s", median - attributed},
            {"mark_cost_s", 6e-6},
            {"host_waits", 1},
            {"stages", parts},
            {"throughput", {{"unit", "pairs"}, {"count", 66049}, {"per_s", 66049 / median}}}}},
          {"checks",
           {{{"check", "momentum"},
             {"value", 2e-7},
             {"limit", 1e-6},
             {"pass", true},
             {"reason", "made up"},
             {"details", {{"change", 2e-7}}}}}},
          {"counters", {{"waits", 3}}},
          {"device",
           {{"clock_before_mhz", 1980},
            {"clock_after_mhz", 1980},
            {"memory_clock_before_mhz", 3201},
            {"memory_clock_after_mhz", 3201}}}};
}

inline json provenance() {
  return {{"machine", "Made-up GPU, 4 cores of made-up CPU"},
          {"date", "2001-02-03T04:05:00Z"},
          {"processor",
           {{"model", "made-up"},
            {"architecture", "none"},
            {"cores", 4},
            {"clock_mhz", 0},
            {"memory_bytes", 1024}}},
          {"gpu",
           {{"name", "Made-up GPU"},
            {"sms", 2},
            {"compute_capability", "9.0"},
            {"memory_bytes", 4096},
            {"clock_mhz", 1980},
            {"driver", "580.65.06"},
            {"cuda_runtime", "13.0"}}},
          {"build",
           {{"version", "0.1.0"},
            {"commit", "0123456789ab"},
            {"type", "Release"},
            {"compiler", "GNU 12.2.0"},
            {"flags", "-O3"},
            {"contraction", false},
            {"cuda_compiler", "nvcc 13.0.88"},
            {"cuda_flags", "-O3"},
            {"cuda_architectures", "90"},
            {"cuda_contraction", true}}},
          {"threads", 4},
          {"transfers", "none"},
          {"flop_convention", "made up"}};
}

inline result::Result result(std::vector<json> runs) {
  return {"made_up", "quick", provenance(), std::move(runs)};
}

/// A side measured once for every list of runs.
inline compare::Side side(const std::vector<std::vector<json>>& measured) {
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
