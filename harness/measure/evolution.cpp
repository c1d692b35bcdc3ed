#include "harness/measure/evolution.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "harness/measure/checkpoint.hpp"
#include "harness/measure/lookout.hpp"
#include "harness/measure/way_time.hpp"
#include "harness/measure/way_windows.hpp"

namespace tycho::measure {

namespace {

// A close encounter is shorter than the distance between two kept points: look more often.
constexpr int kLooksPerPoint = 5;
// From this number on particles are for meshes, in which there is no close encounter, and a look
// takes longer than the steps between two looks.
constexpr std::size_t kManyParticles = 100'000;

/// The steps of an evolution, from look to look.
class Evolving {
 public:
  Evolving(const Subject& subject, Looks looks, const EvolutionPlan& plan)
      : subject_(subject),
        plan_(plan),
        looks_per_point_(subject.initial.size() < kManyParticles ? kLooksPerPoint : 1),
        looks_(
            std::clamp<std::int64_t>(std::int64_t{plan.points} * looks_per_point_, 1, plan.steps)),
        result_(plan.steps),
        lookout_(subject, std::move(looks), plan, looks_, result_),
        keeping_(plan.sittings),
        keeps_(keeping_ && lookout_.can_be_kept()),
        time_(subject.ranks, plan.limits.seconds) {
    timing_.ranks = &subject.ranks;
    timing_.steps_per_window = plan.steps / looks_;
  }

  Evolution run() {
    subject_.progress("evolving", 0);  // loading and the first look may take long
    time_.begin(begin());
    for (std::int64_t look = 0; look < looks_ && !was_at_end_; ++look) {
      const std::int64_t until = plan_.steps * (look + 1) / looks_;
      if (timing_.evolved >= until) continue;  // in an earlier sitting
      const bool cut = go_to(until);
      lookout_.look();
      const bool last_look = look + 1 == looks_ || cut;
      if ((look + 1) % looks_per_point_ == 0 || last_look) lookout_.keep_point();
      tell(0);
      // At the end, too: what comes behind the steps may take long.
      const bool ends = last_look || time_.is_over();
      if (keep_is_due() || (keeps_ && ends)) keep(ends);
      if (ends) break;
    }
    if (marked_) marked_->end();
    lookout_.end();
    return std::move(result_);
  }

 private:
  /// At the initial state, or at the one that an earlier sitting was kept at. Returns the seconds
  /// that earlier sittings took.
  double begin() {
    double spent_before_s = 0;
    Algorithm& algorithm = subject_.algorithm;
    std::optional<Checkpoint> kept;
    if (keeps_) kept = load_checkpoint(plan_.sittings.file, plan_.sittings.key);
    const bool marked_before = kept && kept->way.contains("marked");
    if (plan_.limits.marks || marked_before) marked_.emplace(algorithm, subject_.contract, timing_);
    if (kept) {
      lookout_.go_on_from(kept->way.at("way"));
      algorithm.restore(subject_.initial, kept->state);
      algorithm.recount(kept->way.at("counted").get<std::vector<double>>());
      spent_before_s = kept->way.at("spent_s");
      was_at_end_ = kept->way.at("at_end");
      if (marked_before) marked_->go_on_from(kept->way.at("marked"));
    } else {
      algorithm.load(subject_.initial);
      lookout_.begin();
    }
    windows_.emplace(algorithm, subject_.contract, marked_ ? &*marked_ : nullptr, timing_);
    // A step may be long: a state is kept within it, where the algorithm can give one.
    if (keeps_) due_ = [this] { return keep_is_due(); };
    return spent_before_s;
  }

  /// Takes the steps up to this number. True where the time is over, at it or before.
  bool go_to(std::int64_t until) {
    bool cut = false;
    while (timing_.evolved < until && !cut) {
      const std::int64_t steps = next_steps(until);
      if (!marked_ && !timing_.open)
        result_.kept.before(timing_.windows.size(), timing_.evolved, subject_.algorithm);
      if (!windows_->take(steps, due_, [this](std::int64_t taken) { tell(taken); })) {
        keep();
        continue;
      }
      lookout_.moved();
      if (timing_.evolved < until) {  // else the look does
        lookout_.look_between();
        tell(0);
      }
      cut = timing_.evolved < plan_.steps && time_.is_over();
      // At a look, the state is kept behind it.
      if (timing_.evolved < until && keep_is_due()) keep();
    }
    return cut;
  }

  /// How many steps go together: up to the next that something is due at, and as many as fit into
  /// the time that is left.
  std::int64_t next_steps(std::int64_t until) {
    std::int64_t steps = std::min(until, lookout_.next_due()) - timing_.evolved;
    steps = std::min(steps, lookout_.until_handed_on());
    if (keeps_) steps = std::min(steps, keeping_.steps_left(timing_));
    const double step_s = timing_.step_s.empty() ? plan_.limits.step_s : timing_.step_s.back();
    // Steps with marks tell of themselves.
    if (!marked_ && step_s > 0) steps = std::min(steps, steps_in(plan_.untold_s, step_s));
    return std::min(steps, time_.steps_that_fit(step_s));
  }

  bool keep_is_due() const { return keeps_ && keeping_.left() == 0; }

  void keep(bool at_end = false) {
    tell(0);  // this may be within a step of hours
    const auto began = HostTime::now();
    const std::vector<double> state = subject_.algorithm.checkpoint();
    keeps_ = !state.empty();  // not every algorithm has one
    if (!keeps_) return;
    nlohmann::json way = {{"way", lookout_.way()},
                          {"counted", subject_.algorithm.counted()},
                          {"spent_s", time_.spent_s()},
                          {"at_end", at_end}};
    if (marked_) way["marked"] = marked_->kept();
    keeping_.keep(state, way, began);
  }

  void tell(std::int64_t taken) const {
    subject_.progress("evolving", time_.part(static_cast<double>(timing_.evolved + taken) /
                                             static_cast<double>(plan_.steps)));
  }

  const Subject& subject_;
  const EvolutionPlan& plan_;
  int looks_per_point_;
  std::int64_t looks_;
  Evolution result_;
  Timing& timing_ = result_.timing;
  Lookout lookout_;
  KeepingTime keeping_;
  bool keeps_;                       // whether states are kept
  std::optional<MarkedWay> marked_;  // where the steps are marked
  std::optional<WayWindows> windows_;
  Due due_;  // of a state that is kept within a step
  WayTime time_;
  bool was_at_end_ = false;  // in an earlier sitting, by its steps or its time
};

}  // namespace

Evolution evolve(const Subject& subject, Looks looks, const EvolutionPlan& plan) {
  return Evolving(subject, std::move(looks), plan).run();
}

}  // namespace tycho::measure
