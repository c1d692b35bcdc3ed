// What barnes_hut and tree_pm have alike where bodies and tree are on the host: which bodies are
// held, the walk with its copies, checkpoints and counts. Its twin for bodies and tree on the GPU
// is gpu/tree/device_stages.hpp.
//
// Of several ranks each has the bodies of its domain, and fetches before a walk the cells and
// bodies of the other ranks that its own may open.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/settings.hpp"
#include "core/steps/holding.hpp"
#include "core/steps/host_walk.hpp"
#include "core/steps/rank_load.hpp"
#include "core/steps/tree_on_host.hpp"

namespace tycho::tree {

/// `Stages`, `StepState`, `Options` and `Walk` (a HostWalk) are those of barnes_hut or of tree_pm.
template <typename Stages, typename StepState, typename Options, typename Walk>
class HostStages : public Stages {
 public:
  Exchanged exchanged() const final {
    return over_ranks() ? Exchanged::kTree : Exchanged::kNothing;
  }

  void hold(const Particles& p) final { bodies_ = holding_.held(in_order(loaded(p))); }

  int hold(const Particles& p, std::span<const double> checkpoint) final {
    if (checkpoint.size() != Bodies::kCheckpointed * p.size())
      throw UsageError("a checkpoint of other than " + std::to_string(p.size()) +
                       " bodies, or laid out otherwise");
    Bodies all = in_order(loaded(p));
    all.restore(checkpoint);
    const int deepest = *std::max_element(all.rung.begin(), all.rung.end());
    bodies_ = holding_.held(std::move(all));
    return deepest;
  }

  void agree_on_steps() final { agreed_ = of_all(rungs_, ranks()); }
  Rungs rungs() final { return over_ranks() ? agreed_ : rungs_; }

  void store(Particles& p) final { holding_.all(bodies_).store(p); }
  std::vector<double> checkpoint(std::size_t behind) final {
    return holding_.all(bodies_).checkpoint(behind);
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "rung")
      return of_all_bodies(std::vector<double>(bodies_.rung.begin(), bodies_.rung.end()));
    if (name == "tree_leaf_count") return of_all_bodies(tree_.leaf_counts());
    return {};
  }

  void settle() override {
    if (over_ranks()) load_.settle(bodies_.size(), tree_.imported(), walked_, ranks());
  }
  void forget_counts() final {
    walked_ = {};
    load_.forget();
  }
  Walked walked() const final { return over_ranks() ? load_.walked() : walked_; }
  void add_counters(std::map<std::string, double>& all) const override {
    if (over_ranks()) load_.add_counters(all);
  }

  Clock& clock() final { return walk_->clock(); }

 protected:
  using Bodies = typename Walk::HostBodies;
  using Rule = typename Walk::WalkRule;

  /// `quadrupole`, `by_id` as for TreeOnHost. `grouped`: whether all bodies walk, by their groups;
  /// otherwise those do that are due.
  struct TreeKind {
    bool quadrupole, by_id, grouped;
  };

  HostStages(const Settings& settings, const Options& options, const TreeKind& kind,
             std::unique_ptr<Walk> walk)
      : settings_(settings),
        options_(options),
        tree_(options, kind.quadrupole, kind.by_id, *options.ranks),
        walk_(std::move(walk)),
        holding_(*options.ranks),
        grouped_(kind.grouped) {}

  /// The particles as they came, in the order given. Throws as hold().
  virtual Bodies loaded(const Particles& p) = 0;

  Ranks& ranks() const { return *options_.ranks; }
  bool over_ranks() const { return !ranks().alone(); }
  /// Whether the walk is on the GPU.
  bool walks_elsewhere() const { return walk_->copies(); }

  void migrate() {
    const RankLoad::Counting counting(load_, Sent::kMigrants, ranks());
    holding_.migrate(tree_.owners(bodies_.x, work_of_a_step(bodies_.work, bodies_.rung)), bodies_);
  }

  /// Behind it tree_.tree() is the whole tree, as far as the bodies of this rank may open it.
  /// `reach` without the criterion and precision, which are those of the step; `accuracy` and
  /// `own_radii` as for TreeOnHost::exchange().
  void exchange(const StepState& state, Reach reach,
                const std::function<double(std::int32_t)>& accuracy, bool own_radii) {
    const RankLoad::Counting counting(load_, Sent::kEssentials, ranks());
    choose_walkers(state);
    reach.relative = state.relative;
    reach.single = options_.single;
    tree_.exchange(reach, accuracy, own_radii);
  }

  void upload(const StepState& state) {
    choose_walkers(state);
    if (!nobody_walks()) walk_->upload(job());
  }
  void walk(const StepState& state) {
    if (!walks_elsewhere()) choose_walkers(state);
    if (nobody_walks()) return;
    walk_->run(job());
    if (!walks_elsewhere()) walked_.add(walk_->walked());
  }
  void download() {
    if (nobody_walks()) return;
    walk_->download(job());
    walked_.add(walk_->walked());
  }

  /// A value of each body loaded, from one of each body that is held. Collective.
  std::vector<double> of_all_bodies(std::vector<double> values) const {
    return holding_.all(std::move(values), bodies_);
  }

  Settings settings_;
  Options options_;
  Rule rule_;
  Bodies bodies_;
  TreeOnHost tree_;
  Groups groups_;  // empty unless all bodies walk by their groups
  Rungs rungs_;    // chosen by the bodies of this rank
  RankLoad load_;

 private:
  /// With scheme = best bodies are held along Morton's curve.
  Bodies in_order(Bodies all) {
    using Scheme = decltype(options_.scheme);
    if (options_.scheme == Scheme::kBest) {
      holding_.follow_curve(all.x, options_.threads);
      tree_.sort_from_last();
    }
    return all;
  }

  /// Of several ranks one may have no body whose step ends now.
  bool nobody_walks() const { return over_ranks() && tree_.due().empty(); }

  /// The bodies whose step ends now, and how they walk.
  void choose_walkers(const StepState& state) {
    rule_.relative = state.relative;
    if (!grouped_) tree_.list_due(bodies_.rung, state.ticks);
  }

  typename Walk::Job job() {
    return {rule_, tree_.tree(), groups_, tree_.due(), options_.threads, bodies_};
  }

  std::unique_ptr<Walk> walk_;
  Holding holding_;
  bool grouped_;
  Rungs agreed_;  // chosen by the bodies of all ranks
  Walked walked_;
};

}  // namespace tycho::tree
