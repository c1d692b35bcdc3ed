// A campaign measured again, as real processes would: recorded samples drawn anew in blocks, which
// keeps their tails, modes and autocorrelation, times what sets one process apart from another.
//
// How far processes lie apart was taken from the runs of results/nvidia-h200/bertinelli2025.json
// that were measured in two or three cases with the same settings: steps differ by 0.1% in the
// median and by up to 1%, stages between events by 0.06% and up to 0.2%, replays by 1% to 6% and up
// to 45%. For CPU runs nothing was measured twice there: 1% of sigma is assumed.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "harness/measure/statistics.hpp"
#include "harness/result/result.hpp"

namespace tycho::remeasured {

using result::Result;
using result::RunRecord;
using result::Statistics;
using Random = std::mt19937_64;

class Remeasure {
 public:
  explicit Remeasure(std::uint64_t seed) : random_(seed) {}

  /// Writes over what is no other than `recorded` but for its times: to copy a campaign and to free
  /// it takes as long as to compare it.
  void operator()(const result::Result& recorded, result::Result& again) {
    for (std::size_t i = 0; i < again.runs.size(); ++i) measure(recorded.runs[i], again.runs[i]);
  }

 private:
  // Marsaglia's polar method, as std::normal_distribution of GCC's library has it to the bit: that
  // one takes logarithms in quadruple precision for every number, which on aarch64 is a quarter of
  // a test.
  double normal(double sigma) {
    const auto uniform = [&] { return 2 * (static_cast<double>(random_()) * 0x1p-64) - 1; };
    for (;;) {
      const double x = uniform(), y = uniform(), square = x * x + y * y;
      if (square > 0 && square <= 1) return y * std::sqrt(-2 * std::log(square) / square) * sigma;
    }
  }
  bool chance(double p) { return std::bernoulli_distribution(p)(random_); }

  // Blocks of up to five neighbours, and a drift of some tenths of a percent.
  std::vector<double> drawn(const std::vector<double>& samples, double factor) {
    constexpr std::size_t kBlock = 5;
    const double drift = normal(0.002);
    std::vector<double> fresh;
    fresh.reserve(samples.size());
    while (fresh.size() < samples.size()) {
      std::size_t at = std::uniform_int_distribution<std::size_t>(0, samples.size() - 1)(random_);
      for (std::size_t i = 0; i < kBlock && fresh.size() < samples.size(); ++i) {
        const double place =
            static_cast<double>(fresh.size()) / static_cast<double>(samples.size()) - 0.5;
        // No two processes measure the same seventh digit.
        fresh.push_back(samples[(at + i) % samples.size()] * factor * (1 + drift * place) *
                        (1 + normal(1e-5)));
      }
    }
    return fresh;
  }

  // The windows of a way are of different states, so they keep their order; each is off from one
  // process to the next as neighbours are, which differ by the noise of both.
  void pass_again(const result::TimingRecord& recorded, result::TimingRecord& again,
                  double factor) {
    const std::vector<double>& windows = recorded.step_s.samples;
    std::uniform_int_distribution<std::size_t> any(1, windows.size() - 1);
    double before = 0, after = 0;
    for (std::size_t i = 0; i < windows.size(); ++i) {
      const std::size_t at = any(random_);
      const double noise = std::pow(windows[at] / windows[at - 1], std::sqrt(0.5));
      again.step_s.samples[i] = windows[i] * factor * noise;
      before += windows[i];
      after += again.step_s.samples[i];
    }
    again.step_s.median = measure::quantile(again.step_s.samples, 0.5);
    again.passed_s = *recorded.passed_s * after / before;
  }

  void redraw(const Statistics& recorded, Statistics& again, double factor) {
    again.samples = drawn(recorded.samples, factor);
    again.median = measure::quantile(again.samples, 0.5);
  }

  double session(const std::string& method) {
    if (method == "events") return std::exp(normal(0.0007));
    if (method == "replay") return std::exp(normal(chance(0.3) ? 0.08 : 0.01));
    return std::exp(normal(0.003));  // a CPU's stage, besides what its whole process has
  }

  void measure(const RunRecord& recorded, RunRecord& again) {
    if (!recorded.timing) return;
    const double process = std::exp(normal(recorded.on_gpu() ? 0.0005 : 0.01));
    const double step = process * std::exp(normal(0.003));
    if (recorded.timing->passed_s && recorded.timing->step_s.samples.size() > 1)
      pass_again(*recorded.timing, *again.timing, step);
    else
      redraw(recorded.timing->step_s, again.timing->step_s, step);
    for (const auto& [name, stage] : recorded.timing->stages)
      redraw(stage.step_s, again.timing->stages.at(name).step_s, process * session(stage.method));
  }

  Random random_;
};

/// Makes a stage take `factor` times as long, and the step by as much longer.
inline void plant(RunRecord& run, const std::string& stage, double factor) {
  Statistics& step = run.timing->step_s;
  Statistics& slowed = run.timing->stages.at(stage).step_s;
  const double more = (factor - 1) * slowed.median;
  const double step_factor = 1 + more / run.timing->typical_step_s();
  for (double& sample : slowed.samples) sample *= factor;
  for (double& sample : step.samples) sample *= step_factor;
  if (run.timing->passed_s) *run.timing->passed_s *= step_factor;
}

}  // namespace tycho::remeasured
