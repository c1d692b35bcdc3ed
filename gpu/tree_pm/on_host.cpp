// scheme = particle, as published: tree, mesh, kicks and drifts on the host, the walk on the GPU.
#include <algorithm>
#include <numeric>
#include <optional>

#include "core/contracts/tree_pm.hpp"
#include "core/host_memory.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/tree/tally.hpp"
#include "gpu/support/device_clock.hpp"
#include "gpu/tree_pm/kick_factors.hpp"
#include "gpu/tree_pm/particle_walk.hpp"
#include "gpu/tree_pm/tree_pm.hpp"

namespace tycho::gpu::tree_pm {

namespace {

using namespace tycho::tree_pm;

template <typename Real>
class OnHost final : public Algorithm {
 public:
  explicit OnHost(const Settings& settings)
      : settings_(settings),
        expansion_(settings),
        individual_(settings.chosen("steps", "individual")),
        overlap_(settings.chosen("overlap", "yes")),
        threads_(settings.threads()),
        ticks_{settings.number("dt"), individual_ ? settings.integer("rungs") : 0},
        walk_({settings.integer("threads_per_block"), settings.integer("blocks")}, threads_,
              stream_) {
    rule_.table = settings.chosen("short_range", "table");
    rule_.alpha = settings.number("alpha");
    moments_rule_ = {false, false, settings.number("theta"), 0};
  }

  void load(const Particles& p) override {
    place(p);
    open_by(false);
    sort();
    build();
    moments();
    deposit();
    poisson();
    interpolate();
    walk_now();
    if (settings_.chosen("opening", "relative")) {
      open_by(true);
      tree::set_opening(moments_rule_, threads_, tree_);
      walk_now();
    }
    choose_steps();
    forget_counts();
  }

  void advance(StageTimer& timer) override {
    ++advances_;
    ticks_.now = 0;
    stage(timer, kKickLong, [&] { kick_by_mesh(0, 0.5); });
    do {
      stage(timer, kKick, [&] { kick_by_tree(Half::kFirst); });
      stage(timer, kDrift, [&] { drift_all(); });
      ticks_.now = next_tick();
      stage(timer, kSort, [&] { sort(); });
      stage(timer, kBuild, [&] { build(); });
      stage(timer, kMoments, [&] { moments(); });
      stage(timer, kUpload, [&] { upload(); });
      stage(timer, kWalk, [&] { walk_.run(); });
      if (overlap_ && at_end()) long_range(timer);
      stage(timer, kDownload, [&] { walk_.download(tree_, bodies_); });
      count();
      stage(timer, kKick, [&] { end_steps(); });
    } while (!at_end());
    if (!overlap_) long_range(timer);
    stage(timer, kKickLong, [&] { end_step(); });
    ++steps_;
  }

  void store(Particles& p) override { bodies_.store(p); }

  std::vector<double> field(std::string_view name) override {
    if (bodies_.size() == 0) return {};
    if (name == "scale_factor") return {expansion_.at(steps_, 0)};
    if (name == "rung") return {bodies_.rung.begin(), bodies_.rung.end()};
    if (name == "tree_leaf_count") return tree::leaves_of_bodies(tree_);
    if (name == "particle_potential") return potential();
    if (name == "potential") return mesh_->potential;
    if (name != "density") return {};
    std::vector<double> over_mean = mesh_->masses;
    for (double& value : over_mean) value *= static_cast<double>(over_mean.size()) / total_;
    return over_mean;
  }

  std::vector<double> checkpoint() override { return bodies_.checkpoint(steps_); }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    require_checkpoint(checkpoint, p.size());
    place(p);
    steps_ = bodies_.restore(checkpoint);
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
    all["host_waits"] = static_cast<double>(stream_.waits() - waits_before_);
    return all;
  }

  Clock& clock() override { return clock_; }

 private:
  void place(const Particles& p) {
    require_sound(p, settings_);
    const auto particles = static_cast<std::int64_t>(p.size());
    require_host_memory(host_bytes(particles, settings_), "tree_pm");
    rule_.split = split(settings_, particles);
    if (bodies_.size() != p.size()) mesh_.emplace(rule_.split, settings_);
    bodies_ = HostBodies(p, rule_.split.box);
    total_ = std::accumulate(bodies_.mass.begin(), bodies_.mass.end(), 0.0);
    moments_rule_.softening = tree::kSplineRadius * rule_.split.softening;
    steps_ = advances_ = 0;
    ticks_.now = 0;
  }

  void forget_counts() {
    tally_ = {};
    tally_.deepest = deepest_;
    waits_before_ = stream_.waits();
  }

  void open_by(bool relative) { rule_.relative = moments_rule_.relative = relative; }

  bool at_end() const { return ticks_.now == ticks_.all(); }
  std::int64_t next_tick() const { return ticks_.now + tree::ticks_of(deepest_, ticks_.deepest); }

  void kick_by_mesh(double from, double to) {
    kick_long(bodies_, expansion_.kick(steps_, from, to), threads_);
  }
  void kick_by_tree(Half half) {
    kick(bodies_, kick_factors(expansion_, steps_, ticks_, half), ticks_, threads_);
  }

  /// All bodies by the shortest step in use.
  void drift_all() {
    const double factor =
        expansion_.drift(steps_, part_of(ticks_, ticks_.now), part_of(ticks_, next_tick()));
    drift(bodies_, factor, rule_.split.box, threads_);
  }

  void sort() { tree::sort(bodies_.x, threads_, sorted_); }
  void build() { tree::build(sorted_, settings_.integer("leaf"), threads_, tree_); }
  void moments() {
    tree::moments(sorted_, bodies_.x, bodies_.mass, {}, moments_rule_, threads_, tree_);
  }

  /// With the bodies whose step ends now.
  void upload() {
    tree::list_due(bodies_.rung, ticks_, tree_.order, false, due_);
    walk_.upload(tree_, rule_, due_, bodies_);
  }

  void walk_now() {
    upload();
    walk_.run();
    walk_.download(tree_, bodies_);
  }

  void count() {
    tally_.walks += walk_.counts().walks;
    tally_.with_cells += walk_.counts().with_cells;
    tally_.with_bodies += walk_.counts().with_bodies;
    tally_.trees += 1;
  }

  void long_range(StageTimer& timer) {
    stage(timer, kDeposit, [&] { deposit(); });
    stage(timer, kPoisson, [&] { poisson(); });
    stage(timer, kInterpolate, [&] { interpolate(); });
  }
  void deposit() { mesh::deposit(bodies_.x, bodies_.mass, *mesh_); }
  void poisson() { mesh::poisson(*mesh_); }
  void interpolate() {
    mesh::interpolate(*mesh_, bodies_.x, bodies_.mass, tree_.order, bodies_.long_g,
                      bodies_.long_pot);
  }

  void end_steps() {
    kick_by_tree(Half::kSecond);
    // At the end of all, the mesh's force is yet to come.
    if (!at_end()) choose_steps();
  }
  void end_step() {
    kick_by_mesh(0.5, 1);
    choose_steps();
  }

  void choose_steps() {
    if (!individual_) return;
    const tree::Rungs rungs =
        choose_rungs(bodies_, ticks_, settings_.number("eta"), rule_.split.softening,
                     expansion_.step_scale(steps_, part_of(ticks_, ticks_.now)), threads_);
    deepest_ = rungs.deepest;
    tally_.add(rungs);
  }

  std::vector<double> potential() const {
    const double box = rule_.split.box;
    const double mean = short_range_mean(rule_.split.r_s) * total_ / (box * box * box);
    std::vector<double> sum(bodies_.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] = bodies_.short_pot[i] + bodies_.long_pot[i] - mean;
    return sum;
  }

  Settings settings_;
  Expansion expansion_;
  bool individual_, overlap_;
  int threads_;
  ShortRangeSettings rule_;
  tree::MomentsRule moments_rule_;
  HostBodies bodies_;
  double total_ = 0;  // G m of all
  tree::Sorted sorted_;
  tree::Tree<double> tree_;
  std::optional<mesh::HostMesh> mesh_;
  std::vector<std::int32_t> due_;  // places in the tree's order
  Ticks ticks_;
  int deepest_ = 0;         // rung that is in use
  std::int64_t steps_ = 0;  // since a_begin
  tree::Tally tally_;
  std::int64_t advances_ = 0, waits_before_ = 0;
  Stream stream_;
  DeviceClock clock_{stream_};
  ParticleWalk<Real> walk_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Algorithm> make_on_host(const Settings& settings) {
  return std::make_unique<OnHost<Real>>(settings);
}

template std::unique_ptr<Algorithm> make_on_host<float>(const Settings&);
template std::unique_ptr<Algorithm> make_on_host<double>(const Settings&);

}  // namespace tycho::gpu::tree_pm
