#include "reference/barnes_hut/barnes_hut.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/contracts/barnes_hut.hpp"
#include "core/formulas/individual_step.hpp"
#include "core/host_memory.hpp"
#include "core/tree/choose_rungs.hpp"
#include "core/tree/tally.hpp"
#include "reference/barnes_hut/bodies.hpp"

namespace tycho::reference::barnes_hut {

namespace {

using namespace tycho::barnes_hut;

class BarnesHut final : public Algorithm {
 public:
  explicit BarnesHut(const Settings& settings)
      : settings_(settings),
        grouped_(settings.chosen("scheme", "grouped")),
        single_(settings.chosen("precision", "fp32")),
        individual_(settings.chosen("steps", "individual")),
        by_id_(settings.chosen("order", "id")),
        leaf_(settings.integer("leaf")),
        threads_(settings.threads()),
        ticks_{settings.number("dt"), individual_ ? settings.integer("rungs") : 0} {
    rule_.quadrupole = settings.chosen("moments", "quadrupole");
    rule_.spline = settings.chosen("softening", "spline");
    rule_.alpha = settings.number("alpha");
    rule_.eps = settings.number("eps");
    rule_.radius = rule_.spline ? tree::kSplineRadius * rule_.eps : 0;
    moments_rule_ = {rule_.quadrupole, false, settings.number("theta"), rule_.radius};
  }

  void load(const Particles& p) override {
    place(p);
    open_by(false);
    sort();
    build();
    moments();
    if (grouped_) group();
    walk();
    if (settings_.chosen("opening", "relative")) {
      open_by(true);
      tree::set_opening(moments_rule_, threads_, tree_);
      walk();
    }
    choose_steps();
    forget_counts();
  }

  void advance(StageTimer& timer) override {
    ++advances_;
    ticks_.now = 0;
    do {
      stage(timer, kKick, [&] { kick(bodies_, ticks_, threads_); });
      stage(timer, kDrift, [&] { drift(bodies_, substep(), threads_); });
      ticks_.now += tree::ticks_of(deepest_, ticks_.deepest);
      stage(timer, kSort, [&] { sort(); });
      stage(timer, kBuild, [&] { build(); });
      stage(timer, kMoments, [&] { moments(); });
      if (grouped_) stage(timer, kGroup, [&] { group(); });
      stage(timer, kWalk, [&] { walk(); });
      stage(timer, kKick, [&] { end_steps(); });
    } while (ticks_.now < ticks_.all());
  }

  void store(Particles& p) override { bodies_.store(p); }

  std::vector<double> field(std::string_view name) override {
    if (name == "particle_potential") return bodies_.pot;
    if (name == "rung") return {bodies_.rung.begin(), bodies_.rung.end()};
    if (name == "tree_leaf_count") return tree::leaves_of_bodies(tree_);
    if (name != "tree_root" || tree_.cells.empty()) return {};
    const tree::Cell<double>& root = tree_.cells[0];
    return {root.mass, root.com.x, root.com.y, root.com.z};
  }

  std::vector<double> checkpoint() override { return bodies_.checkpoint(); }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    require_checkpoint(checkpoint, p.size());
    place(p);
    bodies_.restore(checkpoint);
    deepest_ = *std::max_element(bodies_.rung.begin(), bodies_.rung.end());
    open_by(settings_.chosen("opening", "relative"));
    forget_counts();
  }

  double work_share(int stage) const override {
    return tycho::barnes_hut::work_share(stage, settings_,
                                         static_cast<std::int64_t>(bodies_.size()), advances_,
                                         tally_.interactions(), tally_.walks, tally_.trees);
  }

  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all = tree::counters(tally_, individual_);
    if (!tree_.cells.empty()) tree::add_shape(tree::shape_of(tree_), all);
    if (grouped_) {
      all["groups"] = static_cast<double>(groups_.size());
      all["list_bytes"] = static_cast<double>(groups_.sources.size() * sizeof(groups_.sources[0]));
    }
    return all;
  }

  Clock& clock() override { return clock_; }

 private:
  void place(const Particles& p) {
    require_sound(p, settings_);
    require_host_memory(host_bytes(static_cast<std::int64_t>(p.size()), settings_), "barnes_hut");
    bodies_ = HostBodies(p);
    radii_ = spline_radii(p, settings_);
    advances_ = 0;
    ticks_.now = 0;
  }

  void forget_counts() {
    tally_ = {};
    tally_.deepest = deepest_;
  }

  void open_by(bool relative) { rule_.relative = moments_rule_.relative = relative; }

  double substep() const { return tree::step_of(deepest_, ticks_.dt); }

  void sort() { tree::sort(bodies_.x, threads_, sorted_); }
  void build() { tree::build(sorted_, leaf_, threads_, tree_); }
  void moments() {
    tree::moments(sorted_, bodies_.x, bodies_.mass, radii_, moments_rule_, threads_, tree_);
  }
  void group() { tree::group(tree_, settings_.integer("ncrit"), threads_, groups_); }

  void walk() {
    Interactions count;
    if (grouped_) {
      count = single_ ? walk_groups<float>(tree_, groups_, rule_.eps, threads_, bodies_)
                      : walk_groups<double>(tree_, groups_, rule_.eps, threads_, bodies_);
      tally_.walks += static_cast<double>(bodies_.size());
    } else {
      tree::list_due(bodies_.rung, ticks_, tree_.order, by_id_, due_);
      if (single_) {
        tree::narrow(tree_, threads_, narrowed_);
        count = reference::barnes_hut::walk(narrowed_, rule_, due_, threads_, bodies_);
      } else {
        count = reference::barnes_hut::walk(tree_, rule_, due_, threads_, bodies_);
      }
      tally_.walks += static_cast<double>(due_.size());
    }
    tally_.with_cells += static_cast<double>(count.with_cells);
    tally_.with_bodies += static_cast<double>(count.with_bodies);
    tally_.trees += 1;
  }

  void end_steps() {
    kick(bodies_, ticks_, threads_);
    choose_steps();
  }

  void choose_steps() {
    if (!individual_) return;
    const std::vector<double>& own = bodies_.softening;
    const double eta = settings_.number("eta");
    const tree::Rungs rungs =
        tree::choose_rungs(bodies_.rung, ticks_, threads_, [&](std::ptrdiff_t i) {
          const Vec3<double>& acc = bodies_.acc[i];
          return tree::wanted_step(eta, own.empty() ? rule_.eps : own[i], std::sqrt(dot(acc, acc)));
        });
    deepest_ = rungs.deepest;
    tally_.add(rungs);
  }

  Settings settings_;
  bool grouped_, single_, individual_, by_id_;
  int leaf_, threads_;
  WalkRule rule_;
  tree::MomentsRule moments_rule_;
  HostBodies bodies_;
  std::vector<double> radii_;
  tree::Sorted sorted_;
  tree::Tree<double> tree_;
  tree::Tree<float> narrowed_;
  tree::Groups groups_;
  std::vector<std::int32_t> due_;  // places in the tree's order
  tree::Ticks ticks_;
  int deepest_ = 0;  // rung that is in use
  tree::Tally tally_;
  std::int64_t advances_ = 0;
  HostClock clock_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  require_sound(settings);
  return std::make_unique<BarnesHut>(settings);
}

}  // namespace tycho::reference::barnes_hut
