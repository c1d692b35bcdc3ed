#include "core/steps/tree_pm_on_host.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/bodies/held_order.hpp"
#include "core/formulas/short_range.hpp"
#include "core/host_memory.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/steps/tree_on_host.hpp"

namespace tycho::tree_pm {

namespace {

class OnHost final : public Stages {
 public:
  OnHost(const Settings& settings, std::unique_ptr<HostWalk> walk)
      : settings_(settings),
        options_(options(settings)),
        tree_(options_, false, false, *options_.ranks),
        walk_(std::move(walk)) {
    rule_.table = options_.table;
    rule_.alpha = options_.alpha;
  }

  Copies copies() const override { return walk_->copies() ? Copies::kTree : Copies::kNothing; }
  bool has(int stage) const override {
    switch (stage) {
      case kGroup:
        return false;
      case kUpload:
      case kDownload:
        return walk_->copies();
      case kDeposit:
      case kPoisson:
      case kInterpolate:
        return !options_.ewald;
    }
    return true;
  }

  void hold(const Particles& p) override {
    require_sound(p, settings_);
    const auto particles = static_cast<std::int64_t>(p.size());
    require_host_memory(host_bytes(particles, settings_), "tree_pm");
    rule_.split = split(settings_, particles);
    // A mesh with its plans is made once for a size.
    if (!options_.ewald && !(mesh_ && mesh_->n == rule_.split.grid))
      mesh_.emplace(rule_.split, options_);
    bodies_ = HostBodies(p, rule_.split.box);
    if (options_.scheme == Scheme::kBest) {
      order_.follow_curve(bodies_.x, options_.threads);
      tree_.sort_from_last();
      bodies_ = order_.to_held(std::move(bodies_));
    }
    tree_.set_softening(tree::kSplineRadius * rule_.split.softening);
  }

  tree::Progress hold(const Particles& p, std::span<const double> checkpoint) override {
    require_checkpoint(checkpoint, p.size());
    hold(p);
    HostBodies given = order_.to_given(std::move(bodies_));
    const std::int64_t steps = given.restore(checkpoint);
    bodies_ = order_.to_held(std::move(given));
    return {*std::max_element(bodies_.rung.begin(), bodies_.rung.end()), steps};
  }

  void enqueue(int stage, const StepState& state) override {
    switch (stage) {
      case kSort:
        return tree_.sort(bodies_.x);
      case kBuild:
        return tree_.build();
      case kMoments:
        return tree_.moments(bodies_.x, bodies_.mass, {}, state.relative);
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
      case kDeposit:
        return mesh::deposit(bodies_.x, bodies_.mass, *mesh_);
      case kPoisson:
        return mesh::poisson(*mesh_);
      case kInterpolate:
        return mesh::interpolate(*mesh_, bodies_.x, bodies_.mass, tree_.tree().order,
                                 bodies_.long_g, bodies_.long_pot);
    }
    throw std::logic_error("tree_pm: no such stage on the host");
  }

  void kick(const KickFactors& factors, const tree::Ticks& ticks) override {
    tree_pm::kick(bodies_, factors, ticks, options_.threads);
  }
  void kick_long(double factor) override { tree_pm::kick_long(bodies_, factor, options_.threads); }
  void drift(double factor) override {
    tree_pm::drift(bodies_, factor, rule_.split.box, options_.threads);
  }
  void choose_steps(const tree::Ticks& ticks, double scale) override {
    rungs_ =
        choose_rungs(bodies_, ticks, options_.eta, rule_.split.softening, scale, options_.threads);
  }
  tree::Rungs rungs() override { return rungs_; }

  void store(Particles& p) override { order_.to_given(bodies_).store(p); }
  std::vector<double> checkpoint(std::int64_t steps) override {
    return order_.to_given(bodies_).checkpoint(steps);
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "rung")
      return order_.to_given(std::vector<double>(bodies_.rung.begin(), bodies_.rung.end()));
    if (name == "tree_leaf_count") return order_.to_given(tree_.leaf_counts());
    if (name == "particle_potential") return order_.to_given(potentials());
    if (!mesh_) return {};
    if (name == "potential") return mesh_->potential;
    if (name == "density") return density();
    return {};
  }

  void forget_counts() override { walked_ = {}; }
  tree::Walked walked() const override { return walked_; }
  void add_counters(std::map<std::string, double>&) const override {}

  Clock& clock() override { return walk_->clock(); }

 private:
  /// The bodies whose step ends now, and how they walk.
  void choose_walkers(const StepState& state) {
    rule_.relative = state.relative;
    tree_.list_due(bodies_.rung, state.ticks);
  }
  HostWalk::Job job() {
    return {rule_, tree_.tree(), no_groups_, tree_.due(), options_.threads, bodies_};
  }

  double total_mass() const {
    return std::accumulate(bodies_.mass.begin(), bodies_.mass.end(), 0.0);
  }

  std::vector<double> potentials() const {
    const Split& s = rule_.split;
    const double mean =
        options_.ewald ? 0 : short_range_mean(s.r_s) * total_mass() / (s.box * s.box * s.box);
    std::vector<double> sum(bodies_.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] = bodies_.short_pot[i] + bodies_.long_pot[i] - mean;
    return sum;
  }

  /// Over the mean.
  std::vector<double> density() const {
    std::vector<double> values = mesh_->masses;
    const double mean = total_mass() / static_cast<double>(values.size());
    for (double& value : values) value /= mean;
    return values;
  }

  Settings settings_;
  Options options_;
  WalkRule rule_;
  HostBodies bodies_;
  HeldOrder order_;
  tree::TreeOnHost tree_;
  tree::Groups no_groups_;
  std::optional<mesh::HostMesh> mesh_;
  std::unique_ptr<HostWalk> walk_;
  tree::Rungs rungs_;
  tree::Walked walked_;
};

}  // namespace

std::unique_ptr<Stages> make_host_stages(const Settings& settings, std::unique_ptr<HostWalk> walk) {
  return std::make_unique<OnHost>(settings, std::move(walk));
}

}  // namespace tycho::tree_pm
