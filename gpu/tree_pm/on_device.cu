// scheme = device: bodies and tree are on the GPU and stay there. With mesh = device the host
// enqueues step after step and waits for none; with mesh = host it has the mesh's part of a step.
#include <algorithm>
#include <array>
#include <optional>

#include "core/contracts/tree_pm.hpp"
#include "core/error.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/tree/tally.hpp"
#include "gpu/barnes_hut/body_copies.hpp"
#include "gpu/barnes_hut/cells.hpp"
#include "gpu/barnes_hut/retry.hpp"
#include "gpu/support/completing_clock.hpp"
#include "gpu/tree_pm/bodies.hpp"
#include "gpu/tree_pm/mesh.hpp"
#include "gpu/tree_pm/mesh_on_host.hpp"
#include "gpu/tree_pm/tree_pm.hpp"
#include "gpu/tree_pm/walk.hpp"

namespace tycho::gpu::tree_pm {

namespace {

using namespace tycho::tree_pm;
using barnes_hut::BodyBuffers;
using barnes_hut::BodyCopies;
using barnes_hut::Cells;
using barnes_hut::Due;
using barnes_hut::Retry;
using barnes_hut::Rungs;
using barnes_hut::Sort;
using barnes_hut::Walkers;

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
        leaf_(settings.integer("leaf")),
        ticks_{settings.number("dt"), individual_ ? settings.integer("rungs") : 0} {}

  void load(const Particles& p) override {
    begin_anew(p);
    BodyCopies<Real> bodies(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      bodies.position[i] = {wrap_box(p.x[i], split_.box), wrap_box(p.y[i], split_.box),
                            wrap_box(p.z[i], split_.box), p.mass[i]};
      bodies.velocity[i] = {p.vx[i], p.vy[i], p.vz[i], split_.softening};
      bodies.place[i] = static_cast<std::uint32_t>(i);
    }
    bodies.upload(held(), stream_);
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
    const BodyCopies<Real> bodies(held(), stream_);
    const std::vector<Vector4<Real>> far = pulls().download(stream_);
    settle();
    p.mass = mass_;
    p.id = ids_;
    bodies.store(p, [&](std::size_t i) {
      const Vector4<Real>& near = bodies.acceleration[i];
      return Vec3<double>{double(near.x) + far[i].x, double(near.y) + far[i].y,
                          double(near.z) + far[i].z};
    });
  }

  /// Body by body in the device's order, which the order of the next sums depends on; then the
  /// number of steps.
  std::vector<double> checkpoint() override {
    clock_.wait();
    const BodyCopies<Real> b(held(), stream_);
    const std::vector<Vector4<Real>> pulled = pulls().download(stream_);
    std::vector<double> all;
    all.reserve(kCheckpointed * b.size() + 1);
    for (std::size_t i = 0; i < b.size(); ++i) {
      const auto &x = b.position[i], &v = b.velocity[i];
      const Vector4<Real>&near = b.acceleration[i], &far = pulled[i];
      for (const double value : {double(b.place[i]), x.x, x.y, x.z, v.x, v.y, v.z, double(near.x),
                                 double(near.y), double(near.z), double(near.w), double(far.x),
                                 double(far.y), double(far.z), double(far.w), double(b.rung[i])})
        all.push_back(value);
    }
    all.push_back(static_cast<double>(steps_));
    return all;
  }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    const std::size_t n = p.size();
    if (checkpoint.size() != kCheckpointed * n + 1)
      throw UsageError("a checkpoint of other than " + std::to_string(n) + " bodies");
    begin_anew(p);
    BodyCopies<Real> bodies(n);
    std::vector<Vector4<Real>> far(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double* const v = checkpoint.data() + kCheckpointed * i;
      const std::uint32_t place = barnes_hut::named_body(v[0], n);
      bodies.place[i] = place;
      bodies.position[i] = {v[1], v[2], v[3], p.mass[place]};
      bodies.velocity[i] = {v[4], v[5], v[6], split_.softening};
      bodies.acceleration[i] = {Real(v[7]), Real(v[8]), Real(v[9]), Real(v[10])};
      far[i] = {Real(v[11]), Real(v[12]), Real(v[13]), Real(v[14])};
      bodies.rung[i] = static_cast<std::uint8_t>(v[15]);
    }
    steps_ = static_cast<std::int64_t>(checkpoint.back());
    bodies.upload(held(), stream_);
    pulls().upload(far, stream_);
    stream_.wait();  // the host's copies end here
    deepest_ = *std::max_element(bodies.rung.begin(), bodies.rung.end());
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
    if (name == "rung") return by_place(held().rung.download(stream_));
    if (name == "tree_leaf_count") return by_place(cells_.leaf_counts(stream_));
    if (name == "density") return density();
    if (name == "potential")
      return on_host_ ? host_mesh_->mesh().potential : mesh_->potential(total_, stream_);
    return {};
  }

  double work_share(int stage) const override {
    return tycho::tree_pm::work_share(stage, settings_, static_cast<std::int64_t>(ids_.size()),
                                      advances_, tally_.interactions(), tally_.walks, tally_.trees);
  }

  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all = tree::counters(tally_, individual_);
    tree::add_shape(shape_, all);
    all["redone_builds"] = retry_.redone();
    all["host_waits"] = static_cast<double>(waits_in_steps_);
    return all;
  }

  Clock& clock() override { return clock_; }

 private:
  static constexpr std::size_t kCheckpointed = 16;  // numbers a body

  BodyBuffers<Real>& held() { return halves_[half_]; }
  BodyBuffers<Real>& other() { return halves_[1 - half_]; }
  Buffer<Vector4<Real>>& pulls() { return pulls_[pull_half_]; }
  barnes_hut::TreeView<Real> cells() { return cells_.view(frame_.data(), sort_); }

  /// Those whose step ends now.
  Walkers walkers() const { return individual_ ? Walkers{due_.list(), due_.count()} : Walkers{}; }

  bool at_end() const { return ticks_.now == ticks_.all(); }
  bool overlapped() const { return on_host_ && overlap_ && at_end(); }

  std::int64_t next_tick() const { return ticks_.now + tree::ticks_of(deepest_, ticks_.deepest); }

  void enqueue(int stage) {
    const int before = half_, pulls_before = pull_half_;
    if (stage == kSort) {
      half_ = 1 - half_;
      if (individual_) pull_half_ = 1 - pull_half_;
    }
    retry_.enqueue(
        [this, stage, before, pulls_before, ticks = ticks_, rule = rule_](const Halt& halt) {
          run(stage, halves_[before], pulls_before, ticks, rule, halt);
        });
  }

  /// With the bodies and pulls that were held before the stage.
  void run(int stage, BodyBuffers<Real>& bodies, int pulls, const Ticks& ticks,
           const ShortRangeSettings& rule, const Halt& halt) {
    switch (stage) {
      case kSort: {
        BodyBuffers<Real>& sorted = &bodies == &halves_[0] ? halves_[1] : halves_[0];
        sort_.run(bodies.view(), sorted.view(), frame_.data(), mass_unit_, halt, stream_);
        // Only where steps are chosen between two meshes do the pulls serve again.
        if (individual_)
          follow(sorted.view(), sort_.from(), pulls_[pulls].data(), pulls_[1 - pulls].data(), halt,
                 stream_);
        return;
      }
      case kBuild:
        return barnes_hut::build(cells(), leaf_, halt, stream_);
      case kMoments:
        return barnes_hut::moments(cells(), settings_.number("theta"), rule.relative, halt,
                                   stream_);
      case kGroup:
        if (individual_) due_.run(bodies.rung.data(), ticks, stream_);
        return walk_.group(cells(), split_, walkers(), halt, stream_);
      case kWalk: {
        Vector4<Real>* const acceleration = bodies.acceleration.data();
        return walk_.run(cells(), rule, {walkers(), acceleration, acceleration, nullptr}, halt,
                         stream_);
      }
      case kDeposit:
        return mesh_->deposit(bodies.view(), total_, halt, stream_);
      case kPoisson:
        return mesh_->poisson(stream_);
      case kInterpolate:
        return mesh_->interpolate(bodies.view(), total_, pulls_[pulls].data(), halt, stream_);
    }
    throw std::logic_error("tree_pm: no such stage in scheme = device");
  }

  void kick_by_tree(Half half) {
    const KickFactors factors = kick_factors(expansion_, steps_, ticks_, half);
    retry_.enqueue([this, factors, ticks = ticks_, before = half_](const Halt& halt) {
      kick(halves_[before].view(), factors, ticks, halt, stream_);
    });
  }

  void kick_by_mesh(double factor) {
    retry_.enqueue([this, factor, before = half_, pulls = pull_half_](const Halt& halt) {
      kick_long(halves_[before].view(), pulls_[pulls].data(), factor, halt, stream_);
    });
  }

  /// All bodies by the shortest step in use.
  void drift_all() {
    const double factor =
        expansion_.drift(steps_, part_of(ticks_, ticks_.now), part_of(ticks_, next_tick()));
    retry_.enqueue([this, factor, before = half_](const Halt& halt) {
      drift(halves_[before].view(), factor, split_.box, halt, stream_);
    });
  }

  /// By both forces, where the bodies are. Waits: the host has to know how far the next drift goes.
  void choose_steps() {
    const StepRule rule{settings_.number("eta"), split_.softening,
                        expansion_.step_scale(steps_, part_of(ticks_, ticks_.now))};
    retry_.enqueue(
        [this, rule, ticks = ticks_, before = half_, pulls = pull_half_](const Halt& halt) {
          rungs_.zero(stream_);
          choose_rungs(halves_[before].view(), pulls_[pulls].data(), ticks, rule, rungs_.data(),
                       halt, stream_);
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
    stage(timer, kDeposit, [&] { host_mesh_->deposit(); });
    stage(timer, kPoisson, [&] { host_mesh_->poisson(); });
    stage(timer, kInterpolate, [&] { host_mesh_->interpolate(); });
    stage(timer, kUpload, [&] { host_mesh_->upload(pulls().data(), stream_); });
  }

  void download() { host_mesh_->download(held().position.data(), stream_); }

  /// Where a tree of the last step found no room, the places downloaded are none.
  void await_places() {
    host_mesh_->await(stream_);
    if (!retry_.stopped()) return;
    clock_.wait();
    download();
    host_mesh_->await(stream_);
  }

  /// Without waiting: only when the device has said that it stopped.
  void attend() {
    if (retry_.stopped()) clock_.wait();
  }

  void reserve_cells(unsigned capacity) {
    const std::size_t n = ids_.size();
    cells_ = Cells<Real>();
    require_memory(Cells<Real>::bytes(n, capacity), "the cells of a tree");
    cells_ = Cells<Real>(static_cast<int>(n), capacity, true, false, stream_);
  }

  /// Whatever was before does not matter to the bodies that come.
  void begin_anew(const Particles& p) {
    require_sound(p, settings_);
    retry_.forget();
    const std::size_t n = p.size();
    if (ids_.size() != n || halves_[0].position.size() != n) allocate(n);
    ids_ = p.id;
    mass_ = p.mass;
    total_ = 0;
    for (const double m : p.mass) total_ += m;
    mass_unit_ = barnes_hut::power_of_two_around(total_);
    rule_ = {split_, settings_.chosen("short_range", "table"), relative_, settings_.number("alpha"),
             mass_unit_};
    const barnes_hut::Frame frame = barnes_hut::frame_of({{}, split_.box});
    frame_.upload({&frame, 1}, stream_);
    stream_.wait();
    half_ = pull_half_ = 0;
    deepest_ = 0;
    steps_ = 0;
    ticks_.now = 0;
    forget_counts();
  }

  /// All memory at once, refused before anything is allocated where it does not fit.
  void allocate(std::size_t n) {
    const auto count = static_cast<int>(n);
    split_ = split(settings_, count);
    halves_ = {};
    pulls_ = {};
    sort_ = Sort<Real>();
    cells_ = Cells<Real>();
    walk_ = Walk<Real>();
    mesh_.reset();
    host_mesh_.reset();
    ids_.clear();
    const unsigned capacity = barnes_hut::usual_cells(n, leaf_);
    require_memory(2 * BodyBuffers<Real>::bytes(n) + 2 * n * sizeof(Vector4<Real>) +
                       Sort<Real>::bytes(n) + Cells<Real>::bytes(n, capacity) +
                       Walk<Real>::bytes(n) + (on_host_ ? 0 : Mesh<Real>::bytes(split_.grid)),
                   "tree_pm");
    for (auto& half : halves_) half = BodyBuffers<Real>(n, stream_);
    pulls_[0] = Buffer<Vector4<Real>>(n, stream_);
    if (individual_) {
      pulls_[1] = Buffer<Vector4<Real>>(n, stream_);
      due_ = Due(count, stream_);
    }
    sort_ = Sort<Real>(count, false, true, stream_);
    cells_ = Cells<Real>(count, capacity, true, false, stream_);
    walk_ = Walk<Real>(count, stream_);
    if (on_host_)
      host_mesh_.emplace(split_, settings_, n);
    else
      mesh_.emplace(split_, stream_);
  }

  void forget_counts() {
    walk_.forget_counts(stream_);
    advances_ = waits_in_steps_ = 0;
    tally_ = {};
    tally_.deepest = deepest_;
  }

  /// What the counters and fields say, at rest.
  void settle() {
    const barnes_hut::WalkCounts seen = walk_.counts(stream_);
    tally_.walks = static_cast<double>(seen.walks);
    tally_.with_cells = static_cast<double>(seen.cells);
    tally_.with_bodies = static_cast<double>(seen.bodies);
    shape_ = cells_.shape(stream_);
    place_ = held().place.download(stream_);
  }

  std::vector<double> by_place(const auto& values) const {
    std::vector<double> out(place_.size());
    for (std::size_t i = 0; i < place_.size(); ++i) out[place_[i]] = values[i];
    return out;
  }

  /// The tree is that of the positions held. The accelerations go where nobody looks.
  std::vector<double> potential() {
    Buffer<Real> values(place_.size(), stream_);
    const Halt halt = retry_.unrecorded();
    walk_.group(cells(), split_, {}, halt, stream_);
    walk_.run(cells(), rule_,
              {{}, held().acceleration.data(), other().acceleration.data(), values.data()}, halt,
              stream_);
    const auto near = values.download(stream_);
    const auto far = pulls().download(stream_);
    const double box = split_.box;
    const double mean = short_range_mean(split_.r_s) * kGravity * total_ / (box * box * box);
    std::vector<double> both(near.size());
    for (std::size_t i = 0; i < near.size(); ++i) both[i] = double(near[i]) + far[i].w - mean;
    return by_place(both);
  }

  std::vector<double> density() {
    if (!on_host_) return mesh_->density(stream_);
    std::vector<double> over_mean = host_mesh_->mesh().masses;
    for (double& value : over_mean)
      value *= static_cast<double>(over_mean.size()) / (kGravity * total_);
    return over_mean;
  }

  Settings settings_;
  Expansion expansion_;
  bool individual_, relative_, on_host_, overlap_;
  int leaf_;
  Ticks ticks_;
  int deepest_ = 0;  // rung that is in use
  Split split_{};
  ShortRangeSettings rule_{};
  Stream stream_;
  Retry retry_{stream_, [this](unsigned cells) { reserve_cells(cells); }};
  CompletingClock clock_{stream_, [this] { retry_.complete(); }};
  Buffer<barnes_hut::Frame> frame_{1, stream_};
  std::array<BodyBuffers<Real>, 2> halves_;
  std::array<Buffer<Vector4<Real>>, 2> pulls_;  // of the long range; one with steps = shared
  int half_ = 0, pull_half_ = 0;                // which of each are held
  Sort<Real> sort_;
  Cells<Real> cells_;
  Walk<Real> walk_;
  Due due_;
  std::optional<Mesh<Real>> mesh_;
  std::optional<MeshOnHost<Real>> host_mesh_;
  Buffer<Rungs> rungs_{1, stream_};
  std::vector<std::uint64_t> ids_;
  std::vector<double> mass_;
  double total_ = 0, mass_unit_ = 1;
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
