#include "core/steps/barnes_hut_on_host.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/host_memory.hpp"
#include "core/steps/holding.hpp"
#include "core/steps/rank_load.hpp"
#include "core/steps/tree_on_host.hpp"

namespace tycho::barnes_hut {

namespace {

class OnHost final : public Stages {
 public:
  OnHost(const Settings& settings, std::unique_ptr<HostWalk> walk)
      : settings_(settings),
        options_(options(settings)),
        holding_(ranks()),
        tree_(options_, options_.quadrupole, options_.by_id && options_.scheme == Scheme::kParticle,
              ranks()),
        walk_(std::move(walk)) {
    rule_.quadrupole = options_.quadrupole;
    rule_.spline = options_.spline;
    rule_.alpha = options_.alpha;
    rule_.softening = options_.softening;
    rule_.radius = options_.spline ? tree::kSplineRadius * options_.softening : 0;
    tree_.set_softening(rule_.radius);
  }

  bool has(int stage) const override {
    if (stage == kGroup) return options_.grouped();
    if (stage == kUpload || stage == kDownload) return walk_->copies();
    if (stage == kMigrate || stage == kExchange) return shared();
    return true;
  }

  tree::Exchanged exchanged() const override {
    return shared() ? tree::Exchanged::kTree : tree::Exchanged::kNothing;
  }

  void hold(const Particles& p) override { bodies_ = holding_.held(loaded(p)); }

  int hold(const Particles& p, std::span<const double> checkpoint) override {
    require_checkpoint(checkpoint, p.size());
    HostBodies all = loaded(p);
    all.restore(checkpoint);
    const int deepest = *std::max_element(all.rung.begin(), all.rung.end());
    bodies_ = holding_.held(std::move(all));
    return deepest;
  }

  void enqueue(int stage, const StepState& state) override {
    switch (stage) {
      case kKick:
        return kick(bodies_, state.ticks, options_.threads);
      case kDrift:
        return drift(bodies_, state.drift, options_.threads);
      case kSort:
        return tree_.sort(bodies_.x);
      case kBuild:
        return tree_.build();
      case kMoments:
        return tree_.moments(bodies_.x, bodies_.mass, bodies_.radius, state.relative);
      case kMigrate:
        return migrate();
      case kExchange:
        return exchange(state);
      case kGroup:
        return tree::group(tree_.tree(), options_.ncrit, options_.threads, groups_);
      case kUpload:
        choose_walkers(state);
        if (nobody_walks()) return;
        return walk_->upload(job());
      case kWalk:
        if (!walk_->copies()) choose_walkers(state);
        if (nobody_walks()) return;
        walk_->run(job());
        if (!walk_->copies()) walked_.add(walk_->walked());
        return;
      case kDownload:
        if (nobody_walks()) return;
        walk_->download(job());
        return walked_.add(walk_->walked());
    }
    throw std::logic_error("barnes_hut: no such stage on the host");
  }

  void choose_steps(const StepState& state) override {
    const std::vector<double>& own = bodies_.softening;
    rungs_ = choose_rungs(bodies_, state.ticks, options_.eta,
                          own.empty() ? std::span<const double>(&options_.softening, 1) : own,
                          options_.threads);
  }
  void agree_on_steps() override { agreed_ = tree::of_all(rungs_, ranks()); }
  tree::Rungs rungs() override { return shared() ? agreed_ : rungs_; }

  void store(Particles& p) override { holding_.all(bodies_).store(p); }
  std::vector<double> checkpoint(std::size_t behind) override {
    return holding_.all(bodies_).checkpoint(behind);
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "particle_potential") return holding_.all(bodies_.pot, bodies_);
    if (name == "rung")
      return holding_.all(std::vector<double>(bodies_.rung.begin(), bodies_.rung.end()), bodies_);
    if (name == "tree_leaf_count") return holding_.all(tree_.leaf_counts(), bodies_);
    if (name == "tree_root") return tree_.root();
    return {};
  }

  void settle() override {
    if (!shared()) return;
    tree_.settle();
    load_.settle(bodies_.size(), tree_.imported(), walked_, ranks());
  }
  void forget_counts() override {
    walked_ = {};
    load_.forget();
  }
  tree::Walked walked() const override { return shared() ? load_.walked() : walked_; }
  void add_counters(std::map<std::string, double>& all) const override {
    tree_.add_counters(all);
    if (shared()) load_.add_counters(all);
    if (!options_.grouped()) return;
    const std::size_t real = options_.single && walk_->copies() ? sizeof(float) : sizeof(double);
    all["groups"] = static_cast<double>(groups_.size());
    all["list_bytes"] = static_cast<double>(groups_.sources.size() * 4 * real);
  }

  Clock& clock() override { return walk_->clock(); }

 private:
  Ranks& ranks() const { return *options_.ranks; }
  bool shared() const { return !ranks().alone(); }

  /// The particles as they came, in the order given.
  HostBodies loaded(const Particles& p) {
    ranks().all_or_none([&] {
      require_sound(p, settings_);
      require_host_memory(host_bytes(static_cast<std::int64_t>(p.size()), settings_), "barnes_hut");
    });
    HostBodies all(p, spline_radii(p, settings_));
    own_radii_ = !all.radius.empty();
    if (options_.scheme == Scheme::kBest) {
      holding_.follow_curve(all.x, options_.threads);
      tree_.sort_from_last();
    }
    return all;
  }

  void migrate() {
    const tree::RankLoad::Counting counting(load_, tree::Sent::kMigrants, ranks());
    holding_.migrate(tree_.owners(bodies_.x, tree::work_of_a_step(bodies_.work, bodies_.rung)),
                     bodies_);
  }

  void exchange(const StepState& state) {
    const tree::RankLoad::Counting counting(load_, tree::Sent::kEssentials, ranks());
    choose_walkers(state);
    const tree::Reach reach{.relative = state.relative,
                            .by_softening = options_.spline,
                            .quadrupole = options_.quadrupole,
                            .single = options_.single};
    tree_.exchange(
        reach,
        [&](std::int32_t i) {
          return options_.alpha * std::sqrt(dot(bodies_.acc[i], bodies_.acc[i]));
        },
        own_radii_);
  }

  /// Of several ranks one may have no body whose step ends now.
  bool nobody_walks() const { return shared() && tree_.due().empty(); }

  /// The bodies whose step ends now, and how they walk.
  void choose_walkers(const StepState& state) {
    rule_.relative = state.relative;
    if (!options_.grouped()) tree_.list_due(bodies_.rung, state.ticks);
  }

  HostWalk::Job job() {
    return {rule_, tree_.tree(), groups_, tree_.due(), options_.threads, bodies_};
  }

  Settings settings_;
  Options options_;
  WalkRule rule_;
  HostBodies bodies_;
  tree::Holding holding_;
  bool own_radii_ = false;  // whether bodies have softening radii of their own
  tree::TreeOnHost tree_;
  tree::Groups groups_;
  std::unique_ptr<HostWalk> walk_;
  tree::Rungs rungs_, agreed_;  // of this rank, of all
  tree::RankLoad load_;
  tree::Walked walked_;
};

}  // namespace

std::unique_ptr<Stages> make_host_stages(const Settings& settings, std::unique_ptr<HostWalk> walk) {
  return std::make_unique<OnHost>(settings, std::move(walk));
}

}  // namespace tycho::barnes_hut
