#include "gpu/force_engine.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "core/error.hpp"
#include "gpu/devices.hpp"
#include "gpu/hermite/arrival.hpp"
#include "gpu/hermite/evaluation.hpp"
#include "gpu/hermite/j_bodies.hpp"
#include "gpu/hermite/slot_index.hpp"
#include "gpu/support/event.hpp"

namespace tycho::gpu::hermite {

namespace {

constexpr auto& kKernels = tycho::hermite::kKernelNames;

tycho::hermite::Kernel kernel_named(const std::string& word) {
  const auto found = std::find(kKernels.begin(), kKernels.end(), word);
  if (found == kKernels.end())
    throw UsageError("no kernel '" + word + "'; there are best and paper");
  return static_cast<tycho::hermite::Kernel>(found - kKernels.begin());
}

/// Room for `wanted` things where there is room for `held`: grown by halves, so that slots set one
/// after the other do not copy everything each time.
std::int64_t grown(std::int64_t held, std::int64_t wanted) {
  return wanted <= held ? held : std::max(wanted, held + held / 2);
}

/// Bodies of a block up to which the kernel writes the results into host memory: of so small a
/// block a copy takes longer.
constexpr int kMappedResults = 1024;

/// Bodies of a block from which on it is cut in three pieces, so that the host fills and hands over
/// one piece while the device works on another. The first piece and the last, beside which the
/// other side has nothing to do, are small.
constexpr int kCutFrom = 8192;
constexpr int kOfSmallPiece =
    256;  // a small piece is a sixteenth of the block, in multiples of this

struct Pieces {
  int count = 0;
  std::array<int, 3> end{};  // one past its last body
};

Pieces pieces_of(int block, bool may_cut) {
  if (!may_cut || block < kCutFrom) return {1, {block}};
  const int small = block / 16 / kOfSmallPiece * kOfSmallPiece;
  return {3, {small, block - small, block}};
}

// What crosses the bus lies on both sides alike.
static_assert(sizeof(IBody) == sizeof(Target) && offsetof(IBody, v) == offsetof(Target, v) &&
              offsetof(IBody, index) == offsetof(Target, index) &&
              offsetof(IBody, slot) == offsetof(Target, slot));
static_assert(sizeof(Force) == sizeof(Result) && offsetof(Force, jerk) == offsetof(Result, jerk) &&
              offsetof(Force, pot) == offsetof(Result, pot) &&
              offsetof(Force, neighbour) == offsetof(Result, neighbour));

/// What set_j() was given, until the device has read it. There are two, so that the client can fill
/// one while the device reads the other.
struct Staged {
  Pinned<JBody> bodies;
  Pinned<std::int32_t> slots;
  bool read = true;  // by the device, as far as the host knows
  // Whether it was received by a kernel of its own, behind which `come` is recorded. An event
  // between it and a block's evaluation would keep the evaluation from beginning early.
  bool came_alone = false;
  Event come;
};

template <typename F>
class Engine final : public ForceEngine {
 public:
  explicit Engine(const EngineOptions& options)
      : options_(options), evaluation_(make_evaluation<F>(kernel_named(options.kernel), stream_)) {}

  void reserve(std::int64_t slots) override {
    if (slots <= slots_) return;
    if (slots > std::numeric_limits<std::int32_t>::max() / 2)
      throw Unavailable("slots are counted in 32 bits; " + std::to_string(slots) + " are too many");
    wait();
    const std::int64_t room = grown(bodies_.capacity(), slots);
    bodies_.reserve(room, stream_);
    index_.resize(room);
    slots_ = slots;
    stale_ = true;
  }

  std::span<JBody> room(std::size_t bodies) override {
    Staged& free = staged_[turn_];
    wait_until_read(free);
    if (free.bodies.size() < bodies) {
      Pinned<JBody> larger(grown(free.bodies.size(), bodies));
      std::copy_n(free.bodies.data(), free.bodies.size(), larger.data());
      free.bodies = std::move(larger);
    }
    return {free.bodies.data(), free.bodies.size()};
  }

  void set_j(std::span<const std::int32_t> slots, std::span<const JBody> bodies) override {
    if (slots.empty()) return;
    receive_changes();  // of an earlier call
    const std::span<JBody> here = room(bodies.size());
    if (here.data() != bodies.data()) std::copy(bodies.begin(), bodies.end(), here.begin());
    Staged& staged = staged_[turn_];
    if (staged.slots.size() < slots.size())
      staged.slots = Pinned<std::int32_t>(grown(staged.slots.size(), slots.size()));
    for (std::size_t k = 0; k < slots.size(); ++k) {
      if (slots[k] < 0 || slots[k] >= slots_) throw std::out_of_range("a slot not reserved");
      index_.set(slots[k], bodies[k].index);
      staged.slots[k] = slots[k];
    }
    changes_ = static_cast<int>(slots.size());
    turn_ ^= 1;
    if (slots.size() >= kManyJBodies) receive_changes();
  }

  void predict(double t) override {
    stale_ |= t != t_;
    t_ = t;
  }

  void start(std::size_t bodies, const Fill& fill, std::int64_t nj, double softening_sq) override {
    if (under_way_) wait();  // the device may still read the block before
    make_room(bodies);
    block_ = static_cast<int>(bodies);
    sources_ = static_cast<int>(std::clamp<std::int64_t>(nj, 0, slots_));
    const bool on_device = block_ > 0 && sources_ > 0 && evaluation_->results();
    pieces_ = pieces_of(block_, on_device);
    under_way_ = true;
    awaited_ = on_device && block_ <= kMappedResults;
    for (int piece = 0, first = 0; piece < pieces_.count; first = pieces_.end[piece++]) {
      const int count = pieces_.end[piece] - first;
      const std::span<IBody> here(staged_block_.data() + first, count);
      fill(first, here);
      for (IBody& body : here) body.slot = index_.slot_of(body.index);
      receive(first, count, stale_ ? JBodies<F>::Range::kAll : JBodies<F>::Range::kFresh);
      stale_ = false;
      if (count > 0 && sources_ > 0) evaluate(first, count, softening_sq);
      if (piece < pieces_.count - 1) piece_done_[piece].record(stream_);
    }
  }

  std::span<const Force> finish(const Take& take) override {
    if (block_ > 0 && sources_ > 0 && !evaluation_->results())
      evaluation_->download({results_.data(), static_cast<std::size_t>(block_)}, stream_);
    // A Result is a Force in page-locked memory.
    auto* const forces = reinterpret_cast<Force*>(results_.data());
    for (int piece = 0, first = 0; piece < pieces_.count; first = pieces_.end[piece++]) {
      if (piece < pieces_.count - 1)
        piece_done_[piece].wait(stream_);
      else if (awaited_)
        wait_for_results();
      else
        wait();
      const std::size_t bodies = pieces_.end[piece] - first;
      if (sources_ == 0) std::fill_n(forces, bodies, Force{});
      take(first, {forces + first, bodies});
    }
    under_way_ = awaited_ = false;
    return {forces, static_cast<std::size_t>(block_)};
  }

  void neighbours(std::span<const double> h2, std::int64_t most, std::vector<std::int32_t>& counts,
                  std::vector<std::int32_t>& lists) override {
    if (static_cast<int>(h2.size()) != block_)
      throw std::invalid_argument("radii of another number than the bodies of the block");
    counts.assign(block_, 0);
    lists.resize(static_cast<std::size_t>(block_) * most);
    if (block_ == 0 || sources_ == 0) return;
    Buffer<double> radii(h2.size(), stream_);
    radii.upload(h2, stream_);
    Buffer<std::int32_t> found(block_, stream_), listed(lists.size(), stream_);
    list_neighbours<F>(bodies_.sources(sources_), targets_.data(), radii.data(), block_,
                       static_cast<int>(most), found.data(), listed.data(), stream_);
    found.download(counts, stream_);
    const std::int64_t longest =
        std::min<std::int64_t>(most, *std::max_element(counts.begin(), counts.end()));
    if (longest == 0) return;
    const std::size_t row = most * sizeof(std::int32_t);
    TYCHO_CUDA(cudaMemcpy2DAsync(lists.data(), row, listed.data(), row,
                                 longest * sizeof(std::int32_t), block_, cudaMemcpyDeviceToHost,
                                 stream_.get()));
    stream_.wait();
  }

  std::string description() const override {
    const auto found = devices();
    return "CUDA: " + (found.empty() ? std::string("no device") : found.front().name) + ", " +
           options_.precision + ", " + options_.kernel;
  }

 private:
  void wait() {
    stream_.wait();
    for (Staged& staged : staged_) staged.read = true;
  }

  void wait_until_read(Staged& staged) {
    if (staged.read) return;
    if (!staged.came_alone) return wait();
    staged.come.wait(stream_);
    staged.read = true;
  }

  /// Until the results have come, when the evaluation's kernel may not have ended yet. The kernels
  /// before it have.
  void wait_for_results() {
    constexpr int kLooks = 1 << 14;  // about 0.1 ms: now and then the stream is asked what is wrong
    stream_.count_wait();
    int looks = 0;
    for (int i = 0; i < block_; ++i)
      while (!arrived(results_[i])) {
        if (++looks % kLooks != 0) continue;
        const cudaError_t state = cudaStreamQuery(stream_.get());
        if (state == cudaErrorNotReady) continue;
        TYCHO_CUDA(state);
        if (!arrived(results_[i])) throw std::logic_error("an evaluation that left no result");
      }
    for (Staged& staged : staged_) staged.read = true;
  }

  /// The changed bodies, if there are any, a piece of the block and the prediction: one kernel,
  /// which reads the former from the host's memory.
  void receive(int first, int count, typename JBodies<F>::Range range) {
    Staged& staged = staged_[turn_ ^ 1];
    const Parcel parcel{staged.bodies.data(), staged.slots.data(), changes_,
                        staged_block_.data() + first, count};
    bodies_.receive(parcel, t_, range, targets_.data() + first, stream_);
    if (changes_ > 0) staged.read = staged.came_alone = false;
    changes_ = 0;
  }

  void receive_changes() {
    if (changes_ == 0) return;
    receive(0, 0, JBodies<F>::Range::kFresh);
    Staged& staged = staged_[turn_ ^ 1];
    staged.come.record(stream_);
    staged.came_alone = true;
    awaited_ = false;  // results under way come before the changed bodies have been read
  }

  /// What the bodies from `first` on feel, into the host's memory.
  void evaluate(int first, int count, double softening_sq) {
    Job job{bodies_.sources(sources_),
            targets_.data() + first,
            {nullptr, count},
            softening_sq,
            index_.ambiguous()};
    Result* const results = results_.data() + first;
    if (awaited_) {
      await({results, static_cast<std::size_t>(count)});
      job.results = results;
    }
    evaluation_->evaluate(job, stream_);
    if (evaluation_->results() && !job.results)
      TYCHO_CUDA(cudaMemcpyAsync(results, evaluation_->results(), count * sizeof(Result),
                                 cudaMemcpyDeviceToHost, stream_.get()));
  }

  /// No block is under way.
  void make_room(std::size_t block) {
    if (block <= results_.size()) return;
    wait();
    const std::int64_t room = grown(results_.size(), block);
    evaluation_->reserve(room, stream_);
    targets_ = Buffer<Target>(room, stream_);
    staged_block_ = Pinned<IBody>(room);
    results_ = Pinned<Result>(room);
  }

  EngineOptions options_;
  Stream stream_;
  std::unique_ptr<Evaluation> evaluation_;
  JBodies<F> bodies_;
  std::int64_t slots_ = 0;
  SlotIndex index_;
  std::array<Staged, 2> staged_;
  int turn_ = 0;     // to be filled; the other holds changes
  int changes_ = 0;  // bodies set and not yet received
  double t_ = 0;
  bool stale_ = true;                         // not all slots are predicted to t_
  bool under_way_ = false, awaited_ = false;  // a block; its results come into the host's memory
  int block_ = 0, sources_ = 0;
  Pieces pieces_;  // of the block
  std::array<Event, 2> piece_done_;
  Pinned<IBody> staged_block_;
  Buffer<Target> targets_;
  Pinned<Result> results_;
};

std::unique_ptr<ForceEngine> make(const EngineOptions& options) {
  if (const std::string reason = unavailable(); !reason.empty()) throw Unavailable(reason);
  if (options.precision == "ds") return std::make_unique<Engine<Ds>>(options);
  if (options.precision == "fp32") return std::make_unique<Engine<Fp32>>(options);
  if (options.precision == "fp64") return std::make_unique<Engine<Fp64>>(options);
  throw UsageError("the GPU's engine has no precision '" + options.precision +
                   "'; it has ds, fp32 and fp64");
}

}  // namespace

}  // namespace tycho::gpu::hermite

namespace tycho::gpu {

std::unique_ptr<ForceEngine> make_force_engine(const EngineOptions& options) {
  return hermite::make(options);
}

}  // namespace tycho::gpu
