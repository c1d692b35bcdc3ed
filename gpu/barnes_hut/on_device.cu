// scheme = device: everything is on the GPU and stays there. With shared steps the host waits for
// none of them.
#include <algorithm>

#include "gpu/barnes_hut/barnes_hut.hpp"
#include "gpu/barnes_hut/bodies.hpp"
#include "gpu/barnes_hut/walk.hpp"
#include "gpu/tree/device_stages.hpp"
#include "gpu/tree/energies.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::barnes_hut;
using tree::BodyCopies;
using tree::Launches;

tree::TreeKind kind_of(const Options& o) {
  return {.individual = o.individual,
          .boxes = o.relative,
          .spline = o.spline,
          .root_given = false,
          .second = true,
          .leaf = o.leaf,
          .theta = o.theta};
}

template <typename Real>
class OnDevice final : public tree::DeviceStages<Real, Stages> {
  using Base = tree::DeviceStages<Real, Stages>;
  using Base::held, Base::other, Base::stream_, Base::tree_, Base::exchange_, Base::rungs_,
      Base::room_;

 public:
  explicit OnDevice(const Settings& settings)
      : Base(kind_of(options(settings)), *options(settings).ranks),
        settings_(settings),
        options_(options(settings)) {
    rule_.quadrupole = options_.quadrupole;
    rule_.spline = options_.spline;
    rule_.softening = options_.softening;
    rule_.alpha = options_.alpha;
    rule_.theta = options_.theta;
  }

  bool has(int stage) const override {
    if (stage == kExchange) return this->exchanged() == tycho::tree::Exchanged::kForces;
    return stage != kUpload && stage != kDownload && stage != kMigrate;
  }

  void hold(const Particles& p) override {
    require_sound(p, settings_);
    begin(p);
    BodyCopies<Real> bodies;
    tree::for_pieces(p.size(), [&](std::size_t first, std::size_t count) {
      bodies.resize(count);
      tree::for_bodies(count, [&](std::ptrdiff_t slot) {
        const std::size_t i = first + static_cast<std::size_t>(slot);
        bodies.position[slot] = {p.x[i], p.y[i], p.z[i], p.mass[i]};
        bodies.velocity[slot] = {p.vx[i], p.vy[i], p.vz[i], softening(p, i)};
        bodies.number[slot] = static_cast<std::uint32_t>(i);
      });
      bodies.upload(held(), first, stream_);
    });
  }

  /// Body by body in the device's order, which the order of the next sums depends on.
  int hold(const Particles& p, std::span<const double> checkpoint) override {
    const std::size_t n = p.size();
    tree::require_numbers(checkpoint, kCheckpointed * n, n);
    BodyCopies<Real>::require_named(checkpoint, kCheckpointed, n);
    begin(p);
    BodyCopies<Real> bodies;
    int deepest = 0;
    tree::for_pieces(n, [&](std::size_t first, std::size_t count) {
      bodies.resize(count);
      tree::for_bodies(count, [&](std::ptrdiff_t i) {
        bodies.unpack(i, checkpoint.data() + kCheckpointed * (first + i), p,
                      [&](std::size_t k) { return softening(p, k); });
      });
      bodies.upload(held(), first, stream_);
      deepest = std::max<int>(deepest, *std::max_element(bodies.rung.begin(), bodies.rung.end()));
    });
    return deepest;
  }

  std::vector<double> checkpoint(std::size_t behind) override {
    std::vector<double> all = large_array<double>(kCheckpointed * tree_.size() + behind);
    for_copies([&](std::size_t first, const BodyCopies<Real>& bodies) {
      tree::for_bodies(bodies.size(), [&](std::ptrdiff_t i) {
        bodies.pack(i, all.data() + kCheckpointed * (first + i));
      });
    });
    return all;
  }

  void enqueue(int stage, const StepState& state) override {
    if (stage == kExchange) return this->exchange();
    tree::WalkRule rule = rule_;
    rule.relative = state.relative;
    this->enqueue_work(stage, [this, stage, state, rule, half = this->half()](Launches& launches) {
      run(stage, state, rule, half, launches);
    });
    if (stage == kSort) this->swap_halves();
  }

  void choose_steps(const StepState& state) override {
    this->enqueue_work(kKick, [this, state, half = this->half()](Launches& launches) {
      rungs_.zero(stream_);
      choose_rungs(tree_.half(half).view(), state.ticks, options_.eta, rungs_.data(),
                   launches.next(), stream_);
    });
  }

  void store(Particles& p) override {
    this->store_particles(p);
    for_copies([&](std::size_t, const BodyCopies<Real>& bodies) {
      bodies.store(p, [&](std::size_t i) {
        const Vector4<Real>& a = bodies.acceleration[i];
        return Vec3<double>{a.x, a.y, a.z};
      });
    });
  }

  std::vector<double> field(std::string_view name) override {
    if (!this->settled()) return {};
    if (name == "particle_potential") return this->by_number(potential().download(stream_));
    if (name == "energy") return energy();
    if (name == "tree_root") return root();
    if (name == "tree_leaf_count") return this->leaf_count_field();
    if (name == "rung") return this->rung_field();
    return {};
  }

  void forget_counts() override {
    Base::forget_counts();
    walk_.forget_counts(stream_);
  }
  void settle() override {
    Base::settle();
    seen_ = Base::of_all(walk_.counts(stream_));
  }
  tycho::tree::Walked walked() const override { return Base::as_walked(seen_); }
  void add_counters(std::map<std::string, double>& all) const override {
    Base::add_counters(all);
    all["far_cells_per_body"] =
        static_cast<double>(seen_.far) / std::max(1.0, static_cast<double>(seen_.walks));
  }

 private:
  static constexpr std::size_t kCheckpointed = BodyCopies<Real>::kNumbers;

  /// Calls body(first, bodies) for pieces of what is held. Waits.
  template <typename Body>
  void for_copies(const Body& body) {
    BodyCopies<Real> bodies;
    tree::for_pieces(tree_.size(), [&](std::size_t first, std::size_t count) {
      bodies.resize(count);
      bodies.download(held(), first, stream_);
      body(first, bodies);
    });
  }

  double softening(const Particles& p, std::size_t i) const {
    return p.softening.empty() ? options_.softening : p.softening[i];
  }

  /// Memory for the particles, and what the stages have to know of them all. Waits.
  void begin(const Particles& p) {
    this->forget_work();
    const std::size_t n = p.size();
    if (room_ != n) {
      room_ = 0;
      tree_.release();
      walk_ = Walk<Real>();
      this->require_memory_on_all(tree_.bytes(n) + Walk<Real>::bytes(n) + exchange_.bytes(n),
                                  "barnes_hut");
      tree_.reserve(n);
      walk_ = Walk<Real>(static_cast<int>(n), stream_);
      exchange_.reserve(n);
      room_ = n;
    }
    this->take(p);
    rule_.mass_unit = this->mass_unit();
    stream_.wait();
  }

  /// On the half of the bodies that was held before the stage.
  void run(int stage, const StepState& state, const tree::WalkRule& rule, int half,
           Launches& launches) {
    if (stage == kBuild) return tree_.build(launches);
    const Halt halt = launches.next();
    tree::BodyBuffers<Real>& bodies = tree_.half(half);
    switch (stage) {
      case kKick:
        return kick(bodies.view(), state.ticks, halt, stream_);
      case kDrift:
        return drift(bodies.view(), state.drift, halt, stream_);
      case kSort:
        return tree_.sort(half, rule.mass_unit, halt);
      case kMoments:
        return tree_.moments(rule.relative, halt);
      case kGroup:
        tree_.list_due(half, state.ticks);
        return walk_.group(tree_.view(), rule, tree_.walkers(), exchange_.share(), halt, stream_);
      case kWalk: {
        Vector4<Real>* const acceleration = bodies.acceleration.data();
        return walk_.run(tree_.view(), rule, {tree_.walkers(), acceleration, acceleration, nullptr},
                         halt, stream_);
      }
    }
    throw std::logic_error("barnes_hut: no such stage in scheme = device");
  }

  /// On the device, of all bodies on every rank. The tree is that of the positions held. The
  /// accelerations go where nothing reads them.
  Buffer<Real> potential() {
    Buffer<Real> values(tree_.size(), stream_);
    const Halt halt = this->unrecorded();
    tree::WalkRule rule = rule_;
    rule.relative = options_.relative;
    walk_.group(tree_.view(), rule, {}, {}, halt, stream_);
    walk_.run(tree_.view(), rule,
              {{}, held().acceleration.data(), other().acceleration.data(), values.data()}, halt,
              stream_);
    return values;
  }

  std::vector<double> energy() {
    const Buffer<Real> values = potential();
    const tree::Energies sums =
        tree::energies<Real>(held().view(), values.data(), nullptr, 0, stream_);
    return {sums.kinetic, sums.potential};
  }

  std::vector<double> root() {
    Vector4<Real> com, low;
    tree::Frame frame;
    const TreeView<Real> view = tree_.view();
    const auto fetch = [&](auto& to, const auto* from) {
      TYCHO_CUDA(cudaMemcpyAsync(&to, from, sizeof(to), cudaMemcpyDeviceToHost, stream_.get()));
    };
    fetch(com, view.com);
    fetch(low, view.moments_low);
    fetch(frame, view.frame);
    stream_.wait();
    return {rule_.mass_unit * low.x, frame.centre.x + frame.unit * com.x,
            frame.centre.y + frame.unit * com.y, frame.centre.z + frame.unit * com.z};
  }

  Settings settings_;
  Options options_;
  tree::WalkRule rule_{};
  Walk<Real> walk_;
  tree::WalkCounts seen_{};  // as of the last settle()
};

}  // namespace

template <typename Real>
std::unique_ptr<Stages> make_device_stages(const Settings& settings) {
  return std::make_unique<OnDevice<Real>>(settings);
}

template std::unique_ptr<Stages> make_device_stages<float>(const Settings&);
template std::unique_ptr<Stages> make_device_stages<double>(const Settings&);

}  // namespace tycho::gpu::barnes_hut
