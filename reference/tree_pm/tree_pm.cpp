#include "reference/tree_pm/tree_pm.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "core/ewald.hpp"
#include "core/formulas/short_range.hpp"
#include "core/host_memory.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/tree/choose_rungs.hpp"
#include "core/tree/tally.hpp"
#include "reference/tree_pm/bodies.hpp"

namespace tycho::reference::tree_pm {

namespace {

using namespace tycho::tree_pm;

class TreePm final : public Algorithm {
 public:
  explicit TreePm(const Settings& settings)
      : settings_(settings),
        ewald_(settings.chosen("force", "ewald")),
        individual_(settings.chosen("steps", "individual")),
        leaf_(settings.integer("leaf")),
        threads_(settings.threads()),
        expansion_(settings) {
    rule_.table = settings.chosen("short_range", "table");
    rule_.alpha = settings.number("alpha");
    moments_rule_ = {false, false, settings.number("theta"), 0};
    now_.ticks = {settings.number("dt"), individual_ ? settings.integer("rungs") : 0};
  }

  void load(const Particles& p) override {
    place(p);
    open_by(false);
    sort();
    build();
    moments();
    if (!ewald_) {
      deposit();
      poisson();
      interpolate();
    }
    walk();
    if (!ewald_ && settings_.chosen("opening", "relative")) {
      open_by(true);
      tree::set_opening(moments_rule_, threads_, tree_);
      walk();
    }
    choose_steps();
    forget_counts();
  }

  void advance(StageTimer& timer) override {
    ++advances_;
    now_.ticks.now = 0;
    stage(timer, kKickLong, [&] { kick_long(0, 0.5); });
    do {
      stage(timer, kKick, [&] { kick(bodies_, expansion_, now_, Half::kFirst, threads_); });
      stage(timer, kDrift, [&] { drift(); });
      now_.ticks.now += substep();
      stage(timer, kSort, [&] { sort(); });
      stage(timer, kBuild, [&] { build(); });
      stage(timer, kMoments, [&] { moments(); });
      stage(timer, kWalk, [&] { walk(); });
      stage(timer, kKick, [&] { end_steps(); });
    } while (now_.ticks.now < now_.ticks.all());
    if (!ewald_) {
      stage(timer, kDeposit, [&] { deposit(); });
      stage(timer, kPoisson, [&] { poisson(); });
      stage(timer, kInterpolate, [&] { interpolate(); });
    }
    stage(timer, kKickLong, [&] { end_step(); });
    ++now_.steps;
  }

  void store(Particles& p) override { bodies_.store(p); }

  std::vector<double> field(std::string_view name) override {
    if (name == "scale_factor") return {expansion_.at(now_.steps, 0)};
    if (name == "rung") return {bodies_.rung.begin(), bodies_.rung.end()};
    if (name == "tree_leaf_count") return tree::leaves_of_bodies(tree_);
    if (name == "particle_potential") return potentials();
    if (!mesh_) return {};
    if (name == "potential") return mesh_->potential;
    if (name != "density") return {};
    std::vector<double> over_mean = mesh_->masses;
    const double mean = std::accumulate(bodies_.mass.begin(), bodies_.mass.end(), 0.0) /
                        static_cast<double>(over_mean.size());
    for (double& value : over_mean) value /= mean;
    return over_mean;
  }

  std::vector<double> checkpoint() override { return bodies_.checkpoint(now_.steps); }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    require_checkpoint(checkpoint, p.size());
    place(p);
    now_.steps = bodies_.restore(checkpoint);
    deepest_ = *std::max_element(bodies_.rung.begin(), bodies_.rung.end());
    open_by(settings_.chosen("opening", "relative"));
    forget_counts();
  }

  double work_share(int stage) const override {
    return tycho::tree_pm::work_share(
        stage, settings_, {static_cast<std::int64_t>(bodies_.size()), advances_, tally_});
  }

  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all = tree::counters(tally_, individual_);
    all["scale_factor"] = expansion_.at(now_.steps, 0);
    return all;
  }

  Clock& clock() override { return clock_; }

 private:
  void place(const Particles& p) {
    require_sound(p, settings_);
    const auto particles = static_cast<std::int64_t>(p.size());
    require_host_memory(host_bytes(particles, settings_), "tree_pm");
    rule_.split = split(settings_, particles);
    // A mesh with its plans is made once for a size.
    if (!ewald_ && !(mesh_ && mesh_->n == rule_.split.grid)) mesh_.emplace(rule_.split, settings_);
    bodies_ = HostBodies(p, rule_.split.box);
    moments_rule_.softening = tree::kSplineRadius * rule_.split.softening;
    now_.steps = advances_ = 0;
    now_.ticks.now = 0;
  }

  void forget_counts() {
    tally_ = {};
    tally_.deepest = deepest_;
  }

  void open_by(bool relative) { rule_.relative = moments_rule_.relative = relative; }

  void kick_long(double from, double to) {
    reference::tree_pm::kick_long(bodies_, expansion_.kick(now_.steps, from, to), threads_);
  }

  /// Ticks of the shortest step in use.
  std::int64_t substep() const { return tree::ticks_of(deepest_, now_.ticks.deepest); }

  void drift() {
    const std::int64_t tick = now_.ticks.now;
    const double factor = expansion_.drift(now_.steps, now_.part(static_cast<double>(tick)),
                                           now_.part(static_cast<double>(tick + substep())));
    reference::tree_pm::drift(bodies_, factor, rule_.split.box, threads_);
  }

  void sort() { tree::sort(bodies_.x, threads_, sorted_); }
  void build() { tree::build(sorted_, leaf_, threads_, tree_); }
  void moments() {
    tree::moments(sorted_, bodies_.x, bodies_.mass, {}, moments_rule_, threads_, tree_);
  }

  void walk() {
    tree::list_due(bodies_.rung, now_.ticks, tree_.order, false, due_);
    const Interactions count =
        ewald_ ? sum_all_pairs() : reference::tree_pm::walk(tree_, rule_, due_, threads_, bodies_);
    tally_.walks += static_cast<double>(due_.size());
    tally_.with_cells += static_cast<double>(count.with_cells);
    tally_.with_bodies += static_cast<double>(count.with_bodies);
    tally_.trees += 1;
  }

  /// The whole periodic force on the bodies that are due, kept as a short-range one.
  Interactions sum_all_pairs() {
    for (std::int32_t& place : due_) place = tree_.order[place];
    const auto pulls = ewald(bodies_.x, bodies_.mass, rule_.split.box,
                             tree::kSplineRadius * rule_.split.softening, due_, threads_);
    for (std::size_t k = 0; k < due_.size(); ++k) {
      bodies_.short_g[due_[k]] = pulls[k].acc;
      bodies_.short_pot[due_[k]] = pulls[k].pot;
    }
    return {0, static_cast<std::int64_t>(due_.size() * (bodies_.size() - 1))};
  }

  void deposit() { mesh::deposit(bodies_.x, bodies_.mass, *mesh_); }
  void poisson() { mesh::poisson(*mesh_); }
  void interpolate() {
    mesh::interpolate(*mesh_, bodies_.x, bodies_.mass, tree_.order, bodies_.long_g,
                      bodies_.long_pot);
  }

  void end_steps() {
    kick(bodies_, expansion_, now_, Half::kSecond, threads_);
    // At the end of all, the mesh's force is yet to come.
    if (now_.ticks.now < now_.ticks.all()) choose_steps();
  }

  void end_step() {
    kick_long(0.5, 1);
    choose_steps();
  }

  void choose_steps() {
    if (!individual_) return;
    const double part = now_.part(static_cast<double>(now_.ticks.now));
    const double scale = expansion_.step_scale(now_.steps, part);
    const double eta = settings_.number("eta"), eps = rule_.split.softening;
    const tree::Rungs rungs =
        tree::choose_rungs(bodies_.rung, now_.ticks, threads_, [&](std::ptrdiff_t i) {
          const Vec3<double> g = bodies_.short_g[i] + bodies_.long_g[i];
          return tree::wanted_step(eta, eps, scale * std::sqrt(dot(g, g)));
        });
    deepest_ = rungs.deepest;
    tally_.add(rungs);
  }

  std::vector<double> potentials() const {
    const Split& s = rule_.split;
    const double all = std::accumulate(bodies_.mass.begin(), bodies_.mass.end(), 0.0);
    const double mean = ewald_ ? 0 : short_range_mean(s.r_s) * all / (s.box * s.box * s.box);
    std::vector<double> sum(bodies_.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] = bodies_.short_pot[i] + bodies_.long_pot[i] - mean;
    return sum;
  }

  Settings settings_;
  bool ewald_, individual_;
  int leaf_, threads_;
  Expansion expansion_;
  WalkRule rule_;
  tree::MomentsRule moments_rule_;
  Now now_;
  HostBodies bodies_;
  tree::Sorted sorted_;
  tree::Tree<double> tree_;
  std::optional<mesh::HostMesh> mesh_;
  std::vector<std::int32_t> due_;  // places in the tree's order
  int deepest_ = 0;                // rung that is in use
  tree::Tally tally_;
  std::int64_t advances_ = 0;
  HostClock clock_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  return std::make_unique<TreePm>(settings);
}

}  // namespace tycho::reference::tree_pm
