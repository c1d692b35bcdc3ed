#include "harness/measure/along.hpp"

#include <iterator>
#include <optional>
#include <utility>

#include "harness/analysis/nearest_image.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/checks/with_nan.hpp"
#include "harness/measure/as_loaded.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/timed_epoch.hpp"

namespace tycho::measure {

namespace {

// A GPU that has stood idle for this long takes its clock down, and this much work brings it up.
constexpr double kPause = 0.3, kWarmUp = 0.3;

Particles stored(Algorithm& algorithm, std::size_t particles) {
  Particles state(particles);
  state.poison();
  algorithm.store(state);
  return state;
}

/// The way of the carrier, which is timed beside the epochs, stage by stage.
class Carrier {
 public:
  explicit Carrier(const Subject& subject)
      : algorithm_(subject.algorithm),
        initial_(subject.initial),
        silent_(subject.contract.stages),
        marking_(subject.contract.stages, subject.algorithm.clock()) {}

  void begin() { algorithm_.load(initial_); }
  void begin(const Checkpoint& kept) {
    algorithm_.restore(initial_, kept.state);
    algorithm_.recount(kept.way.at("counted").get<std::vector<double>>());
  }
  /// Steps whose times nobody asks for.
  void pass(std::int64_t steps, const Told& told = {}) {
    for (std::int64_t s = 0; s < steps; ++s) {
      algorithm_.advance(silent_);
      if (told) told(s + 1);
    }
    algorithm_.clock().wait();
  }
  /// Takes the steps, and adds what they took to the times of the stretch. `told` as in
  /// mark_steps().
  void go(std::int64_t steps, TimedEpoch& stretch, const Told& told) {
    MarkedSteps marked;
    if (steps > 0) marked = mark_steps(algorithm_, marking_, steps, own_, {}, told);
    marked.stage_s.resize(silent_.stages().size());
    stretch.record.carrier_s.push_back(marked.seconds);
    for (std::size_t s = 0; s < marked.stage_s.size(); ++s)
      stretch.record.carrier_stage_s[silent_.name(static_cast<int>(s))].push_back(
          marked.stage_s[s]);
    last_ = HostTime::now();
  }
  Particles state() { return as_loaded(initial_, stored(algorithm_, initial_.size())); }
  Algorithm& algorithm() { return algorithm_; }

  /// Brings the clocks up that went down while others worked, and goes back to where it was.
  void warm_up() {
    if (seconds_since(last_) < kPause) return;
    const std::vector<double> here = algorithm_.checkpoint();
    if (here.empty()) return;
    const std::vector<double> counted = algorithm_.counted();
    const auto start = HostTime::now();
    while (seconds_since(start) < kWarmUp) pass(1);
    algorithm_.restore(initial_, here);
    algorithm_.recount(counted);
  }

 private:
  Algorithm& algorithm_;
  const Particles& initial_;
  SilentTimer silent_;
  SampleTimer marking_;
  Timing own_;
  HostTime::time_point last_ = HostTime::now();
};

/// Whole steps of the algorithm that is timed, from a state of the carrier's.
class Epochs {
 public:
  Epochs(const Contract& contract, const BegunAfter& begun_after, const AlongPlan& plan,
         TimedAlong& result)
      : contract_(contract), begun_after_(begun_after), plan_(plan), result_(result) {}

  /// With marks, and where all epochs together are short once more without. `told` as in
  /// mark_steps().
  void time(const Particles& state, const Particles& carried, TimedEpoch& epoch, const Told& told) {
    Timing& timing = result_.timing;
    result_.algorithm.reset();  // before the next one asks for memory
    result_.steps = plan_.lead_in + epoch.record.step;
    result_.algorithm = begun_after_(result_.steps);
    Algorithm& algorithm = *result_.algorithm;
    algorithm.load(state);
    if (timing.mark_cost_s == 0) timing.mark_cost_s = algorithm.clock().cost().count();
    const double steps = static_cast<double>(plan_.timed);
    SampleTimer marking(contract_.stages, algorithm.clock());
    const auto begin = HostTime::now();
    const MarkedSteps marked = mark_steps(algorithm, marking, plan_.timed, timing, {}, told);
    const HostSpan span{begin, HostTime::now(), plan_.timed};
    epoch.method = algorithm.clock().method();
    epoch.marked_s = marked.seconds / steps;
    epoch.calls = marking.calls_per_step();
    for (const double seconds : marked.stage_s) epoch.stage_s.push_back(seconds / steps);
    if (first_) timing.marks_in_headline = marked.seconds * plan_.epochs > plan_.long_s;
    first_ = false;
    if (timing.marks_in_headline) {
      epoch.record.step_s = epoch.marked_s;
      timing.windows.push_back(span);
    } else {
      SilentTimer silent(contract_.stages);
      algorithm.load(state);
      epoch.record.step_s = window(algorithm, silent, plan_.timed, timing) / steps;
    }
    result_.steps += plan_.timed;
    result_.final = as_loaded(state, stored(algorithm, state.size()));
    epoch.share = work_shares(algorithm, contract_);
    auto& counters = epoch.record.counters.emplace();
    for (const auto& [name, value] : algorithm.counters()) counters[name] = value;
    epoch.record.apart = apart(state, carried);
  }
  /// An earlier sitting has timed the first.
  void go_on() { first_ = false; }

 private:
  /// All three are in the order of the run's initial particles.
  double apart(const Particles& before, const Particles& carried) const {
    const double moved = checks::median(distances(carried, before));
    const double between = checks::median(distances(result_.final, carried));
    return between == 0 ? 0 : between / moved;
  }
  std::vector<double> distances(const Particles& a, const Particles& b) const {
    std::vector<double> all(a.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = checks::length(analysis::nearest_image(a.position(i) - b.position(i), plan_.box));
    return all;
  }

  const Contract& contract_;
  const BegunAfter& begun_after_;
  const AlongPlan& plan_;
  TimedAlong& result_;
  bool first_ = true;
};

/// The stretch of an epoch, and the steps timed in its middle.
result::EpochRecord stretch(const AlongPlan& plan, std::int64_t epoch) {
  result::EpochRecord record;
  record.from = plan.steps * epoch / plan.epochs;
  record.to = plan.steps * (epoch + 1) / plan.epochs;
  record.steps = plan.timed;
  record.step = record.from + (record.to - record.from - plan.timed) / 2;
  return record;
}

/// The carrier's whole way, with an epoch in the middle of each stretch.
class AlongCarrier {
 public:
  AlongCarrier(const Subject& carrier, const Contract& contract, const BegunAfter& begun_after,
               const AlongPlan& plan)
      : subject_(carrier),
        contract_(contract),
        plan_(plan),
        carrier_(carrier),
        epochs_(contract, begun_after, plan, result_),
        keeping_(plan.sittings) {
    result_.timing.steps_per_window = plan.timed;
  }

  TimedAlong run() {
    Timing& timing = result_.timing;
    begin();
    const auto start = HostTime::now();
    for (auto k = std::ssize(timed_); k < plan_.epochs; ++k) {
      timed_.push_back(passed(stretch(plan_, k)));
      // Not behind the last one, whose state the checks look at.
      if (keeping_ && keeping_.left() == 0 && k + 1 < plan_.epochs) keep();
    }
    timing.stage_windows = {start, HostTime::now(), 0};
    // What the carrier counted is fetched with its particles.
    stored(subject_.algorithm, subject_.initial.size());
    result_.carrier_counters = subject_.algorithm.counters();
    put_together(timed_, contract_.stages, {plan_.carrier, sittings_, {}}, plan_.steps, timing);
    return std::move(result_);
  }

 private:
  /// At the initial state and behind the lead-in, or where an earlier sitting was kept.
  void begin() {
    std::optional<Checkpoint> kept;
    if (keeping_) kept = load_checkpoint(plan_.sittings.file, plan_.sittings.key);
    subject_.progress("carrying", 0);
    if (!kept) {
      carrier_.begin();
      return carrier_.pass(plan_.lead_in, [&](std::int64_t taken) {
        subject_.progress("leading in",
                          static_cast<double>(taken) / static_cast<double>(plan_.lead_in));
      });
    }
    take_epochs(kept->way, timed_, result_.timing);
    sittings_ = kept->way.at("sittings").get<std::int64_t>() + 1;
    epochs_.go_on();
    carrier_.begin(*kept);
  }

  /// Takes the carrier to the end of a stretch, and then the steps of the epoch in its middle.
  TimedEpoch passed(const result::EpochRecord& stretch) {
    TimedEpoch epoch;
    epoch.record = stretch;
    tell("carrying", stretch.from);
    carrier_.warm_up();
    carry(stretch.from, stretch.step, epoch);
    const Particles state = carrier_.state();
    const std::int64_t behind = stretch.step + plan_.timed;
    carry(stretch.step, behind, epoch);
    const Particles carried = carrier_.state();
    carry(behind, stretch.to, epoch);
    const auto tell_epoch = [&](std::int64_t) { tell("timing at an epoch", stretch.to); };
    tell_epoch(0);
    epochs_.time(state, carried, epoch, tell_epoch);
    return epoch;
  }

  void carry(std::int64_t from, std::int64_t to, TimedEpoch& epoch) {
    carrier_.go(to - from, epoch, [&](std::int64_t taken) { tell("carrying", from + taken); });
  }

  void keep() {
    const auto began = HostTime::now();
    const std::vector<double> here = subject_.algorithm.checkpoint();
    if (here.empty()) return;  // not every algorithm has one
    nlohmann::json way = epochs_so_far(timed_, result_.timing);
    way["counted"] = subject_.algorithm.counted();
    way["sittings"] = sittings_;
    keeping_.keep(here, way, began);
  }

  void tell(const char* doing, std::int64_t passed) const {
    subject_.progress(doing, static_cast<double>(passed) / static_cast<double>(plan_.steps));
  }

  const Subject& subject_;
  const Contract& contract_;  // of the algorithm that is timed
  const AlongPlan& plan_;
  TimedAlong result_;
  Carrier carrier_;
  Epochs epochs_;
  std::vector<TimedEpoch> timed_;
  std::int64_t sittings_ = 1;
  KeepingTime keeping_;
};

}  // namespace

TimedAlong time_along(const Subject& carrier, const Contract& contract,
                      const BegunAfter& begun_after, const AlongPlan& plan) {
  return AlongCarrier(carrier, contract, begun_after, plan).run();
}

}  // namespace tycho::measure
