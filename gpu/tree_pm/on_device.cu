// scheme = device: bodies and tree are on the GPU and stay there. With mesh = device the host
// enqueues step after step and waits for none; with mesh = host it has the mesh's part of a step.
#include <algorithm>

#include "core/contracts/tree_pm.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/tree/tally.hpp"
#include "gpu/support/completing_clock.hpp"
#include "gpu/support/redo.hpp"
#include "gpu/tree_pm/device_checkpoint.hpp"
#include "gpu/tree_pm/device_state.hpp"
#include "gpu/tree_pm/tree_pm.hpp"

namespace tycho::gpu::tree_pm {

namespace {

using namespace tycho::tree_pm;
using barnes_hut::BodyCopies;
using barnes_hut::Halted;
using barnes_hut::Launches;
using barnes_hut::Need;
using barnes_hut::Rungs;

template <typename Real>
class OnDevice final : public Algorithm {
 public:
  explicit OnDevice(const Settings& settings)
      : settings_(settings),
        expansion_(settings),
        individual_(settings.chosen("steps", "individual")),
        relative_(settings.chosen("opening", "relative")),
        on_host_(settings.chosen("mesh", "host")),
        overlap_(settings.chosen("overlap", "yes")),
        ticks_{settings.number("dt"), individual_ ? settings.integer("rungs") : 0} {}

  void load(const Particles& p) override {
    begin_anew(p);
    const double box = state_.split().box, softening = state_.split().softening;
    BodyCopies<Real> copies(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      copies.position[i] = {wrap_box(p.x[i], box), wrap_box(p.y[i], box), wrap_box(p.z[i], box),
                            p.mass[i]};
      copies.velocity[i] = {p.vx[i], p.vy[i], p.vz[i], softening};
      copies.place[i] = static_cast<std::uint32_t>(i);
    }
    copies.upload(bodies(), stream_);
    pulls().zero(stream_);
    stream_.wait();  // the host's copies end here
    rule_.relative = false;
    for (const int stage : {kSort, kBuild, kMoments, kGroup, kWalk}) enqueue(stage);
    SilentTimer unwatched(contract().stages);
    long_range(unwatched);
    kick_by_mesh(0);  // notes what both forces come to
    if (relative_) {
      clock_.wait();  // the tree stands: what it needs of room is there
      rule_.relative = true;
      for (const int stage : {kMoments, kGroup, kWalk}) enqueue(stage);
      kick_by_mesh(0);
    }
    if (individual_) choose_steps();
    clock_.wait();
    forget_counts();
    settle();
  }

  void advance(StageTimer& timer) override {
    const std::int64_t waits = stream_.waits();
    attend();
    ticks_.now = 0;
    stage(timer, kKickLong, [&] { kick_by_mesh(expansion_.kick(steps_, 0, 0.5)); });
    do {
      stage(timer, kKick, [&] { kick_by_tree(Half::kFirst); });
      stage(timer, kDrift, [&] { drift_all(); });
      ticks_.now = next_tick();
      stage(timer, kSort, [&] { enqueue(kSort); });
      if (overlapped()) stage(timer, kDownload, [&] { download(); });
      stage(timer, kBuild, [&] { enqueue(kBuild); });
      stage(timer, kMoments, [&] { enqueue(kMoments); });
      stage(timer, kGroup, [&] { enqueue(kGroup); });
      stage(timer, kWalk, [&] { enqueue(kWalk); });
      stage(timer, kKick, [&] { kick_by_tree(Half::kSecond); });
      tally_.trees += 1;
      // How far the next goes depends on the steps that the bodies have chosen.
      if (individual_ && !at_end()) choose_steps();
    } while (!at_end());
    long_range(timer);
    stage(timer, kKickLong, [&] { kick_by_mesh(expansion_.kick(steps_, 0.5, 1)); });
    if (individual_) choose_steps();
    ++steps_;
    ++advances_;
    waits_in_steps_ += stream_.waits() - waits;
  }

  void store(Particles& p) override {
    clock_.wait();
    const BodyCopies<Real> copies(bodies(), stream_);
    const std::vector<Vector4<Real>> far = pulls().download(stream_);
    settle();
    p.mass = mass_;
    p.id = ids_;
    copies.store(p, [&](std::size_t i) {
      const Vector4<Real>& near = copies.acceleration[i];
      return Vec3<double>{double(near.x) + far[i].x, double(near.y) + far[i].y,
                          double(near.z) + far[i].z};
    });
  }

  std::vector<double> checkpoint() override {
    clock_.wait();
    return DeviceCheckpoint<Real>{{bodies(), stream_}, pulls().download(stream_), steps_}.packed();
  }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    const double softening = split(settings_, static_cast<int>(p.size())).softening;
    const auto from = DeviceCheckpoint<Real>::unpacked(checkpoint, p, softening);
    begin_anew(p);
    steps_ = from.steps;
    from.bodies.upload(bodies(), stream_);
    pulls().upload(from.pulls, stream_);
    stream_.wait();  // the host's copies end here
    deepest_ = *std::max_element(from.bodies.rung.begin(), from.bodies.rung.end());
    rule_.relative = relative_;
    // The tree, for the fields. The bodies are in its order already.
    for (const int stage : {kSort, kBuild, kMoments}) enqueue(stage);
    clock_.wait();
    forget_counts();
    settle();
  }

  std::vector<double> field(std::string_view name) override {
    clock_.wait();
    if (place_.empty()) return {};
    if (name == "scale_factor") return {expansion_.at(steps_, 0)};
    if (name == "particle_potential") return potential();
    if (name == "rung") return by_place(bodies().rung.download(stream_));
    if (name == "tree_leaf_count") return by_place(state_.cells().leaf_counts(stream_));
    if (name == "density") return density();
    if (name == "potential")
      return on_host_ ? host_mesh().potential
                      : state_.mesh().potential(state_.total_mass(), stream_);
    return {};
  }

  double work_share(int stage) const override {
    return tycho::tree_pm::work_share(stage, settings_, static_cast<std::int64_t>(ids_.size()),
                                      advances_, tally_.interactions(), tally_.walks, tally_.trees);
  }

  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all = tree::counters(tally_, individual_);
    tree::add_shape(shape_, all);
    all["redone_builds"] = redo_.redone();
    all["host_waits"] = static_cast<double>(waits_in_steps_);
    return all;
  }

  Clock& clock() override { return clock_; }

 private:
  barnes_hut::BodyBuffers<Real>& bodies() { return state_.bodies(held_); }
  Buffer<Vector4<Real>>& pulls() { return state_.pulls(held_); }
  const mesh::HostMesh& host_mesh() { return state_.host_mesh().mesh(); }

  bool at_end() const { return ticks_.now == ticks_.all(); }
  bool overlapped() const { return on_host_ && overlap_ && at_end(); }

  std::int64_t next_tick() const { return ticks_.now + tree::ticks_of(deepest_, ticks_.deepest); }

  void enqueue(int stage) {
    redo_.enqueue(stage,
                  [this, stage, held = held_, ticks = ticks_, rule = rule_](Launches& launches) {
                    state_.run(stage, held, ticks, rule, launches);
                  });
    if (stage == kSort) held_ = state_.after_sort(held_);
  }

  void kick_by_tree(Half half) {
    const KickFactors factors = kick_factors(expansion_, steps_, ticks_, half);
    redo_.enqueue(kKick, [this, factors, ticks = ticks_, held = held_](Launches& launches) {
      kick(state_.bodies(held).view(), factors, ticks, launches.next(), stream_);
    });
  }

  void kick_by_mesh(double factor) {
    redo_.enqueue(kKickLong, [this, factor, held = held_](Launches& launches) {
      kick_long(state_.bodies(held).view(), state_.pulls(held).data(), factor, launches.next(),
                stream_);
    });
  }

  /// All bodies by the shortest step in use.
  void drift_all() {
    const double factor =
        expansion_.drift(steps_, part_of(ticks_, ticks_.now), part_of(ticks_, next_tick()));
    redo_.enqueue(kDrift, [this, factor, held = held_](Launches& launches) {
      drift(state_.bodies(held).view(), factor, state_.split().box, launches.next(), stream_);
    });
  }

  /// By both forces, where the bodies are. Waits: the host has to know how far the next drift goes.
  void choose_steps() {
    const StepRule rule{settings_.number("eta"), state_.split().softening,
                        expansion_.step_scale(steps_, part_of(ticks_, ticks_.now))};
    redo_.enqueue(kKick, [this, rule, ticks = ticks_, held = held_](Launches& launches) {
      rungs_.zero(stream_);
      choose_rungs(state_.bodies(held).view(), state_.pulls(held).data(), ticks, rule,
                   rungs_.data(), launches.next(), stream_);
    });
    clock_.wait();
    const Rungs found = rungs_.download(stream_).front();
    deepest_ = static_cast<int>(found.deepest);
    tally_.add({deepest_, static_cast<std::int64_t>(found.floored)});
  }

  void long_range(StageTimer& timer) {
    if (!on_host_) {
      for (const int id : {kDeposit, kPoisson, kInterpolate})
        stage(timer, id, [&] { enqueue(id); });
      return;
    }
    if (!overlapped()) stage(timer, kDownload, [&] { download(); });
    await_places();
    MeshOnHost<Real>& mesh = state_.host_mesh();
    stage(timer, kDeposit, [&] { mesh.deposit(); });
    stage(timer, kPoisson, [&] { mesh.poisson(); });
    stage(timer, kInterpolate, [&] { mesh.interpolate(); });
    stage(timer, kUpload, [&] { mesh.upload(pulls().data(), stream_); });
  }

  void download() { state_.host_mesh().download(bodies().position.data(), stream_); }

  /// Where a tree of the last step found no room, the places downloaded are none.
  void await_places() {
    state_.host_mesh().await(stream_);
    if (!redo_.stopped()) return;
    clock_.wait();
    download();
    state_.host_mesh().await(stream_);
  }

  /// Without waiting: only when the device has said that it stopped.
  void attend() {
    if (redo_.stopped()) clock_.wait();
  }

  /// Whatever was before does not matter to the bodies that come.
  void begin_anew(const Particles& p) {
    require_sound(p, settings_);
    redo_.forget();
    state_.begin(p.mass);
    ids_ = p.id;
    mass_ = p.mass;
    rule_ = {state_.split(), settings_.chosen("short_range", "table"), relative_,
             settings_.number("alpha"), state_.mass_unit()};
    held_ = {};
    deepest_ = 0;
    steps_ = 0;
    ticks_.now = 0;
    forget_counts();
  }

  void forget_counts() {
    state_.walk().forget_counts(stream_);
    advances_ = waits_in_steps_ = 0;
    tally_ = {};
    tally_.deepest = deepest_;
  }

  /// What the counters and fields say, at rest.
  void settle() {
    const barnes_hut::WalkCounts seen = state_.walk().counts(stream_);
    tally_.walks = static_cast<double>(seen.walks);
    tally_.with_cells = static_cast<double>(seen.cells);
    tally_.with_bodies = static_cast<double>(seen.bodies);
    shape_ = state_.cells().shape(stream_);
    place_ = bodies().place.download(stream_);
  }

  std::vector<double> by_place(const auto& values) const {
    std::vector<double> out(place_.size());
    for (std::size_t i = 0; i < place_.size(); ++i) out[place_[i]] = values[i];
    return out;
  }

  /// The tree is that of the positions held. The accelerations go where nobody looks.
  std::vector<double> potential() {
    Buffer<Real> values(place_.size(), stream_);
    const Halt halt = redo_.unrecorded();
    const Split& split = state_.split();
    Vector4<Real>* const nowhere = state_.bodies(state_.after_sort(held_)).acceleration.data();
    state_.walk().group(state_.tree(), split, {}, halt, stream_);
    state_.walk().run(state_.tree(), rule_,
                      {{}, bodies().acceleration.data(), nowhere, values.data()}, halt, stream_);
    const auto near = values.download(stream_);
    const auto far = pulls().download(stream_);
    const double volume = split.box * split.box * split.box;
    const double mean = short_range_mean(split.r_s) * kGravity * state_.total_mass() / volume;
    std::vector<double> both(near.size());
    for (std::size_t i = 0; i < near.size(); ++i) both[i] = double(near[i]) + far[i].w - mean;
    return by_place(both);
  }

  std::vector<double> density() {
    if (!on_host_) return state_.mesh().density(stream_);
    std::vector<double> over_mean = host_mesh().masses;
    for (double& value : over_mean)
      value *= static_cast<double>(over_mean.size()) / (kGravity * state_.total_mass());
    return over_mean;
  }

  Settings settings_;
  Expansion expansion_;
  bool individual_, relative_, on_host_, overlap_;
  Ticks ticks_;
  int deepest_ = 0;  // rung that is in use
  ShortRangeSettings rule_{};
  Stream stream_;
  DeviceState<Real> state_{settings_, stream_};
  Held held_;
  Redo<Need> redo_{stream_,
                   [this](const Halted& halted) { state_.reserve_cells(halted.need.cells); }};
  CompletingClock clock_{stream_, [this] { redo_.complete(); }};
  Buffer<Rungs> rungs_{1, stream_};
  std::vector<std::uint64_t> ids_;
  std::vector<double> mass_;
  std::vector<std::uint32_t> place_;  // as of the last load or store
  tree::Tally tally_;
  tree::Shape shape_;
  std::int64_t steps_ = 0;  // since a_begin
  std::int64_t advances_ = 0, waits_in_steps_ = 0;
};

}  // namespace

template <typename Real>
std::unique_ptr<Algorithm> make_on_device(const Settings& settings) {
  return std::make_unique<OnDevice<Real>>(settings);
}

template std::unique_ptr<Algorithm> make_on_device<float>(const Settings&);
template std::unique_ptr<Algorithm> make_on_device<double>(const Settings&);

}  // namespace tycho::gpu::tree_pm
