// What barnes_hut and tree_pm have alike with scheme = device: bodies and tree are on the GPU and
// stay there, the host enqueues step after step, and a build that finds no room for its cells is
// redone with all that was enqueued behind it (gpu/support/redo.hpp).
//
// Of several ranks each has all bodies and the whole tree, walks for a share of the groups
// (core/tree/walk_share.hpp), and gets the accelerations that the others have found. All else each
// rank does for itself, with the same bits: no sum depends on the order that threads come in.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/large_array.hpp"
#include "core/particles.hpp"
#include "core/steps/rank_load.hpp"
#include "core/steps/tree_stages.hpp"
#include "gpu/support/completing_clock.hpp"
#include "gpu/support/redo.hpp"
#include "gpu/tree/body_copies.hpp"
#include "gpu/tree/device_tree.hpp"
#include "gpu/tree/exchange.hpp"

namespace tycho::gpu::tree {

/// `Stages` is barnes_hut::Stages or tree_pm::Stages.
template <typename Real, typename Stages>
class DeviceStages : public Stages {
 public:
  tycho::tree::Exchanged exchanged() const final {
    using tycho::tree::Exchanged;
    return ranks_.alone() ? Exchanged::kNothing : Exchanged::kForces;
  }

  bool stopped() final { return redo_.stopped(); }

  tycho::tree::Rungs rungs() final {
    clock_.wait();
    const Rungs found = rungs_.download(stream_).front();
    return {static_cast<int>(found.deepest), static_cast<std::int64_t>(found.floored)};
  }

  void settle() override {
    shape_ = tree_.cells().shape(stream_);
    numbers_ = held().number.download(stream_);
    if (!ranks_.alone()) load_.settle(tree_.size(), {}, {}, ranks_);
  }

  void forget_counts() override { load_.forget(); }

  void add_counters(std::map<std::string, double>& all) const override {
    tycho::tree::add_shape(shape_, all);
    all["redone_builds"] = redo_.redone();
    if (!ranks_.alone()) load_.add_counters(all);
  }

  Clock& clock() final { return clock_; }

 protected:
  DeviceStages(const TreeKind& kind, Ranks& ranks)
      : ranks_(ranks), tree_(kind, stream_), exchange_(ranks, stream_) {}

  /// Whatever was enqueued before does not matter to the particles that come. Waits.
  void forget_work() { redo_.forget(); }
  /// Keeps what the host must know of the particles. Memory for them has been reserved.
  void take(const Particles& p) {
    ids_ = p.id;
    mass_ = p.mass;
    softening_ = p.softening;
    total_mass_ = 0;
    for (const double m : p.mass) total_mass_ += m;
    half_ = 0;
  }

  /// Work of a stage. It must hold by value all that changes from step to step: a redo calls it a
  /// second time when the host is steps ahead.
  void enqueue_work(int stage, typename Redo<Need>::Work work) {
    redo_.enqueue(stage, std::move(work));
  }
  /// After a walk of the groups of exchange_.share(). Waits, and has what stopped redone before
  /// ranks meet: nothing here is on record for a redo. Collective.
  void exchange() {
    const tycho::tree::RankLoad::Counting counting(load_, tycho::tree::Sent::kForces, ranks_);
    clock_.wait();
    exchange_.run(tree_.walkers(), held().acceleration.data());
  }
  /// Throws Unavailable on all ranks where one of them lacks the memory.
  void require_memory_on_all(std::size_t bytes, const char* what) {
    ranks_.all_or_none([&] { require_memory(bytes, what); });
  }
  /// For kernels that are waited for at once, with the stream at rest.
  Halt unrecorded() { return redo_.unrecorded(); }

  BodyBuffers<Real>& held() { return tree_.half(half_); }
  BodyBuffers<Real>& other() { return tree_.half(1 - half_); }
  /// Which half of the memory the bodies are in once all that is enqueued is done.
  int half() const { return half_; }
  void swap_halves() { half_ = 1 - half_; }

  double total_mass() const { return total_mass_; }
  double mass_unit() const { return power_of_two_around(total_mass_); }

  /// All but the motions, for which it makes room: BodyCopies::store() writes them piece by piece.
  void store_particles(Particles& p) const {
    p.mass = mass_;
    p.softening = softening_;
    p.id = ids_;
    for (auto* values : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.ax, &p.ay, &p.az})
      if (values->size() != ids_.size()) *values = large_array<double>(ids_.size());
  }

  /// Whether particles are held and settled.
  bool settled() const { return !numbers_.empty(); }
  /// From the order of the device to that of the particles loaded.
  std::vector<double> by_number(const auto& values) const {
    std::vector<double> out = large_array<double>(numbers_.size());
    for_bodies(numbers_.size(), [&](std::ptrdiff_t i) { out[numbers_[i]] = values[i]; });
    return out;
  }
  std::vector<double> rung_field() { return by_number(held().rung.download(stream_)); }
  std::vector<double> leaf_count_field() { return by_number(tree_.cells().leaf_counts(stream_)); }

  /// What all ranks have counted, from what this one has. Collective.
  WalkCounts of_all(const WalkCounts& mine) {
    const auto sum = [&](unsigned long long count) {
      return static_cast<unsigned long long>(ranks_.sum(static_cast<std::int64_t>(count)));
    };
    return {sum(mine.walks), sum(mine.cells), sum(mine.bodies), sum(mine.far)};
  }
  static tycho::tree::Walked as_walked(const WalkCounts& seen) {
    return {static_cast<double>(seen.walks), static_cast<double>(seen.cells),
            static_cast<double>(seen.bodies)};
  }

  Stream stream_;

 private:
  Ranks& ranks_;
  Redo<Need> redo_{stream_,
                   [this](const Halted& halted) { tree_.reserve_cells(halted.need.cells); }};
  CompletingClock clock_{stream_, [this] { redo_.complete(); }};

 protected:
  DeviceTree<Real> tree_;
  Exchange<Real> exchange_;
  Buffer<Rungs> rungs_{1, stream_};
  /// Bodies that there is memory for, all stages' included. The tree's memory comes before the
  /// walk's: with the walk's first, the walk of 65,536 bodies took 506 instead of 469 us on an
  /// H200, by the places of the buffers alone.
  std::size_t room_ = 0;

 private:
  int half_ = 0;
  std::vector<std::uint64_t> ids_;
  std::vector<double> mass_, softening_;
  double total_mass_ = 0;
  std::vector<std::uint32_t> numbers_;  // of the bodies, slot by slot, as of the last settle()
  tycho::tree::Shape shape_;
  tycho::tree::RankLoad load_;
};

}  // namespace tycho::gpu::tree
