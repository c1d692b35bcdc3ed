// scheme = device: everything is on the GPU and stays there. The host enqueues step after step and
// waits for none.
#include <algorithm>
#include <array>

#include "core/contracts/barnes_hut.hpp"
#include "core/error.hpp"
#include "core/tree/tally.hpp"
#include "gpu/barnes_hut/barnes_hut.hpp"
#include "gpu/barnes_hut/body_copies.hpp"
#include "gpu/barnes_hut/cells.hpp"
#include "gpu/support/completing_clock.hpp"
#include "gpu/support/redo.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::barnes_hut;

template <typename Real>
class OnDevice final : public Algorithm {
 public:
  explicit OnDevice(const Settings& settings)
      : settings_(settings),
        individual_(settings.chosen("steps", "individual")),
        relative_(settings.chosen("opening", "relative")),
        spline_(settings.chosen("softening", "spline")),
        ticks_{settings.number("dt"), individual_ ? settings.integer("rungs") : 0},
        leaf_(settings.integer("leaf")),
        theta_(settings.number("theta")) {
    rule_.quadrupole = settings.chosen("moments", "quadrupole");
    rule_.spline = spline_;
    rule_.softening = settings.number("eps");
    rule_.alpha = settings.number("alpha");
    rule_.theta = theta_;
  }

  void load(const Particles& p) override {
    require_sound(p, settings_);
    BodyCopies<Real> bodies(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      bodies.position[i] = {p.x[i], p.y[i], p.z[i], p.mass[i]};
      bodies.velocity[i] = {p.vx[i], p.vy[i], p.vz[i], softening(p, i)};
      bodies.place[i] = static_cast<std::uint32_t>(i);
    }
    begin_anew(p);
    bodies.upload(held(), stream_);
    rule_.relative = false;
    for (const int stage : {kSort, kBuild, kMoments, kGroup, kWalk}) enqueue(stage);
    clock_.wait();
    if (relative_) {
      rule_.relative = true;
      for (const int stage : {kMoments, kGroup, kWalk}) enqueue(stage);
    }
    if (individual_) enqueue(kChooseRungs);
    clock_.wait();
    if (individual_) read_rungs();
    forget_counts();
    settle();
  }

  void advance(StageTimer& timer) override {
    const std::int64_t waits = stream_.waits();
    attend();
    ticks_.now = 0;
    do {
      stage(timer, kKick, [&] { enqueue(kKick); });
      stage(timer, kDrift, [&] { enqueue(kDrift); });
      ticks_.now += tree::ticks_of(deepest_, ticks_.deepest);
      stage(timer, kSort, [&] { enqueue(kSort); });
      stage(timer, kBuild, [&] { enqueue(kBuild); });
      stage(timer, kMoments, [&] { enqueue(kMoments); });
      stage(timer, kGroup, [&] { enqueue(kGroup); });
      stage(timer, kWalk, [&] { enqueue(kWalk); });
      stage(timer, kKick, [&] { end_steps(); });
      tally_.trees += 1;
      // How far the next goes depends on the steps that the bodies have chosen.
      if (individual_) {
        clock_.wait();
        read_rungs();
      }
    } while (ticks_.now < ticks_.all());
    ++advances_;
    waits_in_steps_ += stream_.waits() - waits;
  }

  void store(Particles& p) override {
    clock_.wait();
    const BodyCopies<Real> bodies(held(), stream_);
    settle();
    p.mass = mass_;
    p.id = ids_;
    bodies.store(p, [&](std::size_t i) {
      const Vector4<Real>& a = bodies.acceleration[i];
      return Vec3<double>{a.x, a.y, a.z};
    });
  }

  /// Body by body in the device's order, which the order of the next sums depends on.
  std::vector<double> checkpoint() override {
    clock_.wait();
    const BodyCopies<Real> b(held(), stream_);
    std::vector<double> all;
    all.reserve(kCheckpointed * b.size());
    for (std::size_t i = 0; i < b.size(); ++i) {
      const auto &x = b.position[i], &v = b.velocity[i];
      const Vector4<Real>& a = b.acceleration[i];
      for (const double value : {double(b.place[i]), x.x, x.y, x.z, v.x, v.y, v.z, double(a.x),
                                 double(a.y), double(a.z), double(b.rung[i])})
        all.push_back(value);
    }
    return all;
  }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    const std::size_t n = p.size();
    if (checkpoint.size() != kCheckpointed * n)
      throw UsageError("a checkpoint of other than " + std::to_string(n) + " bodies");
    BodyCopies<Real> bodies(n);
    for (std::size_t i = 0; i < n; ++i) {
      const double* const v = checkpoint.data() + kCheckpointed * i;
      const std::uint32_t place = named_body(v[0], n);
      bodies.place[i] = place;
      bodies.position[i] = {v[1], v[2], v[3], p.mass[place]};
      bodies.velocity[i] = {v[4], v[5], v[6], softening(p, place)};
      bodies.acceleration[i] = {Real(v[7]), Real(v[8]), Real(v[9]), Real(0)};
      bodies.rung[i] = static_cast<std::uint8_t>(v[10]);
    }
    begin_anew(p);
    bodies.upload(held(), stream_);
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
    if (name == "particle_potential") return potential();
    if (name == "tree_root") return root();
    if (name == "tree_leaf_count") return by_place(cells_.leaf_counts(stream_));
    if (name == "rung") return by_place(held().rung.download(stream_));
    return {};
  }

  double work_share(int stage) const override {
    return tycho::barnes_hut::work_share(stage, settings_, static_cast<std::int64_t>(ids_.size()),
                                         advances_, tally_.interactions(), tally_.walks,
                                         tally_.trees);
  }

  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all = tree::counters(tally_, individual_);
    tree::add_shape(shape_, all);
    all["far_cells_per_body"] = far_cells_ / std::max(1.0, tally_.walks);
    all["redone_builds"] = redo_.redone();
    all["host_waits"] = static_cast<double>(waits_in_steps_);
    return all;
  }

  Clock& clock() override { return clock_; }

 private:
  static constexpr std::size_t kCheckpointed = 11;  // numbers a body
  static constexpr int kChooseRungs = -1;           // enqueued as a part of the last kick

  BodyBuffers<Real>& held() { return halves_[half_]; }
  BodyBuffers<Real>& other() { return halves_[1 - half_]; }
  TreeView<Real> cells() { return cells_.view(frame_.data(), sort_); }

  /// Those whose step ends now.
  Walkers walkers() const { return individual_ ? Walkers{due_.list(), due_.count()} : Walkers{}; }

  double softening(const Particles& p, std::size_t i) const {
    return p.softening.empty() ? rule_.softening : p.softening[i];
  }

  void end_steps() {
    enqueue(kKick);
    if (individual_) enqueue(kChooseRungs);
  }

  /// With the stream at rest.
  void read_rungs() {
    const Rungs found = rungs_.download(stream_).front();
    deepest_ = static_cast<int>(found.deepest);
    tally_.add({deepest_, static_cast<std::int64_t>(found.floored)});
  }

  void forget_counts() {
    walk_.forget_counts(stream_);
    advances_ = waits_in_steps_ = 0;
    tally_ = {};
    tally_.deepest = deepest_;
  }

  void enqueue(int stage) {
    const int before = half_;
    if (stage == kSort) half_ = 1 - half_;
    redo_.enqueue(stage,
                  [this, stage, before](Launches& launches) { run(stage, before, launches); });
  }

  /// On the half of the bodies that was held before the stage.
  void run(int stage, int half, Launches& launches) {
    if (stage == kBuild) return build(cells(), leaf_, launches, stream_);
    const Halt halt = launches.next();
    BodyBuffers<Real>& bodies = halves_[half];
    switch (stage) {
      case kKick:
        return kick(bodies.view(), ticks_, halt, stream_);
      case kChooseRungs:
        rungs_.zero(stream_);
        return choose_rungs(bodies.view(), ticks_, settings_.number("eta"), rungs_.data(), halt,
                            stream_);
      case kDrift:
        return drift(bodies.view(), tree::step_of(deepest_, ticks_.dt), halt, stream_);
      case kSort:
        return sort_.run(bodies.view(), halves_[1 - half].view(), frame_.data(), rule_.mass_unit,
                         halt, stream_);
      case kMoments:
        return moments(cells(), theta_, rule_.relative, halt, stream_);
      case kGroup:
        if (individual_) due_.run(bodies.rung.data(), ticks_, stream_);
        return walk_.group(cells(), rule_, walkers(), halt, stream_);
      case kWalk: {
        Vector4<Real>* const acceleration = bodies.acceleration.data();
        return walk_.run(cells(), rule_, {walkers(), acceleration, acceleration, nullptr}, halt,
                         stream_);
      }
    }
    throw std::logic_error("barnes_hut: no such stage in scheme = device");
  }

  /// Without waiting: only when the device has said that it stopped.
  void attend() {
    if (redo_.stopped()) clock_.wait();
  }

  void reserve_cells(unsigned needed) {
    const unsigned capacity = needed + needed / 4;
    const std::size_t n = ids_.size();
    cells_ = Cells<Real>();
    require_memory(Cells<Real>::bytes(n, capacity), "the cells of a tree");
    cells_ = Cells<Real>(static_cast<int>(n), capacity, relative_, spline_, stream_);
  }

  /// Whatever was before does not matter to the bodies that come.
  void begin_anew(const Particles& p) {
    redo_.forget();
    const std::size_t n = p.size();
    const unsigned capacity = usual_cells(n, leaf_);
    if (ids_.size() != n || halves_[0].position.size() != n) {
      halves_ = {};
      sort_ = Sort<Real>();
      cells_ = Cells<Real>();
      require_memory(2 * BodyBuffers<Real>::bytes(n) + Sort<Real>::bytes(n) +
                         Cells<Real>::bytes(n, capacity) + Walk<Real>::bytes(n),
                     "barnes_hut");
      for (auto& half : halves_) half = BodyBuffers<Real>(n, stream_);
      sort_ = Sort<Real>(static_cast<int>(n), spline_, false, stream_);
      cells_ = Cells<Real>(static_cast<int>(n), capacity, relative_, spline_, stream_);
      walk_ = Walk<Real>(static_cast<int>(n), stream_);
      if (individual_) due_ = Due(static_cast<int>(n), stream_);
    }
    ids_ = p.id;
    mass_ = p.mass;
    double total = 0;
    for (const double m : p.mass) total += m;
    rule_.mass_unit = power_of_two_around(total);
    half_ = 0;
    deepest_ = 0;
    ticks_.now = 0;
    forget_counts();
  }

  /// What the counters and fields say, at rest.
  void settle() {
    const WalkCounts seen = walk_.counts(stream_);
    tally_.walks = static_cast<double>(seen.walks);
    tally_.with_cells = static_cast<double>(seen.cells);
    tally_.with_bodies = static_cast<double>(seen.bodies);
    far_cells_ = static_cast<double>(seen.far);
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
    const Halt halt = redo_.unrecorded();
    walk_.group(cells(), rule_, {}, halt, stream_);
    walk_.run(cells(), rule_,
              {{}, held().acceleration.data(), other().acceleration.data(), values.data()}, halt,
              stream_);
    return by_place(values.download(stream_));
  }

  std::vector<double> root() {
    Vector4<Real> place, low;
    Frame frame;
    const TreeView<Real> view = cells();
    TYCHO_CUDA(
        cudaMemcpyAsync(&place, view.place, sizeof(place), cudaMemcpyDeviceToHost, stream_.get()));
    TYCHO_CUDA(cudaMemcpyAsync(&low, view.moments_low, sizeof(low), cudaMemcpyDeviceToHost,
                               stream_.get()));
    TYCHO_CUDA(cudaMemcpyAsync(&frame, frame_.data(), sizeof(frame), cudaMemcpyDeviceToHost,
                               stream_.get()));
    stream_.wait();
    return {rule_.mass_unit * low.x, frame.centre.x + frame.unit * place.x,
            frame.centre.y + frame.unit * place.y, frame.centre.z + frame.unit * place.z};
  }

  Settings settings_;
  bool individual_, relative_, spline_;
  Ticks ticks_;
  int deepest_ = 0;  // rung that is in use
  int leaf_;
  double theta_;
  WalkRule rule_{};
  Stream stream_;
  Redo<Need> redo_{stream_, [this](const Halted& halted) { reserve_cells(halted.need.cells); }};
  CompletingClock clock_{stream_, [this] { redo_.complete(); }};
  Buffer<Frame> frame_{1, stream_};
  std::array<BodyBuffers<Real>, 2> halves_;
  int half_ = 0;
  Sort<Real> sort_;
  Cells<Real> cells_;
  Walk<Real> walk_;
  Due due_;
  Buffer<Rungs> rungs_{1, stream_};
  std::vector<std::uint64_t> ids_;
  std::vector<double> mass_;
  std::vector<std::uint32_t> place_;  // as of the last load or store
  tree::Tally tally_;
  double far_cells_ = 0;  // of the cells: those met about a group's centre
  tree::Shape shape_;
  std::int64_t advances_ = 0, waits_in_steps_ = 0;
};

}  // namespace

template <typename Real>
std::unique_ptr<Algorithm> make_on_device(const Settings& settings) {
  return std::make_unique<OnDevice<Real>>(settings);
}

template std::unique_ptr<Algorithm> make_on_device<float>(const Settings&);
template std::unique_ptr<Algorithm> make_on_device<double>(const Settings&);

}  // namespace tycho::gpu::barnes_hut
