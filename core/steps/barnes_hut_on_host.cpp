#include "core/steps/barnes_hut_on_host.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/bodies/held_order.hpp"
#include "core/host_memory.hpp"
#include "core/steps/tree_on_host.hpp"

namespace tycho::barnes_hut {

namespace {

class OnHost final : public Stages {
 public:
  OnHost(const Settings& settings, std::unique_ptr<HostWalk> walk)
      : settings_(settings),
        options_(options(settings)),
        tree_(options_, options_.quadrupole,
              options_.by_id && options_.scheme == Scheme::kParticle),
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
    return true;
  }

  void hold(const Particles& p) override {
    require_sound(p, settings_);
    require_host_memory(host_bytes(static_cast<std::int64_t>(p.size()), settings_), "barnes_hut");
    bodies_ = HostBodies(p);
    radii_ = spline_radii(p, settings_);
    if (options_.scheme == Scheme::kBest) {
      order_.follow_curve(bodies_.x, options_.threads);
      tree_.sort_from_last();
      bodies_ = order_.to_held(std::move(bodies_));
      radii_ = order_.to_held(std::move(radii_));
    }
  }

  tree::Progress hold(const Particles& p, std::span<const double> checkpoint) override {
    require_checkpoint(checkpoint, p.size());
    hold(p);
    HostBodies given = order_.to_given(std::move(bodies_));
    given.restore(checkpoint);
    bodies_ = order_.to_held(std::move(given));
    return {*std::max_element(bodies_.rung.begin(), bodies_.rung.end()), 0};
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
        return tree_.moments(bodies_.x, bodies_.mass, radii_, state.relative);
      case kGroup:
        return tree::group(tree_.tree(), options_.ncrit, options_.threads, groups_);
      case kUpload:
        choose_walkers(state);
        return walk_->upload(job());
      case kWalk:
        if (!walk_->copies()) choose_walkers(state);
        walk_->run(job());
        if (!walk_->copies()) walked_.add(walk_->walked());
        return;
      case kDownload:
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
  tree::Rungs rungs() override { return rungs_; }

  void store(Particles& p) override { order_.to_given(bodies_).store(p); }
  std::vector<double> checkpoint(std::int64_t) override {
    return order_.to_given(bodies_).checkpoint();
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "particle_potential") return order_.to_given(bodies_.pot);
    if (name == "rung")
      return order_.to_given(std::vector<double>(bodies_.rung.begin(), bodies_.rung.end()));
    if (name == "tree_leaf_count") return order_.to_given(tree_.leaf_counts());
    if (name == "tree_root") return tree_.root();
    return {};
  }

  void forget_counts() override { walked_ = {}; }
  tree::Walked walked() const override { return walked_; }
  void add_counters(std::map<std::string, double>& all) const override {
    tree_.add_counters(all);
    if (!options_.grouped()) return;
    const std::size_t real = options_.single && walk_->copies() ? sizeof(float) : sizeof(double);
    all["groups"] = static_cast<double>(groups_.size());
    all["list_bytes"] = static_cast<double>(groups_.sources.size() * 4 * real);
  }

  Clock& clock() override { return walk_->clock(); }

 private:
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
  HeldOrder order_;
  std::vector<double> radii_;
  tree::TreeOnHost tree_;
  tree::Groups groups_;
  std::unique_ptr<HostWalk> walk_;
  tree::Rungs rungs_;
  tree::Walked walked_;
};

}  // namespace

std::unique_ptr<Stages> make_host_stages(const Settings& settings, std::unique_ptr<HostWalk> walk) {
  return std::make_unique<OnHost>(settings, std::move(walk));
}

}  // namespace tycho::barnes_hut
