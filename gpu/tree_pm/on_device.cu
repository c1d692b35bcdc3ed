// scheme = device: bodies and tree are on the GPU and stay there. With mesh = device and shared
// steps the host waits for none of them; with mesh = host it has the mesh's part of a step.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "core/formulas/periodic_wrap.hpp"
#include "gpu/tree/device_stages.hpp"
#include "gpu/tree/energies.hpp"
#include "gpu/tree_pm/bodies.hpp"
#include "gpu/tree_pm/mesh.hpp"
#include "gpu/tree_pm/mesh_on_host.hpp"
#include "gpu/tree_pm/tree_pm.hpp"
#include "gpu/tree_pm/walk.hpp"

namespace tycho::gpu::tree_pm {

namespace {

using namespace tycho::tree_pm;
using tree::BodyCopies;
using tree::Launches;

/// The walk needs the boxes of the cells, whatever opens them.
tree::TreeKind kind_of(const Options& o) {
  return {.individual = o.individual,
          .boxes = true,
          .spline = false,
          .root_given = true,
          .second = false,
          .leaf = o.leaf,
          .theta = o.theta};
}

/// The halves of the memory that the bodies and their long-range pulls are in.
struct Held {
  int bodies = 0, pulls = 0;
};

template <typename Real>
class OnDevice final : public tree::DeviceStages<Real, Stages> {
  using Base = tree::DeviceStages<Real, Stages>;
  using Base::held, Base::other, Base::stream_, Base::tree_, Base::exchange_, Base::rungs_,
      Base::room_, Base::total_mass;

 public:
  explicit OnDevice(const Settings& settings)
      : Base(kind_of(options(settings)), *options(settings).ranks),
        settings_(settings),
        options_(options(settings)) {
    rule_.table = options_.table;
    rule_.alpha = options_.alpha;
  }

  Copies copies() const override {
    return options_.mesh_on_host ? Copies::kMesh : Copies::kNothing;
  }
  bool has(int stage) const override {
    if (stage == kMigrate) return false;
    if (stage == kExchange) return this->exchanged() == tycho::tree::Exchanged::kForces;
    return (stage != kUpload && stage != kDownload) || options_.mesh_on_host;
  }

  void hold(const Particles& p) override {
    begin(p);
    const double box = rule_.split.box;
    BodyCopies<Real> bodies;
    tree::for_pieces(p.size(), [&](std::size_t first, std::size_t count) {
      bodies.resize(count);
      tree::for_bodies(count, [&](std::ptrdiff_t slot) {
        const std::size_t i = first + static_cast<std::size_t>(slot);
        bodies.position[slot] = {wrap_box(p.x[i], box), wrap_box(p.y[i], box),
                                 wrap_box(p.z[i], box), p.mass[i]};
        bodies.velocity[slot] = {p.vx[i], p.vy[i], p.vz[i], rule_.split.softening};
        bodies.number[slot] = static_cast<std::uint32_t>(i);
      });
      bodies.upload(held(), first, stream_);
    });
    pulls().zero(stream_);
  }

  int hold(const Particles& p, std::span<const double> checkpoint) override {
    const std::size_t n = p.size();
    tree::require_numbers(checkpoint, kCheckpointed * n, n);
    BodyCopies<Real>::require_named(checkpoint, kCheckpointed, n);
    begin(p);
    const double softening = rule_.split.softening;
    BodyCopies<Real> bodies;
    std::vector<Vector4<Real>> far;
    int deepest = 0;
    tree::for_pieces(n, [&](std::size_t first, std::size_t count) {
      bodies.resize(count);
      far.resize(count);
      tree::for_bodies(count, [&](std::ptrdiff_t i) {
        const double* const numbers = checkpoint.data() + kCheckpointed * (first + i);
        bodies.unpack(i, numbers, p, [&](std::size_t) { return softening; });
        std::memcpy(&far[i], numbers + BodyCopies<Real>::kNumbers, sizeof(far[i]));
      });
      pulls().upload_part(first, far, stream_);
      bodies.upload(held(), first, stream_);
      deepest = std::max<int>(deepest, *std::max_element(bodies.rung.begin(), bodies.rung.end()));
    });
    return deepest;
  }

  /// Body by body in the device's order, which the order of the next sums depends on.
  std::vector<double> checkpoint(std::size_t behind) override {
    std::vector<double> all = large_array<double>(kCheckpointed * tree_.size() + behind);
    for_copies([&](std::size_t first, const BodyCopies<Real>& bodies,
                   const std::vector<Vector4<Real>>& far) {
      tree::for_bodies(bodies.size(), [&](std::ptrdiff_t i) {
        double* const to = all.data() + kCheckpointed * (first + i);
        bodies.pack(i, to);
        std::memcpy(to + BodyCopies<Real>::kNumbers, &far[i], sizeof(far[i]));
      });
    });
    return all;
  }

  void enqueue(int stage, const StepState& state) override {
    if (stage == kExchange) return this->exchange();
    if (options_.mesh_on_host && run_on_host(stage)) return;
    ShortRangeSettings rule = rule_;
    rule.relative = state.relative;
    this->enqueue_work(stage, [this, stage, state, rule, from = halves()](Launches& launches) {
      run(stage, state, rule, from, launches);
    });
    if (stage != kSort) return;
    this->swap_halves();
    if (options_.individual) pulls_held_ = 1 - pulls_held_;
  }

  void kick(const KickFactors& factors, const tycho::tree::Ticks& ticks) override {
    this->enqueue_work(kKick, [this, factors, ticks, half = this->half()](Launches& launches) {
      gpu::tree_pm::kick(tree_.half(half).view(), factors, ticks, launches.next(), stream_);
    });
  }
  void kick_long(double factor) override {
    this->enqueue_work(kKickLong, [this, factor, from = halves()](Launches& launches) {
      gpu::tree_pm::kick_long(tree_.half(from.bodies).view(), pulls_[from.pulls].data(), factor,
                              launches.next(), stream_);
    });
  }
  /// A kick of nothing notes them.
  void note_forces() override { kick_long(0); }

  void drift(double factor) override {
    const double box = rule_.split.box;
    this->enqueue_work(kDrift, [this, factor, box, half = this->half()](Launches& launches) {
      gpu::tree_pm::drift(tree_.half(half).view(), factor, box, launches.next(), stream_);
    });
  }
  void choose_steps(const tycho::tree::Ticks& ticks, double scale) override {
    const StepRule rule{options_.eta, rule_.split.softening, scale};
    this->enqueue_work(kKick, [this, rule, ticks, from = halves()](Launches& launches) {
      rungs_.zero(stream_);
      choose_rungs(tree_.half(from.bodies).view(), pulls_[from.pulls].data(), ticks, rule,
                   rungs_.data(), launches.next(), stream_);
    });
  }

  void await_positions() override { host_mesh_->await(stream_); }

  void store(Particles& p) override {
    this->store_particles(p);
    for_copies(
        [&](std::size_t, const BodyCopies<Real>& bodies, const std::vector<Vector4<Real>>& far) {
          bodies.store(p, [&](std::size_t i) {
            const Vector4<Real>& near = bodies.acceleration[i];
            return Vec3<double>{double(near.x) + far[i].x, double(near.y) + far[i].y,
                                double(near.z) + far[i].z};
          });
        });
  }

  std::vector<double> field(std::string_view name) override {
    if (!this->settled()) return {};
    if (name == "particle_potential") return potential();
    if (name == "energy") return energy();
    if (name == "rung") return this->rung_field();
    if (name == "tree_leaf_count") return this->leaf_count_field();
    if (name == "density") return density();
    if (name == "potential")
      return mesh_ ? mesh_->potential(total_mass(), stream_) : host_mesh_->mesh().potential;
    return {};
  }

  void forget_counts() override {
    Base::forget_counts();
    walk_.forget_counts(stream_);
  }
  void settle() override {
    Base::settle();
    walked_ = Base::as_walked(Base::of_all(walk_.counts(stream_)));
  }
  tycho::tree::Walked walked() const override { return walked_; }

 private:
  /// Numbers of a body in a checkpoint: the four of its long-range pull beside the others.
  static constexpr std::size_t kCheckpointed = BodyCopies<Real>::kNumbers + BodyCopies<Real>::kFour;

  /// Calls body(first, bodies, their long-range pulls) for pieces of what is held. Waits.
  template <typename Body>
  void for_copies(const Body& body) {
    BodyCopies<Real> bodies;
    std::vector<Vector4<Real>> far;
    tree::for_pieces(tree_.size(), [&](std::size_t first, std::size_t count) {
      bodies.resize(count);
      far.resize(count);
      pulls().download_part(first, far, stream_);
      bodies.download(held(), first, stream_);
      body(first, bodies, far);
    });
  }

  Held halves() const { return {this->half(), pulls_held_}; }
  Buffer<Vector4<Real>>& pulls() { return pulls_[pulls_held_]; }

  /// Memory for the particles, and what the stages have to know of them all. Waits.
  void begin(const Particles& p) {
    require_sound(p, settings_);
    this->forget_work();
    if (room_ != p.size()) reserve(p.size());
    this->take(p);
    pulls_held_ = 0;
    rule_.mass_unit = this->mass_unit();
    const tree::Frame frame = tree::frame_of({{}, rule_.split.box});
    tree_.frame().upload({&frame, 1}, stream_);
    stream_.wait();
  }

  /// All at once, refused before anything is allocated where it does not fit.
  void reserve(std::size_t n) {
    room_ = 0;
    tree_.release();
    pulls_ = {};
    walk_ = Walk<Real>();
    mesh_.reset();
    host_mesh_.reset();
    rule_.split = split(settings_, static_cast<std::int64_t>(n));
    this->require_memory_on_all(tree_.bytes(n) + 2 * n * sizeof(Vector4<Real>) +
                                    Walk<Real>::bytes(n) + exchange_.bytes(n) +
                                    (options_.mesh_on_host ? 0 : Mesh<Real>::bytes(rule_.split)),
                                "tree_pm");
    tree_.reserve(n);
    pulls_[0] = Buffer<Vector4<Real>>(n, stream_);
    if (options_.individual) pulls_[1] = Buffer<Vector4<Real>>(n, stream_);
    walk_ = Walk<Real>(static_cast<int>(n), stream_);
    exchange_.reserve(n);
    if (options_.mesh_on_host)
      host_mesh_.emplace(rule_.split, options_, n);
    else
      mesh_.emplace(rule_.split, stream_);
    room_ = n;
  }

  /// What is the host's with mesh = host, at once: there is nothing to redo in it. False for the
  /// other stages.
  bool run_on_host(int stage) {
    switch (stage) {
      case kDownload:
        return host_mesh_->download(held().position.data(), stream_), true;
      case kDeposit:
        return host_mesh_->deposit(), true;
      case kPoisson:
        return host_mesh_->poisson(), true;
      case kInterpolate:
        return host_mesh_->interpolate(), true;
      case kUpload:
        return host_mesh_->upload(pulls().data(), stream_), true;
    }
    return false;
  }

  /// Runs a stage on what was held before it.
  void run(int stage, const StepState& state, const ShortRangeSettings& rule, const Held& from,
           Launches& launches) {
    if (stage == kBuild) return tree_.build(launches);
    const Halt halt = launches.next();
    tree::BodyBuffers<Real>& bodies = tree_.half(from.bodies);
    switch (stage) {
      case kSort:
        tree_.sort(from.bodies, rule.mass_unit, halt);
        // Only where steps are chosen between two meshes do the pulls serve again.
        if (options_.individual)
          follow(tree_.half(1 - from.bodies).view(), tree_.sorted_from(), pulls_[from.pulls].data(),
                 pulls_[1 - from.pulls].data(), halt, stream_);
        return;
      case kMoments:
        return tree_.moments(rule.relative, halt);
      case kGroup:
        tree_.list_due(from.bodies, state.ticks);
        return walk_.group(tree_.view(), rule.split, tree_.walkers(), exchange_.share(), halt,
                           stream_);
      case kWalk: {
        Vector4<Real>* const acceleration = bodies.acceleration.data();
        return walk_.run(tree_.view(), rule, {tree_.walkers(), acceleration, acceleration, nullptr},
                         halt, stream_);
      }
      case kDeposit:
        return mesh_->deposit(bodies.view(), total_mass(), halt, stream_);
      case kPoisson:
        return mesh_->poisson(stream_);
      case kInterpolate:
        return mesh_->interpolate(bodies.view(), total_mass(), pulls_[from.pulls].data(), halt,
                                  stream_);
    }
    throw std::logic_error("tree_pm: no such stage in scheme = device");
  }

  /// Of the short range, on the device, of all bodies on every rank. The tree is that of the
  /// positions held. The accelerations go where nothing reads them.
  Buffer<Real> near_potential() {
    Buffer<Real> values(tree_.size(), stream_);
    const Halt halt = this->unrecorded();
    ShortRangeSettings rule = rule_;
    rule.relative = options_.relative;
    walk_.group(tree_.view(), rule_.split, {}, {}, halt, stream_);
    walk_.run(tree_.view(), rule,
              {{}, held().acceleration.data(), other().acceleration.data(), values.data()}, halt,
              stream_);
    return values;
  }
  /// What the short range of a smooth box adds up to, which no body feels.
  double mean_potential() const {
    const double box = rule_.split.box;
    return short_range_mean(rule_.split.r_s) * kGravity * total_mass() / (box * box * box);
  }

  std::vector<double> potential() {
    const auto near = near_potential().download(stream_);
    const auto far = pulls().download(stream_);
    const double mean = mean_potential();
    std::vector<double> both = large_array<double>(near.size());
    tree::for_bodies(near.size(),
                     [&](std::ptrdiff_t i) { both[i] = double(near[i]) + far[i].w - mean; });
    return this->by_number(both);
  }

  std::vector<double> energy() {
    const Buffer<Real> near = near_potential();
    const tree::Energies sums =
        tree::energies(held().view(), near.data(), pulls().data(), -mean_potential(), stream_);
    return {sums.kinetic, sums.potential};
  }

  std::vector<double> density() {
    if (mesh_) return mesh_->density(stream_);
    std::vector<double> over_mean = host_mesh_->mesh().masses;
    for (double& value : over_mean)
      value *= static_cast<double>(over_mean.size()) / (kGravity * total_mass());
    return over_mean;
  }

  Settings settings_;
  Options options_;
  ShortRangeSettings rule_{};
  std::array<Buffer<Vector4<Real>>, 2> pulls_;  // of the long range; one with steps = shared
  int pulls_held_ = 0;
  Walk<Real> walk_;
  std::optional<Mesh<Real>> mesh_;             // mesh = device
  std::optional<MeshOnHost<Real>> host_mesh_;  // mesh = host
  tycho::tree::Walked walked_;                 // as of the last settle()
};

}  // namespace

template <typename Real>
std::unique_ptr<Stages> make_device_stages(const Settings& settings) {
  return std::make_unique<OnDevice<Real>>(settings);
}

template std::unique_ptr<Stages> make_device_stages<float>(const Settings&);
template std::unique_ptr<Stages> make_device_stages<double>(const Settings&);

}  // namespace tycho::gpu::tree_pm
