#include "core/steps/tree_pm.hpp"

#include <initializer_list>
#include <utility>

namespace tycho::tree_pm {

namespace {

/// Which half of its step a body is kicked for: the one that begins now, or the one that ends now.
enum class Half { kFirst, kSecond };

/// How far a step of the algorithm has gone, from 0 to 1.
double part_of(const tree::Ticks& ticks, double tick) {
  return tick / static_cast<double>(ticks.all());
}

KickFactors kick_factors(const Expansion& expansion, std::int64_t steps, const tree::Ticks& ticks,
                         Half half) {
  KickFactors factors{};
  const double now = static_cast<double>(ticks.now);
  for (int rung = 0; rung <= ticks.deepest; ++rung) {
    if (!ticks.due(rung)) continue;
    const double width = 0.5 * static_cast<double>(tree::ticks_of(rung, ticks.deepest));
    factors[rung] = half == Half::kFirst
                        ? expansion.kick(steps, part_of(ticks, now), part_of(ticks, now + width))
                        : expansion.kick(steps, part_of(ticks, now - width), part_of(ticks, now));
  }
  return factors;
}

class TreePm final : public tree::Step {
 public:
  TreePm(const Settings& settings, std::unique_ptr<Stages> stages)
      : tree::Step(settings, options(settings), *stages),
        options_(options(settings)),
        expansion_(settings),
        stages_(std::move(stages)),
        copies_(stages_->copies()) {}

  bool advance_part(StageTimer& timer) override {
    begin_part();
    if (at_begin()) stage(timer, kKickLong, [&] { kick_long(0, 0.5); });
    stage(timer, kKick, [&] { stages_->kick(first_halves(), ticks()); });
    stage(timer, kDrift, [&] { drift(); });
    go_to_next_tick();
    if (has(kMigrate)) stage(timer, kMigrate, [&] { enqueue(kMigrate); });
    stage(timer, kSort, [&] { enqueue(kSort); });
    if (overlaps(Copies::kMesh)) stage(timer, kDownload, [&] { enqueue(kDownload); });
    stage(timer, kBuild, [&] { enqueue(kBuild); });
    stage(timer, kMoments, [&] { enqueue(kMoments); });
    if (exchanges(Exchanged::kTree)) stage(timer, kExchange, [&] { enqueue(kExchange); });
    if (has(kGroup)) stage(timer, kGroup, [&] { enqueue(kGroup); });
    if (copies_ == Copies::kTree) stage(timer, kUpload, [&] { enqueue(kUpload); });
    stage(timer, kWalk, [&] { enqueue(kWalk); });
    if (exchanges(Exchanged::kForces)) stage(timer, kExchange, [&] { enqueue(kExchange); });
    if (overlaps(Copies::kTree)) long_range(timer);
    if (copies_ == Copies::kTree) stage(timer, kDownload, [&] { enqueue(kDownload); });
    stage(timer, kKick, [&] { end_substep(); });
    count_tree();
    if (at_end()) {
      if (!overlaps(Copies::kTree)) long_range(timer);
      stage(timer, kKickLong, [&] { end_step(); });
    }
    if (options_.individual) find_rungs(timer);
    return end_part();
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "scale_factor") return {expansion_.at(steps(), 0)};
    return tree::Step::field(name);
  }

  double work_share(int stage) const override {
    return tree_pm::work_share(stage, settings(), done());
  }

  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all = tree::Step::counters();
    all["scale_factor"] = expansion_.at(steps(), 0);
    return all;
  }

 private:
  using Exchanged = tree::Exchanged;

  bool has(int stage) const { return stages_->has(stage); }
  bool exchanges(Exchanged what) const { return stages_->exchanged() == what; }
  void enqueue(int stage) { stages_->enqueue(stage, {ticks(), relative()}); }

  /// Whether the mesh's part of the step, which is the host's, begins before the GPU has ended the
  /// walk: beside the walk itself, or with the positions that are fetched as soon as they stand.
  bool overlaps(Copies copies) const { return options_.overlap && copies_ == copies && at_end(); }

  void kick_long(double from, double to) { stages_->kick_long(expansion_.kick(steps(), from, to)); }

  /// The factors of the kicks that begin now, found beforehand where they were foreseen.
  const KickFactors& first_halves() {
    if (foreseen_.steps != steps() || foreseen_.now != ticks().now) foresee(steps(), ticks());
    return foreseen_.factors;
  }
  void foresee(std::int64_t steps, const tree::Ticks& ticks) {
    foreseen_ = {steps, ticks.now, kick_factors(expansion_, steps, ticks, Half::kFirst)};
  }
  /// The kicks that come next are foreseen while the device works: behind the wait it would stand
  /// still for them.
  void find_rungs(StageTimer& timer) {
    if (exchanges(Exchanged::kTree)) stage(timer, kExchange, [&] { stages_->agree_on_steps(); });
    if (at_end())
      foresee(steps() + 1, {ticks().dt, ticks().deepest, 0});
    else
      foresee(steps(), ticks());
    read_rungs();
  }

  /// All bodies drift by the shortest step in use.
  void drift() {
    stages_->drift(expansion_.drift(steps(), part_of(ticks(), static_cast<double>(ticks().now)),
                                    part_of(ticks(), static_cast<double>(next_tick()))));
  }

  void end_substep() {
    stages_->kick(kick_factors(expansion_, steps(), ticks(), Half::kSecond), ticks());
    // At the end of the step the force of the mesh is yet to come.
    if (options_.individual && !at_end()) choose_own_steps();
  }
  void end_step() {
    kick_long(0.5, 1);
    if (options_.individual) choose_own_steps();
  }
  void choose_steps() override {
    choose_own_steps();
    stages_->agree_on_steps();
  }
  void choose_own_steps() {
    const double part = part_of(ticks(), static_cast<double>(ticks().now));
    stages_->choose_steps(ticks(), expansion_.step_scale(steps(), part));
  }

  void long_range(StageTimer& timer) {
    if (!has(kDeposit)) return;
    if (copies_ == Copies::kMesh) {
      if (!overlaps(Copies::kMesh)) stage(timer, kDownload, [&] { enqueue(kDownload); });
      await_positions();
    }
    if (exchanges(Exchanged::kTree)) stage(timer, kExchange, [&] { stages_->gather_positions(); });
    stage(timer, kDeposit, [&] { enqueue(kDeposit); });
    stage(timer, kPoisson, [&] { enqueue(kPoisson); });
    stage(timer, kInterpolate, [&] { enqueue(kInterpolate); });
    if (copies_ == Copies::kMesh) stage(timer, kUpload, [&] { enqueue(kUpload); });
  }

  /// Where an earlier build found no room, the bodies have not moved since, and the positions that
  /// arrive are of that time: the redo moves the bodies, and their positions are fetched again.
  void await_positions() {
    stages_->await_positions();
    if (!stages_->stopped()) return;
    clock().wait();
    enqueue(kDownload);
    stages_->await_positions();
  }

  void enqueue_all(std::initializer_list<int> stages) {
    for (const int stage : stages)
      if (has(stage)) enqueue(stage);
  }
  void fetch(Exchanged what) {
    if (exchanges(what)) enqueue(kExchange);
  }
  void walk() {
    enqueue_all({kGroup});
    if (copies_ == Copies::kTree) enqueue(kUpload);
    enqueue(kWalk);
    fetch(Exchanged::kForces);
    if (copies_ == Copies::kTree) enqueue(kDownload);
  }

  void find_forces() override {
    open_by(false);
    build_tree();
    walk();
    SilentTimer unwatched(contract().stages);
    long_range(unwatched);
    stages_->note_forces();
    if (!options_.relative || options_.ewald) return;
    clock().wait();
    open_by(true);
    enqueue_all({kMoments});
    fetch(Exchanged::kTree);
    walk();
    stages_->note_forces();
  }

  void build_tree() override {
    enqueue_all({kMigrate, kSort, kBuild, kMoments});
    fetch(Exchanged::kTree);
  }

  Options options_;
  Expansion expansion_;
  std::unique_ptr<Stages> stages_;
  Copies copies_;
  struct {
    std::int64_t steps = -1, now = 0;
    KickFactors factors{};
  } foreseen_;
};

}  // namespace

std::unique_ptr<Algorithm> make_step(const Settings& settings, std::unique_ptr<Stages> stages) {
  return std::make_unique<TreePm>(settings, std::move(stages));
}

}  // namespace tycho::tree_pm
