#include "harness/measure/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "harness/analysis/nearest_image.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/checks/with_nan.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/comparison_way.hpp"
#include "harness/measure/way_time.hpp"
#include "harness/measure/way_windows.hpp"

namespace tycho::measure {

namespace {

// Sorted, the most displaced first.
std::vector<double> ranked(const Particles& a, const Particles& b, const Vec3<double>& box) {
  std::vector<double> apart = checks::distances(a, b, box);
  std::sort(apart.rbegin(), apart.rend(), checks::nan_last);
  return apart;
}

// 1, 2, ... and from there on evenly in log n, up to the last.
std::vector<double> some_ranks(std::size_t n) {
  constexpr double kPerDecade = 20;
  std::vector<double> ranks;
  for (double place = 0;; ++place) {
    const double rank = std::floor(std::pow(10, place / kPerDecade));
    if (rank >= static_cast<double>(n)) break;
    if (ranks.empty() || rank > ranks.back()) ranks.push_back(rank);
  }
  ranks.push_back(static_cast<double>(n));
  return ranks;
}

void rank_displacements(Comparison& result, const Vec3<double>& box) {
  const auto at_ranks = [&](const Particles& particles) {
    const std::vector<double> apart = ranked(particles, result.reference_final, box);
    std::vector<double> out;
    if (apart.empty()) return out;  // not the same particles
    for (const double rank : result.rank) out.push_back(apart[static_cast<std::size_t>(rank) - 1]);
    return out;
  };
  result.rank = some_ranks(result.final.size());
  result.displacement = at_ranks(result.final);
  if (result.twin_final.size() > 0) result.twin_displacement = at_ranks(result.twin_final);
}

/// The steps of a comparison, from look to look: the run's, its reference's and its twin's.
class Comparing {
 public:
  Comparing(const Subject& subject, Algorithm& reference, const ComparisonPlan& plan,
            Algorithm* twin)
      : subject_(subject),
        plan_(plan),
        twin_(twin),
        looks_(std::clamp<std::int64_t>(plan.looks, 1, plan.steps)),
        members_{{&subject.algorithm}, {&reference}},
        mine_(subject.initial.size()),
        other_(subject.initial.size()),
        silent_(subject.contract.stages),
        windows_(subject.algorithm, subject.contract, nullptr, timing_),
        keeping_(plan.sittings),
        keeps_(keeping_),
        time_(subject.ranks, plan.seconds) {
    if (twin) members_.push_back({twin});
    timing_.ranks = &subject.ranks;
    timing_.steps_per_window = plan.steps / looks_;
  }

  Comparison run() {
    subject_.progress("comparing", 0);  // loading may take long
    begin();
    time_.begin(result_.spent_s);
    taken_before_ = taken();
    bool ends = was_at_end();
    while (!ends) {
      go_to(next_look());
      const bool seen = look();
      ends = !seen || looks_taken() == looks_ || time_.is_over();
      tell();
      // At the end, too: what comes behind the steps may take long.
      if (keep_is_due() || (keeps_ && ends)) keep();
    }
    end();
    return std::move(result_);
  }

 private:
  Member& run_member() { return members_[0]; }
  Algorithm& reference() const { return *members_[1].algorithm; }
  std::int64_t looks_taken() const { return std::ssize(result_.step); }

  /// At the initial state, or where an earlier sitting was kept.
  void begin() {
    std::optional<Checkpoint> kept;
    if (keeps_) kept = load_checkpoint(plan_.sittings.file, plan_.sittings.key);
    if (kept) return take_comparison(*kept, subject_.initial, members_, result_);
    subject_.algorithm.load(subject_.initial);
    reference().load(subject_.initial);
  }

  /// The number of steps at the next look. The looks are spread evenly over the steps; where these
  /// are expected to take too long, the looks that are left over those that fit into the time.
  std::int64_t next_look() {
    const std::int64_t planned = plan_.steps * (looks_taken() + 1) / looks_;
    if (!time_.is_limited()) return planned;
    if (taken() == taken_before_)  // how long a step takes is not known yet
      go_to(std::min(planned, timing_.evolved + 1));
    if (time_.is_over()) return timing_.evolved;
    const double step_s = time_.here_s() * static_cast<double>(std::ssize(members_)) /
                          static_cast<double>(taken() - taken_before_);
    const std::int64_t at = timing_.evolved, fit = time_.steps_that_fit(step_s);
    if (fit >= plan_.steps - at) return planned;
    return at + std::max<std::int64_t>(1, fit / (looks_ - looks_taken()));
  }

  /// Steps of all members.
  std::int64_t taken() const {
    std::int64_t all = 0;
    for (const Member& member : members_) all += member.taken;
    return all;
  }

  /// Whether an earlier sitting has taken all looks, or all for which there was time.
  bool was_at_end() {
    const bool at_look =
        looks_taken() > 0 && result_.step.back() == static_cast<double>(timing_.evolved);
    return looks_taken() == looks_ || (at_look && time_.is_over());
  }

  /// Takes all to this number of steps.
  void go_to(std::int64_t until) {
    while (timing_.evolved < until) {
      std::int64_t steps = until - timing_.evolved;
      if (keeps_) steps = std::min(steps, keeping_.steps_left(timing_));
      if (!timing_.step_s.empty())
        steps = std::min(steps, steps_in(plan_.untold_s, timing_.step_s.back()));
      windows_.take(steps, {});
      run_member().taken = timing_.evolved;
      tell();
      if (keep_is_due()) keep();
    }
    for (std::size_t m = 1; m < members_.size(); ++m)
      while (members_[m].taken < until) {
        members_[m].algorithm->advance(silent_);
        ++members_[m].taken;
        tell();
        if (keep_is_due()) keep();
      }
  }

  /// False where not one particle is at the same time in both: there is nothing to measure.
  bool look() {
    store();
    Algorithm& algorithm = subject_.algorithm;
    const auto my_times = algorithm.field("block_time"), times = reference().field("block_time");
    const bool together =
        my_times == times && algorithm.field("block_step") == reference().field("block_step");
    const double step = static_cast<double>(timing_.evolved);
    if (!together && result_.parted < 0) result_.parted = step;
    std::vector<double> apart;
    for (std::size_t i = 0; i < mine_.size(); ++i)
      if (times.empty() || my_times[i] == times[i])
        apart.push_back(checks::length(
            analysis::nearest_image(mine_.position(i) - other_.position(i), plan_.box)));
    if (apart.empty()) return false;
    const auto middle = apart.begin() + std::ssize(apart) / 2;
    std::nth_element(apart.begin(), middle, apart.end(), checks::nan_last);
    result_.step.push_back(step);
    result_.largest.push_back(*std::max_element(middle, apart.end(), checks::nan_last));
    result_.median.push_back(*middle);
    return true;
  }

  void store() {
    mine_.poison();
    subject_.algorithm.store(mine_);
    reference().store(other_);
    stored_ = true;
  }

  void end() {
    if (!stored_) store();  // all looks were taken in earlier sittings
    result_.final = std::move(mine_);
    result_.reference_final = std::move(other_);
    if (twin_) {
      result_.twin_final = Particles(subject_.initial.size());
      twin_->store(result_.twin_final);
    }
    rank_displacements(result_, plan_.box);
  }

  bool keep_is_due() const { return keeps_ && keeping_.left() == 0; }

  void keep() {
    tell();
    const auto began = HostTime::now();
    const Checkpoint kept = kept_comparison(members_, result_, time_.spent_s());
    keeps_ = !kept.state.empty();  // not every algorithm has one
    if (keeps_) keeping_.keep(kept.state, kept.way, began);
  }

  void tell() const {
    const auto all = plan_.steps * std::ssize(members_);
    const double of_steps = static_cast<double>(taken()) / static_cast<double>(all);
    subject_.progress("comparing", time_.part(of_steps));
  }

  const Subject& subject_;
  const ComparisonPlan& plan_;
  Algorithm* twin_;  // null: there is none
  std::int64_t looks_;
  Comparison result_;
  Timing& timing_ = result_.timing;
  std::vector<Member> members_;  // the run, its reference and, where there is one, its twin
  Particles mine_, other_;       // as of the last look
  bool stored_ = false;          // in this sitting
  SilentTimer silent_;
  WayWindows windows_;
  KeepingTime keeping_;
  bool keeps_;  // whether states are kept
  WayTime time_;
  std::int64_t taken_before_ = 0;  // steps of all members, in earlier sittings
};

}  // namespace

Particles ulps_off(Particles p, double units) {
  for (std::size_t i = 0; i < p.size(); ++i)
    for (auto* along : {&p.x, &p.y, &p.z}) {
      const double size = std::abs((*along)[i]), ulp = std::nextafter(size, HUGE_VAL) - size;
      (*along)[i] += (p.id[i] % 2 == 0 ? units : -units) * ulp;
    }
  return p;
}

Comparison compare(const Subject& subject, Algorithm& reference, const ComparisonPlan& plan,
                   Algorithm* twin) {
  return Comparing(subject, reference, plan, twin).run();
}

}  // namespace tycho::measure
