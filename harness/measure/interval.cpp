#include "harness/measure/interval.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/measure/agreed.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/noise_gate.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

// Passages with marks beyond the first.
constexpr int kMarkedPassages = 3;
// A first passage shorter than this part of the time allowed warms up and is not counted.
constexpr double kToWarmUp = 0.2;

// What stages did of their work in the timed steps alone.
std::vector<double> shares_of_timed(Algorithm& algorithm, const Contract& contract,
                                    const std::vector<double>& of_lead_in,
                                    const IntervalPlan& plan) {
  std::vector<double> shares = work_shares(algorithm, contract);
  const double before = static_cast<double>(plan.lead_in);
  const double steps = static_cast<double>(plan.limits.steps);
  for (std::size_t s = 0; s < of_lead_in.size(); ++s)
    shares[s] = (shares[s] * (before + steps) - of_lead_in[s] * before) / steps;
  return shares;
}

// The end of the lead-in.
struct LedIn {
  std::vector<double> state;  // its checkpoint; empty: the algorithm has none
  bool from_file = false;     // whether an earlier run kept it
  double seconds = 0;         // that the lead-in took

  bool can_be_restored() const { return !state.empty(); }
};

// The state that an earlier run kept; nothing unless all ranks find it, since one that was slow to
// look may find what others have not.
std::optional<std::vector<double>> kept_state(const IntervalPlan& plan, Ranks& ranks) {
  std::optional<std::vector<double>> kept;
  if (!plan.checkpoint.empty())
    ranks.all_or_none([&] {
      if (auto found = load_checkpoint(plan.checkpoint, plan.key)) kept = std::move(found->state);
    });
  if (ranks.largest(kept ? 0 : 1) == 1) kept.reset();
  return kept;
}

// Brings the algorithm, which has been loaded, to the end of the lead-in.
LedIn lead_in(const Subject& subject, const IntervalPlan& plan) {
  Algorithm& algorithm = subject.algorithm;
  if (auto kept = kept_state(plan, subject.ranks)) {
    algorithm.restore(subject.initial, *kept);
    return {*std::move(kept), true};
  }
  const auto start = HostTime::now();
  GuardTimer guard(subject.contract.stages, algorithm.clock());
  for (std::int64_t s = 0; s < plan.lead_in; ++s) {
    subject.progress("leading in", static_cast<double>(s) / static_cast<double>(plan.lead_in));
    algorithm.advance(guard);
  }
  const double seconds = agreed_since(subject.ranks, start);
  LedIn led_in{algorithm.checkpoint(), false, seconds};
  if (!plan.checkpoint.empty() && led_in.can_be_restored() && subject.ranks.rank() == 0)
    save_checkpoint(plan.checkpoint, plan.key, led_in.state);
  return led_in;
}

// Passages of the timed steps, each from the end of the lead-in, where the algorithm is at first.
class Passages {
 public:
  Passages(const Subject& subject, const IntervalPlan& plan, const LedIn& led_in, Timing& timing)
      : subject_(subject),
        plan_(plan),
        limits_(plan.limits),
        led_in_(led_in),
        timing_(timing),
        marking_(subject.contract.stages, subject.algorithm.clock()),
        silent_(subject.contract.stages) {}

  void run() {
    Algorithm& algorithm = subject_.algorithm;
    // The shares count from load() or restore(): a lead-in's is taken out.
    const std::vector<double> of_lead_in = led_in_.can_be_restored()
                                               ? std::vector<double>{}
                                               : work_shares(algorithm, subject_.contract);
    timing_.steps_per_window = limits_.steps;
    timing_.marked = {{0, limits_.steps}};
    timing_.mark_cost_s = timing_.ranks->agree(algorithm.clock().cost().count());
    const auto start = HostTime::now();
    pass_with_marks();
    timing_.work_share = shares_of_timed(algorithm, subject_.contract, of_lead_in, plan_);
    // Without a checkpoint the way back is the lead-in, where that is short.
    const bool can_go_back = led_in_.can_be_restored() || led_in_.seconds <= plan_.long_s;
    timing_.marks_in_headline = !can_go_back || in_stages_ > plan_.long_s;
    if (!timing_.marks_in_headline) pass_in_turn();
    timing_.stage_windows = {start, HostTime::now(), limits_.steps};
    if (timing_.marks_in_headline) {
      timing_.step_s = timing_.marked_step_s;
      timing_.windows = {*timing_.stage_windows};
      if (timing_.marked_waits) timing_.host_waits = *timing_.marked_waits + 1;
    }
    timing_.clean_step_s = summarize(timing_.step_s).median;
    set_stages(marked_, marking_, algorithm.clock(), StageSampling::kOneMean, timing_);
  }

 private:
  void go_back() {
    Algorithm& algorithm = subject_.algorithm;
    if (led_in_.can_be_restored()) return algorithm.restore(subject_.initial, led_in_.state);
    algorithm.load(subject_.initial);
    for (std::int64_t s = 0; s < plan_.lead_in; ++s) algorithm.advance(silent_);
  }

  void pass_with_marks() {
    const auto tell = [&](std::int64_t taken) {
      subject_.progress("timing the stages", static_cast<double>(taken) / steps());
    };
    tell(0);
    const MarkedSteps passage =
        mark_steps(subject_.algorithm, marking_, limits_.steps, timing_, {}, tell);
    timing_.marked_step_s.push_back(passage.seconds / steps());
    marked_.add(passage);
    in_stages_ += passage.seconds;
  }

  // Without marks and with marks, in turn.
  void pass_in_turn() {
    const bool limited = limits_.seconds > 0;
    if (!limited || in_stages_ < kToWarmUp * limits_.seconds) forget_marked();
    double in_headline = 0;
    for (int r = 0; r < (1 + kMostAgain) * limits_.repeats; ++r) {
      // Noisy: as many again, of which each passes the same steps as those before.
      if (r >= limits_.repeats && r % limits_.repeats == 0) {
        if (!noisy(timing_.step_s)) break;
        ++timing_.measured_again;
      }
      subject_.progress("timing", std::min(1.0, static_cast<double>(r) / limits_.repeats));
      go_back();
      const double seconds = window(subject_.algorithm, silent_, limits_.steps, timing_);
      timing_.step_s.push_back(seconds / steps());
      in_headline += seconds;
      const bool more = static_cast<int>(timing_.marked_step_s.size()) < kMarkedPassages &&
                        (!limited || in_stages_ < kForStages * limits_.seconds);
      if (marked_.steps == 0 || more) {
        go_back();
        pass_with_marks();
      }
      if (limited && in_headline > kForHeadline * limits_.seconds) break;
    }
  }

  // The first passage warmed up.
  void forget_marked() {
    marked_ = {};
    timing_.marked_step_s.clear();
    timing_.marked_waits.reset();
    timing_.received = {};
    in_stages_ = 0;
  }

  double steps() const { return static_cast<double>(limits_.steps); }

  const Subject& subject_;
  const IntervalPlan& plan_;
  const WindowLimits& limits_;
  const LedIn& led_in_;
  Timing& timing_;
  SampleTimer marking_;
  SilentTimer silent_;
  MarkedSteps marked_;
  double in_stages_ = 0;
};

}  // namespace

Interval measure_interval(const Subject& subject, EnergyError energy_error,
                          const IntervalPlan& plan) {
  Algorithm& algorithm = subject.algorithm;
  const Particles& initial = subject.initial;
  Interval result;
  result.timing.ranks = &subject.ranks;
  subject.progress("loading", 0);
  algorithm.load(initial);
  result.initial_potential = algorithm.field("particle_potential");
  if (energy_error) energy_error(initial);
  Particles now(initial.size());
  const auto look = [&](std::int64_t steps) {
    now.poison();
    algorithm.store(now);
    if (!energy_error) return;
    result.energy_error.emplace_back(plan.dt * static_cast<double>(steps), energy_error(now));
  };

  const LedIn led_in = lead_in(subject, plan);
  result.from_checkpoint = led_in.from_file;
  look(plan.lead_in);
  // As every later passage begins.
  if (led_in.can_be_restored() && !led_in.from_file) algorithm.restore(initial, led_in.state);
  Passages(subject, plan, led_in, result.timing).run();
  look(plan.lead_in + plan.limits.steps);
  result.final = std::move(now);
  return result;
}

}  // namespace tycho::measure
