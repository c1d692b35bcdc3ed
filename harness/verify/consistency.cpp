#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "harness/measure/statistics.hpp"
#include "harness/result/google_benchmark.hpp"
#include "harness/result/result.hpp"
#include "harness/result/utc_time.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

namespace {

using nlohmann::json;

// Samples are stored with seven digits; sums and products of stored numbers with all of theirs.
constexpr double kOfSamples = 2e-6, kOfProducts = 1e-9;

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.7g", value);
  return buffer;
}

bool close(double a, double b, double tolerance, double scale = 0) {
  return std::abs(a - b) <= tolerance * std::max({std::abs(a), std::abs(b), scale});
}

class Consistency {
 public:
  explicit Consistency(Findings& findings) : findings_(findings) {}

  void add(const std::string& at, const std::string& what) { findings_.push_back({at, what}); }

  // `found` must be what follows from the numbers beside it.
  void follows(const json& holder, const std::string& at, const char* key, double expected,
               const std::string& from, double tolerance = kOfProducts, double scale = 0) {
    const auto value = holder.find(key);
    if (value == holder.end() || !value->is_number()) return;
    if (!close(value->get<double>(), expected, tolerance, scale))
      add(at + "/" + key,
          "is " + text(value->get<double>()) + ", but " + from + " is " + text(expected));
  }

  void statistics(const json& step, const std::string& at) {
    const double median = step.at("median"), low = step.at("low"), high = step.at("high");
    const double minimum = step.at("minimum");
    if (!(minimum <= low && low <= median && median <= high))
      add(at, "minimum <= low <= median <= high does not hold: " + text(minimum) + ", " +
                  text(low) + ", " + text(median) + ", " + text(high));
    const auto samples = step.at("samples").get<std::vector<double>>();
    const auto [least, most] = std::minmax_element(samples.begin(), samples.end());
    if (*least < minimum * (1 - kOfSamples))
      add(at + "/samples", "a sample of " + text(*least) + " is below the minimum");
    if (samples.size() == result::kMostSamples) {  // perhaps thinned: some of many
      if (median < *least * (1 - kOfSamples) || median > *most * (1 + kOfSamples))
        add(at + "/median", "is not among its samples");
      return;
    }
    const measure::Summary summary = measure::summarize(samples);
    follows(step, at, "median", summary.median, "that of the samples", kOfSamples);
    follows(step, at, "minimum", summary.minimum, "that of the samples", kOfSamples);
    follows(step, at, "low", summary.low, "that of the samples", kOfSamples);
    follows(step, at, "high", summary.high, "that of the samples", kOfSamples);
    follows(step, at, "spread", summary.spread, "that of the samples", kOfSamples, median);
  }

  void stage(const json& stage, const std::string& at) {
    statistics(stage.at("step_s"), at + "/step_s");
    const double median = stage.at("step_s").at("median");
    if (stage.contains("calls") && stage.at("calls").is_number() &&
        !(stage.at("calls").get<double>() > 0))
      add(at + "/calls", "a stage that was timed was called");
    for (const auto& [counted, rate] :
         {std::pair<const char*, const char*>{"flops", "gflops"}, {"bytes", "gbytes"}}) {
      const auto count = stage.find(counted);
      if (count != stage.end() && count->is_number() && median > 0)
        follows(stage, at, rate, count->get<double>() / median * 1e-9,
                std::string(counted) + " over the median");
    }
  }

  void timing(const json& timing, const std::string& at, double wall_s) {
    const json& step = timing.at("step_s");
    statistics(step, at + "/step_s");
    const double median = step.at("median");
    const double requested = timing.at("steps_requested"), measured = timing.at("steps_measured");
    const json& total = timing.at("total_s");
    const double passed_s = timing.value("passed_s", 0.0);
    for (const auto& [key, of] :
         {std::pair<const char*, const char*>{"value", "median"}, {"low", "low"}, {"high", "high"}})
      if (passed_s > 0 && measured > 0)
        follows(total, at + "/total_s", key, passed_s * requested / measured,
                "passed_s for all steps_requested");
      else
        follows(total, at + "/total_s", key, requested * step.at(of).get<double>(),
                std::string("steps_requested times the step's ") + of);
    const bool all = measured >= requested;
    if ((timing.at("state") == "measured") != all)
      add(at + "/state", "is " + timing.at("state").get<std::string>() + ", but " + text(measured) +
                             " of " + text(requested) + " steps were measured");
    const double repeats = timing.at("repeats_measured");
    const double kept = static_cast<double>(step.at("samples").size());
    if (kept != std::min(repeats, static_cast<double>(result::kMostSamples)))
      add(at + "/repeats_measured",
          "is " + text(repeats) + ", but there are " + text(kept) + " samples of the step");
    double sum = 0, largest = median;
    for (const auto& [name, stage_timing] : timing.at("stages").items()) {
      stage(stage_timing, below(at + "/stages", name));
      const double seconds = stage_timing.at("step_s").at("median");
      sum += seconds;
      largest = std::max(largest, seconds);
    }
    follows(timing, at, "unattributed_s", median - sum, "the step less its stages", kOfProducts,
            largest);
    if (median > 0 && timing.contains("instrumented_step_s") &&
        timing.at("instrumented_step_s").is_number())
      follows(timing, at, "disturbance",
              timing.at("instrumented_step_s").get<double>() / median - 1,
              "the instrumented step over the step, less 1", kOfProducts, 1);
    throughput(timing, at);
    // Seconds, not milliseconds: the windows fit into the run.
    if (measured * step.at("minimum").get<double>() > 1.01 * wall_s + 1)
      add(at + "/step_s", "cannot be seconds: " + text(measured) + " steps of at least " +
                              text(step.at("minimum")) +
                              " s do not fit into wall_s = " + text(wall_s));
  }

  void throughput(const json& timing, const std::string& at) {
    const auto rate = timing.find("throughput");
    if (rate == timing.end() || !rate->is_object() || !rate->contains("count")) return;
    if (!rate->at("count").is_number()) return;
    const double count = rate->at("count"), median = timing.at("step_s").at("median");
    if (median > 0)
      follows(*rate, at + "/throughput", "per_s", count / median, "count over the step's median");
    const auto named = rate->find("stage");
    const std::string name =
        named != rate->end() && named->is_string() ? named->get<std::string>() : "";
    const auto stage = timing.at("stages").find(name);
    if (stage == timing.at("stages").end()) {
      if (!name.empty()) add(at + "/throughput/stage", "'" + name + "' is no stage of the run");
      return;
    }
    const double seconds = stage->at("step_s").at("median");
    if (seconds > 0)
      follows(*rate, at + "/throughput", "stage_per_s", count / seconds,
              "count over the stage's median");
  }

  void checks(const json& run, const std::string& at) {
    const json list = run.value("checks", json::array());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const json& check = list[i];
      const bool holds = check.at("value").is_number() &&
                         check.at("value").get<double>() <= check.at("limit").get<double>();
      if (check.at("pass").get<bool>() != holds)
        add(at + "/checks/" + std::to_string(i) + "/pass",
            std::string("says ") + (holds ? "false" : "true") + ", but the value " +
                check.at("value").dump() + (holds ? " is" : " is not") + " within the limit " +
                check.at("limit").dump());
    }
  }

  // Series that have times have them in order, and a value for each.
  void series(const json& run, const std::string& at) {
    const json all = run.value("series", json::object());
    for (const auto& [name, one] : all.items()) {
      if (!one.is_object() || !one.contains("t") || !one.at("t").is_array()) continue;
      const std::string place = below(at + "/series", name);
      const json& t = one.at("t");
      for (std::size_t i = 1; i < t.size(); ++i)
        if (!t[i].is_number() || !t[i - 1].is_number() ||
            t[i].get<double>() < t[i - 1].get<double>()) {
          add(place + "/t/" + std::to_string(i), "times must not go back");
          break;
        }
      if (one.contains("value") && one.at("value").is_array() && one.at("value").size() != t.size())
        add(place + "/value", std::to_string(one.at("value").size()) + " values for " +
                                  std::to_string(t.size()) + " times");
    }
  }

  void run(const json& run, const std::string& at, const json& result) {
    const std::string id = run.at("id");
    const std::string start =
        run.at("paper").get<std::string>() + "/" + run.at("case").get<std::string>() +
        "/n=" + text_of_whole(run.at("n")) + "/" + run.at("variant").get<std::string>();
    if (id.rfind(start, 0) != 0)
      add(at + "/id", "'" + id + "' does not start with '" + start + "', as its parts would");
    if (run.at("paper") != result.at("paper"))
      add(at + "/paper", "is not the result's: " + result.at("paper").dump());
    if (run.at("suite") != result.at("suite"))
      add(at + "/suite", "is not the result's: " + result.at("suite").dump());
    const std::string started = run.at("started"), now = result::utc_now();
    if (started > now) add(at + "/started", "lies ahead of now, " + now);
    const json& gpu = result.at("provenance").at("gpu");
    const bool on_gpu = run.at("backend") == "cuda" && run.at("status") == "ok";
    if (on_gpu && gpu.is_null()) add(at + "/backend", "ran on a GPU that /provenance/gpu denies");
    if (on_gpu && !gpu.is_null()) clocks(run, at, gpu.at("clock_mhz"));
    if (run.contains("timing")) timing(run.at("timing"), at + "/timing", run.at("wall_s"));
    checks(run, at);
    series(run, at);
  }

  void clocks(const json& run, const std::string& at, double highest) {
    const json device = run.value("device", json::object());
    for (const char* key : {"clock_before_mhz", "clock_after_mhz"})
      if (highest > 0 && device.contains(key) && device.at(key).get<double>() > 1.05 * highest)
        add(at + "/device/" + key, "is above the GPU's highest clock, " + text(highest) + " MHz");
  }

  // The derived part of the file repeats the runs.
  void benchmarks(const json& result) {
    const json expected = result::benchmark_entries(result.at("runs").get<std::vector<json>>());
    const json& found = result.at("benchmarks");
    if (expected.size() != found.size()) {
      add("/benchmarks", std::to_string(found.size()) + " entries, but the runs have " +
                             std::to_string(expected.size()) + " timings");
      return;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      const std::string at = "/benchmarks/" + std::to_string(i);
      if (found[i].at("name") != expected[i].at("name"))
        add(at + "/name", "is " + found[i].at("name").dump() + ", but the runs give " +
                              expected[i].at("name").dump());
      else
        follows(found[i], at, "real_time", expected[i].at("real_time"), "the run's median in ns");
    }
    if (result.at("context").at("date") != result.at("provenance").at("date"))
      add("/context/date", "is not the provenance's");
  }

 private:
  static std::string text_of_whole(const json& value) {
    return std::to_string(std::llround(value.get<double>()));
  }

  Findings& findings_;
};

}  // namespace

Findings check_consistency(const json& result) {
  Findings findings;
  Consistency consistency(findings);
  const json& runs = result.at("runs");
  for (std::size_t i = 0; i < runs.size(); ++i)
    consistency.run(runs[i], "/runs/" + std::to_string(i), result);
  consistency.benchmarks(result);
  return findings;
}

}  // namespace tycho::verify
