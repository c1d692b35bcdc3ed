// Campaigns made up with the noises that real machines have, so that the truth is known: what sets
// processes apart, samples that resemble their neighbours, modes in stretches, drift.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "harness/compare/side.hpp"
#include "tests/harness/made_up_provenance.hpp"

namespace tycho::noises {

using Samples = std::vector<double>;

/// Relative sizes: 0.01 is 1% of the time.
struct Noise {
  double process = 0;        // sigma of a process, of each of its rows by itself
  bool whole_run = false;    // ...or of all rows of a run together
  double unequal = 0;        // sigma of the logarithm of what the processes of a run have of it
  double white = 0.005;      // sigma of a sample
  double correlated = 0;     // sigma of a part that resembles its neighbours...
  double correlation = 0.9;  // ...by this much (AR(1))
  double modes = 0;          // how far two modes lie apart...
  double stretch = 30;       // ...each of which lasts for this number of samples in the mean
  double drift = 0;          // of the machine from the beginning to the end of every process
  double own_drift = 0;      // sigma of a drift that every process has for itself
  double disturbed = 0;      // part of the processes of a run that neighbours slow down...
  double disturbance = 0.3;  // ...all their rows alike, by up to this much
};

struct Shape {
  int runs = 4;
  int processes = 1;  // a side
  int visits = 1;     // that each of them asks for: a record of several is made by more processes
  std::string backend = "cuda", method = "events";
  int samples = 40;
  int promotions = 0;  // of three processes each, before BASE was promoted
  bool way = false;    // evolutions, whose last windows take twenty times as long as the first
};

inline constexpr const char* kStages[] = {"force", "kick", "drift"};

class Simulation {
 public:
  Simulation(const Shape& shape, const Noise& noise, std::uint64_t seed)
      : shape_(shape), noise_(noise), random_(seed) {}

  /// A baseline that has its history.
  compare::Side baseline() {
    std::vector<compare::PastPromotion> past;
    for (int i = 0; i < shape_.promotions; ++i) {
      const compare::Side before = measured(3);
      std::vector<const result::Result*> together;
      for (const compare::Measurement& one : before.measurements)
        together.push_back(&one.results.front());
      past.push_back(compare::remember(together, "2001-02-03"));
    }
    compare::Side side = measured();
    side.past = std::move(past);
    return side;
  }

  compare::Side measured() { return measured(shape_.processes); }

  /// The campaign measured a number of times, one after the other.
  compare::Side measured(int processes) {
    compare::Side side;
    for (int i = 0; i < processes; ++i) {
      result::Result result{"made_up", "quick", made_up::provenance(), {}};
      for (int run = 0; run < shape_.runs; ++run) result.runs.push_back(measure(run));
      ++processes_;
      if (shape_.visits > 1) visit_again(result.runs);
      side.measurements.push_back({"made up", {std::move(result)}});
    }
    return side;
  }

 private:
  /// Passages through the campaign, until as many visits of each run count as it asks for or twice
  /// as many were made (docs/timing.md, rule 17).
  void visit_again(std::vector<result::RunRecord>& runs) {
    for (int made = 1; made < 2 * shape_.visits; ++made, ++processes_)
      for (std::size_t run = 0; run < runs.size(); ++run)
        if (runs[run].timing->visits_counted() < shape_.visits)
          join(*measure(static_cast<int>(run)).timing, *runs[run].timing);
  }

  /// A visit whose step is more than 5% longer than that of those before it which count is left
  /// out; one that is more than 5% shorter leaves those before it out.
  static void join(const result::TimingRecord& visit, result::TimingRecord& all) {
    const double ratio = visit.step_s.median / all.step_s.median;
    const auto join_row = [&](const result::Statistics& own, result::Statistics& row) {
      if (!row.visits) row.visits = {row.median};
      if (!row.left_out) row.left_out.emplace();
      if (ratio > 1.05) return row.left_out->push_back(own.median);
      if (ratio < 1 / 1.05) {
        row.left_out->insert(row.left_out->end(), row.visits->begin(), row.visits->end());
        row.visits->clear();
        row.samples.clear();
      }
      row.visits->push_back(own.median);
      row.samples.insert(row.samples.end(), own.samples.begin(), own.samples.end());
      row.median = median(row.samples);
    };
    join_row(visit.step_s, all.step_s);
    for (auto& [name, stage] : all.stages) join_row(visit.stages.at(name).step_s, stage.step_s);
    all.visits = all.visits.value_or(1) + 1;
  }

  double normal(double sigma) { return sigma * normal_(random_); }

  Samples samples(double seconds, double offset) {
    const double own_drift = normal(noise_.own_drift);
    double neighbour = normal(noise_.correlated);
    bool slow = uniform_(random_) < 0.5;
    Samples made;
    made.reserve(static_cast<std::size_t>(shape_.samples));
    for (int i = 0; i < shape_.samples; ++i) {
      const double r = noise_.correlation;
      neighbour = r * neighbour + std::sqrt(1 - r * r) * normal(noise_.correlated);
      if (uniform_(random_) < 1 / noise_.stretch) slow = !slow;
      const double place = (i + 0.5) / shape_.samples;
      made.push_back(seconds * std::exp(offset + normal(noise_.white) + neighbour +
                                        (slow ? noise_.modes : 0) + own_drift * (place - 0.5) +
                                        noise_.drift * (processes_ + place)));
    }
    return made;
  }

  result::Statistics row(double seconds, int run, double of_run, double slowed) {
    result::Statistics made;
    const double offset = noise_.whole_run ? of_run : normal(noise_.process);
    made.samples = samples(seconds, share_of(run) * offset + slowed);
    made.median = median(made.samples);
    return made;
  }

  // Of the noise of processes, this run's share.
  double share_of(int run) {
    while (shares_.size() <= static_cast<std::size_t>(run))
      shares_.push_back(std::exp(normal(noise_.unequal)));
    return shares_[static_cast<std::size_t>(run)];
  }

  static double median(Samples samples) {
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
  }

  result::RunRecord measure(int number) {
    result::RunRecord run;
    run.id = "made_up/case/n=" + std::to_string(number) + "/v";
    run.paper = "made_up";
    run.suite = "quick";
    run.backend = shape_.backend;
    run.n = 1;
    run.started = "2001-02-03T04:05:06Z";
    const double of_run = normal(noise_.process);
    double slowed = 0;
    if (noise_.disturbed > 0 && uniform_(random_) < noise_.disturbed)
      slowed = std::log1p(noise_.disturbance * uniform_(random_));
    result::TimingRecord& timing = run.timing.emplace();
    timing.step_s = row(1e-3, number, of_run, slowed);
    for (const char* name : kStages) {
      result::StageRecord& stage = timing.stages[name];
      stage.method = shape_.method;
      stage.step_s = row(0.3e-3, number, of_run, slowed);
    }
    if (shape_.way) go_all_the_way(timing);
    return run;
  }

  // A window is a step, and a stage has one time, its mean over all of them.
  static void go_all_the_way(result::TimingRecord& timing) {
    const auto evolve = [](result::Statistics& row) {
      for (std::size_t i = 0; i < row.samples.size(); ++i)
        row.samples[i] *= 1 + 19 * static_cast<double>(i) / static_cast<double>(row.samples.size());
      row.median = median(row.samples);
      return std::accumulate(row.samples.begin(), row.samples.end(), 0.0);
    };
    timing.steps_measured = std::ssize(timing.step_s.samples);
    timing.passed_s = evolve(timing.step_s);
    for (auto& [name, stage] : timing.stages) {
      const double mean = evolve(stage.step_s) / static_cast<double>(timing.steps_measured);
      stage.step_s.samples = {mean};
      stage.step_s.median = mean;
    }
  }

  const Shape shape_;
  const Noise noise_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
  std::vector<double> shares_;
  int processes_ = 0;  // measured so far, by either side
};

inline void slow_down(result::Statistics& row, double factor) {
  for (double& sample : row.samples) sample *= factor;
  row.median *= factor;
  for (auto* medians : {&row.visits, &row.left_out})
    if (*medians)
      for (double& median : **medians) median *= factor;
}

/// Makes the stage kStages[0] of the first run take 5% longer, and the step by as much longer.
inline void plant(compare::Side& side) {
  for (compare::Measurement& measurement : side.measurements) {
    result::TimingRecord& timing = *measurement.results.front().runs.front().timing;
    slow_down(timing.stages.at(kStages[0]).step_s, 1.05);
    slow_down(timing.step_s, 1.015);
    if (timing.passed_s) *timing.passed_s *= 1.015;
  }
}

}  // namespace tycho::noises
