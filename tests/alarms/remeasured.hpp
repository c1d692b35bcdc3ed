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

  /// A process that measures a run: it resembles one of those that were recorded, and is off by a
  /// factor.
  struct Process {
    std::size_t like = 0;
    double factor = 1;
  };

  // As many as the record has visits; one where it has none.
  std::vector<Process> processes_of(const RunRecord& recorded) {
    const auto& visits = recorded.timing->step_s.visits;
    const std::size_t count = visits ? std::max<std::size_t>(visits->size(), 1) : 1;
    std::uniform_int_distribution<std::size_t> any(0, count - 1);
    std::vector<Process> processes(count);
    for (Process& process : processes)
      process = {any(random_), std::exp(normal(recorded.on_gpu() ? 0.0005 : 0.01))};
    return processes;
  }

  /// `own` tells what this time is off by in a process, besides what the whole process is.
  template <typename Own>
  void redraw(const Statistics& recorded, Statistics& again, const std::vector<Process>& processes,
              Own own) {
    double factor = processes.front().factor * own();
    if (recorded.visits && !recorded.visits->empty()) {
      for (std::size_t v = 0; v < recorded.visits->size(); ++v)
        again.visits->at(v) =
            recorded.visits->at(processes.at(v).like) * processes.at(v).factor * own();
      factor = measure::quantile(*again.visits, 0.5) / measure::quantile(*recorded.visits, 0.5);
    }
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
    const std::vector<Process> processes = processes_of(recorded);
    const auto of_step = [&] { return std::exp(normal(0.003)); };
    if (recorded.timing->passed_s && recorded.timing->step_s.samples.size() > 1)
      pass_again(*recorded.timing, *again.timing, processes.front().factor * of_step());
    else
      redraw(recorded.timing->step_s, again.timing->step_s, processes, of_step);
    for (const auto& [name, stage] : recorded.timing->stages)
      redraw(stage.step_s, again.timing->stages.at(name).step_s, processes,
             [&, &method = stage.method] { return session(method); });
  }

  Random random_;
};

/// Makes every sample and every visit of a time `factor` times as long.
inline void slow_down(Statistics& time, double factor) {
  for (double& sample : time.samples) sample *= factor;
  for (auto* visits : {&time.visits, &time.left_out})
    if (*visits)
      for (double& visit : **visits) visit *= factor;
}

/// Makes a stage take `factor` times as long, and the step by as much longer.
inline void plant(RunRecord& run, const std::string& stage, double factor) {
  Statistics& slowed = run.timing->stages.at(stage).step_s;
  const double more = (factor - 1) * slowed.median;
  const double step_factor = 1 + more / run.timing->typical_step_s();
  slow_down(slowed, factor);
  slow_down(run.timing->step_s, step_factor);
  if (run.timing->passed_s) *run.timing->passed_s *= step_factor;
}

}  // namespace tycho::remeasured
