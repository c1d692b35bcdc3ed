// scheme = particle and scheme = grouped: tree, kicks and drifts on the host, the walk on the GPU.
#include <algorithm>
#include <string>

#include "core/contracts/barnes_hut.hpp"
#include "core/formulas/individual_step.hpp"
#include "core/host_memory.hpp"
#include "core/tree/tally.hpp"
#include "gpu/barnes_hut/barnes_hut.hpp"
#include "gpu/barnes_hut/host_walk.hpp"
#include "gpu/support/device_clock.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::barnes_hut;

template <typename Real>
class OnHost final : public Algorithm {
 public:
  explicit OnHost(const Settings& settings)
      : settings_(settings),
        grouped_(settings.chosen("scheme", "grouped")),
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
    walk_ = grouped_
                ? make_group_walk<Real>(tree_, groups_, settings.chosen("kernel", "normal"),
                                        threads_, stream_)
                : make_particle_walk<Real>(
                      tree_, {settings.integer("threads_per_block"), settings.integer("blocks")},
                      threads_, stream_);
  }

  void load(const Particles& p) override {
    place(p);
    open_by(false);
    sort();
    build();
    moments();
    if (grouped_) group();
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
    do {
      stage(timer, kKick, [&] { kick(bodies_, ticks_, threads_); });
      stage(timer, kDrift, [&] { drift(bodies_, substep(), threads_); });
      ticks_.now += tree::ticks_of(deepest_, ticks_.deepest);
      stage(timer, kSort, [&] { sort(); });
      stage(timer, kBuild, [&] { build(); });
      stage(timer, kMoments, [&] { moments(); });
      if (grouped_) stage(timer, kGroup, [&] { group(); });
      stage(timer, kUpload, [&] { upload(); });
      stage(timer, kWalk, [&] { walk_->run(); });
      stage(timer, kDownload, [&] { walk_->download(bodies_); });
      count();
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
    all["host_waits"] = static_cast<double>(stream_.waits() - waits_before_);
    if (!tree_.cells.empty()) tree::add_shape(tree::shape_of(tree_), all);
    if (grouped_) {
      all["groups"] = static_cast<double>(groups_.size());
      all["list_bytes"] = static_cast<double>(groups_.sources.size() * sizeof(tree::Source<Real>));
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
    waits_before_ = stream_.waits();
  }

  void open_by(bool relative) { rule_.relative = moments_rule_.relative = relative; }

  double substep() const { return tree::step_of(deepest_, ticks_.dt); }

  void sort() { tree::sort(bodies_.x, threads_, sorted_); }
  void build() { tree::build(sorted_, leaf_, threads_, tree_); }
  void moments() {
    tree::moments(sorted_, bodies_.x, bodies_.mass, radii_, moments_rule_, threads_, tree_);
  }
  void group() { tree::group(tree_, settings_.integer("ncrit"), threads_, groups_); }

  void upload() {
    if (!grouped_) tree::list_due(bodies_.rung, ticks_, tree_.order, by_id_, due_);
    walk_->upload(rule_, due_, bodies_);
  }

  void walk_now() {
    upload();
    walk_->run();
    walk_->download(bodies_);
  }

  void count() {
    const HostWalkCounts last = walk_->counts();
    tally_.walks += last.walks;
    tally_.with_cells += last.with_cells;
    tally_.with_bodies += last.with_bodies;
    tally_.trees += 1;
  }

  void end_steps() {
    kick(bodies_, ticks_, threads_);
    choose_steps();
  }

  void choose_steps() {
    if (!individual_) return;
    const std::vector<double>& own = bodies_.softening;
    const tree::Rungs rungs =
        choose_rungs(bodies_, ticks_, settings_.number("eta"),
                     own.empty() ? std::span<const double>(&rule_.eps, 1) : own, threads_);
    deepest_ = rungs.deepest;
    tally_.add(rungs);
  }

  Settings settings_;
  bool grouped_, individual_, by_id_;
  int leaf_, threads_;
  HostWalkRule rule_;
  tree::MomentsRule moments_rule_;
  HostBodies bodies_;
  std::vector<double> radii_;
  tree::Sorted sorted_;
  tree::Tree<double> tree_;
  tree::Groups groups_;
  std::vector<std::int32_t> due_;  // places in the tree's order
  tree::Ticks ticks_;
  int deepest_ = 0;  // rung that is in use
  tree::Tally tally_;
  std::int64_t advances_ = 0, waits_before_ = 0;
  Stream stream_;
  DeviceClock clock_{stream_};
  std::unique_ptr<HostWalk> walk_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Algorithm> make_on_host(const Settings& settings) {
  return std::make_unique<OnHost<Real>>(settings);
}

template std::unique_ptr<Algorithm> make_on_host<float>(const Settings&);
template std::unique_ptr<Algorithm> make_on_host<double>(const Settings&);

}  // namespace tycho::gpu::barnes_hut
