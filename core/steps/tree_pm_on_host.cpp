#include "core/steps/tree_pm_on_host.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/formulas/short_range.hpp"
#include "core/host_memory.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/steps/holding.hpp"
#include "core/steps/rank_load.hpp"
#include "core/steps/tree_on_host.hpp"

namespace tycho::tree_pm {

namespace {

class OnHost final : public Stages {
 public:
  OnHost(const Settings& settings, std::unique_ptr<HostWalk> walk)
      : settings_(settings),
        options_(options(settings)),
        holding_(ranks()),
        tree_(options_, false, false, ranks()),
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
      case kMigrate:
      case kExchange:
        return shared();
      case kDeposit:
      case kPoisson:
      case kInterpolate:
        return !options_.ewald;
    }
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
      case kMigrate:
        return migrate();
      case kExchange:
        return exchange(state);
      case kSort:
        return tree_.sort(bodies_.x);
      case kBuild:
        return tree_.build();
      case kMoments:
        return tree_.moments(bodies_.x, bodies_.mass, {}, state.relative);
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
      case kDeposit:
        return shared() ? mesh::deposit(all_x_, all_mass_, *mesh_)
                        : mesh::deposit(bodies_.x, bodies_.mass, *mesh_);
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
  void agree_on_steps() override { agreed_ = tree::of_all(rungs_, ranks()); }
  tree::Rungs rungs() override { return shared() ? agreed_ : rungs_; }
  void gather_positions() override {
    const tree::RankLoad::Counting counting(load_, tree::Sent::kPositions, ranks());
    all_x_ = domains::gathered(bodies_.x, bodies_.given, ranks());
  }

  void store(Particles& p) override { holding_.all(bodies_).store(p); }
  std::vector<double> checkpoint(std::size_t behind) override {
    return holding_.all(bodies_).checkpoint(behind);
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "rung")
      return holding_.all(std::vector<double>(bodies_.rung.begin(), bodies_.rung.end()), bodies_);
    if (name == "tree_leaf_count") return holding_.all(tree_.leaf_counts(), bodies_);
    if (name == "particle_potential") return holding_.all(potentials(), bodies_);
    if (!mesh_) return {};
    if (name == "potential") return mesh_->potential;
    if (name == "density") return density();
    return {};
  }

  void settle() override {
    if (shared()) load_.settle(bodies_.size(), tree_.imported(), walked_, ranks());
  }
  void forget_counts() override {
    walked_ = {};
    load_.forget();
  }
  tree::Walked walked() const override { return shared() ? load_.walked() : walked_; }
  void add_counters(std::map<std::string, double>& all) const override {
    if (shared()) load_.add_counters(all);
  }

  Clock& clock() override { return walk_->clock(); }

 private:
  Ranks& ranks() const { return *options_.ranks; }
  bool shared() const { return !ranks().alone(); }

  /// The particles as they came, in the order given, with a mesh for them.
  HostBodies loaded(const Particles& p) {
    const auto particles = static_cast<std::int64_t>(p.size());
    ranks().all_or_none([&] {
      require_sound(p, settings_);
      require_host_memory(host_bytes(particles, settings_), "tree_pm");
    });
    rule_.split = split(settings_, particles);
    // A mesh with its plans is made once for a size.
    if (!options_.ewald && !(mesh_ && mesh_->n == rule_.split.grid))
      mesh_.emplace(rule_.split, options_);
    tree_.set_softening(tree::kSplineRadius * rule_.split.softening);
    HostBodies all(p, rule_.split.box);
    if (shared()) all_mass_ = all.mass;
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
                            .single = options_.single,
                            .box = rule_.split.box,
                            .cut = rule_.split.cut};
    const auto accuracy = [&](std::int32_t i) {
      const Vec3<double> g = bodies_.g(i);
      return options_.alpha * std::sqrt(dot(g, g));
    };
    tree_.exchange(reach, accuracy, false);
  }

  /// Of several ranks one may have no body whose step ends now.
  bool nobody_walks() const { return shared() && tree_.due().empty(); }

  /// The bodies whose step ends now, and how they walk.
  void choose_walkers(const StepState& state) {
    rule_.relative = state.relative;
    tree_.list_due(bodies_.rung, state.ticks);
  }
  HostWalk::Job job() {
    return {rule_, tree_.tree(), no_groups_, tree_.due(), options_.threads, bodies_};
  }

  double total_mass() const {
    const std::vector<double>& mass = shared() ? all_mass_ : bodies_.mass;
    return std::accumulate(mass.begin(), mass.end(), 0.0);
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
  tree::Holding holding_;
  tree::TreeOnHost tree_;
  tree::Groups no_groups_;
  std::optional<mesh::HostMesh> mesh_;
  std::unique_ptr<HostWalk> walk_;
  tree::Rungs rungs_, agreed_;  // of this rank, of all
  tree::RankLoad load_;
  // Of all bodies, in the order given, for the mesh of several ranks.
  std::vector<Vec3<double>> all_x_;
  std::vector<double> all_mass_;
  tree::Walked walked_;
};

}  // namespace

std::unique_ptr<Stages> make_host_stages(const Settings& settings, std::unique_ptr<HostWalk> walk) {
  return std::make_unique<OnHost>(settings, std::move(walk));
}

}  // namespace tycho::tree_pm
