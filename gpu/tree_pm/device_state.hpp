// What scheme = device keeps on the GPU, and the stages of the forces as they work on it.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <stdexcept>

#include "core/contracts/tree_pm.hpp"
#include "core/settings.hpp"
#include "gpu/tree/body_buffers.hpp"
#include "gpu/tree/cells.hpp"
#include "gpu/support/memory.hpp"
#include "gpu/tree_pm/bodies.hpp"
#include "gpu/tree_pm/mesh.hpp"
#include "gpu/tree_pm/mesh_on_host.hpp"
#include "gpu/tree_pm/walk.hpp"

namespace tycho::gpu::tree_pm {

/// A sort brings the bodies from one half of the memory into the other, and with individual steps
/// their long-range pulls too: the halves that are held.
struct Held {
  int bodies = 0, pulls = 0;
};

template <typename Real>
class DeviceState {
 public:
  using BodyBuffers = barnes_hut::BodyBuffers<Real>;
  using Cells = barnes_hut::Cells<Real>;
  using Sort = barnes_hut::Sort<Real>;

  DeviceState(const Settings& settings, Stream& stream)
      : settings_(settings),
        individual_(settings.chosen("steps", "individual")),
        mesh_on_host_(settings.chosen("mesh", "host")),
        leaf_(settings.integer("leaf")),
        stream_(stream) {}

  /// Memory for so many bodies, and what the stages have to know of them all. Waits.
  void begin(std::span<const double> mass) {
    if (bodies_ != mass.size()) allocate(mass.size());
    total_ = 0;
    for (const double m : mass) total_ += m;
    mass_unit_ = barnes_hut::power_of_two_around(total_);
    const barnes_hut::Frame frame = barnes_hut::frame_of({{}, split_.box});
    frame_.upload({&frame, 1}, stream_);
    stream_.wait();
  }

  void reserve_cells(unsigned needed) {
    const unsigned capacity = needed + needed / 4;
    cells_ = Cells();
    require_memory(Cells::bytes(bodies_, capacity), "the cells of a tree");
    cells_ = Cells(static_cast<int>(bodies_), capacity, true, false, stream_);
  }

  const tycho::tree_pm::Split& split() const { return split_; }
  double total_mass() const { return total_; }
  double mass_unit() const { return mass_unit_; }
  BodyBuffers& bodies(const Held& held) { return halves_[held.bodies]; }
  Buffer<Vector4<Real>>& pulls(const Held& held) { return pulls_[held.pulls]; }
  Cells& cells() { return cells_; }
  Walk<Real>& walk() { return walk_; }
  Mesh<Real>& mesh() { return *mesh_; }
  MeshOnHost<Real>& host_mesh() { return *host_mesh_; }

  barnes_hut::TreeView<Real> tree() { return cells_.view(frame_.data(), sort_); }

  Held after_sort(const Held& held) const {
    return {1 - held.bodies, individual_ ? 1 - held.pulls : held.pulls};
  }

  /// With what was held before the stage.
  void run(int stage, const Held& held, const Ticks& ticks, const ShortRangeSettings& rule,
           barnes_hut::Launches& launches) {
    using namespace tycho::tree_pm;
    if (stage == kBuild) return barnes_hut::build(tree(), leaf_, launches, stream_);
    const Halt halt = launches.next();
    BodyBuffers& bodies = halves_[held.bodies];
    switch (stage) {
      case kSort: {
        const Held then = after_sort(held);
        BodyBuffers& sorted = halves_[then.bodies];
        sort_.run(bodies.view(), sorted.view(), frame_.data(), mass_unit_, halt, stream_);
        // Only where steps are chosen between two meshes do the pulls serve again.
        if (individual_)
          follow(sorted.view(), sort_.from(), pulls_[held.pulls].data(), pulls_[then.pulls].data(),
                 halt, stream_);
        return;
      }
      case kMoments:
        return barnes_hut::moments(tree(), settings_.number("theta"), rule.relative, halt, stream_);
      case kGroup:
        if (individual_) due_.run(bodies.rung.data(), ticks, stream_);
        return walk_.group(tree(), split_, walkers(), halt, stream_);
      case kWalk: {
        Vector4<Real>* const acceleration = bodies.acceleration.data();
        return walk_.run(tree(), rule, {walkers(), acceleration, acceleration, nullptr}, halt,
                         stream_);
      }
      case kDeposit:
        return mesh_->deposit(bodies.view(), total_, halt, stream_);
      case kPoisson:
        return mesh_->poisson(stream_);
      case kInterpolate:
        return mesh_->interpolate(bodies.view(), total_, pulls_[held.pulls].data(), halt, stream_);
    }
    throw std::logic_error("tree_pm: no such stage in scheme = device");
  }

 private:
  /// Those whose step ends now.
  barnes_hut::Walkers walkers() const {
    return individual_ ? barnes_hut::Walkers{due_.list(), due_.count()} : barnes_hut::Walkers{};
  }

  /// All at once, refused before anything is allocated where it does not fit.
  void allocate(std::size_t n) {
    const auto count = static_cast<int>(n);
    bodies_ = 0;
    split_ = tycho::tree_pm::split(settings_, count);
    halves_ = {};
    pulls_ = {};
    sort_ = Sort();
    cells_ = Cells();
    walk_ = Walk<Real>();
    mesh_.reset();
    host_mesh_.reset();
    const unsigned capacity = barnes_hut::usual_cells(n, leaf_);
    require_memory(2 * BodyBuffers::bytes(n) + 2 * n * sizeof(Vector4<Real>) + Sort::bytes(n) +
                       Cells::bytes(n, capacity) + Walk<Real>::bytes(n) +
                       (mesh_on_host_ ? 0 : Mesh<Real>::bytes(split_.grid)),
                   "tree_pm");
    for (auto& half : halves_) half = BodyBuffers(n, stream_);
    pulls_[0] = Buffer<Vector4<Real>>(n, stream_);
    if (individual_) {
      pulls_[1] = Buffer<Vector4<Real>>(n, stream_);
      due_ = barnes_hut::Due(count, stream_);
    }
    sort_ = Sort(count, false, true, stream_);
    cells_ = Cells(count, capacity, true, false, stream_);
    walk_ = Walk<Real>(count, stream_);
    if (mesh_on_host_)
      host_mesh_.emplace(split_, settings_, n);
    else
      mesh_.emplace(split_, stream_);
    bodies_ = n;
  }

  Settings settings_;
  bool individual_, mesh_on_host_;
  int leaf_;
  Stream& stream_;
  std::size_t bodies_ = 0;  // that there is memory for
  tycho::tree_pm::Split split_{};
  double total_ = 0, mass_unit_ = 1;
  Buffer<barnes_hut::Frame> frame_{1, stream_};
  std::array<BodyBuffers, 2> halves_;
  std::array<Buffer<Vector4<Real>>, 2> pulls_;  // of the long range; one with steps = shared
  Sort sort_;
  Cells cells_;
  Walk<Real> walk_;
  barnes_hut::Due due_;
  std::optional<Mesh<Real>> mesh_;
  std::optional<MeshOnHost<Real>> host_mesh_;
};

}  // namespace tycho::gpu::tree_pm
