#include "gpu/hermite/engine.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "core/error.hpp"
#include "gpu/devices.hpp"
#include "gpu/hermite/evaluation.hpp"
#include "gpu/hermite/j_bodies.hpp"
#include "gpu/hermite/slot_index.hpp"

namespace tycho::gpu::hermite {

namespace {

constexpr std::array<std::string_view, 3> kPrecisions{"ds", "fp32", "fp64"};
constexpr std::array<std::string_view, 2> kKernels{"best", "paper"};

/// Grown by halves, so that slots set one after the other do not copy everything each time.
std::int64_t grown(std::int64_t held, std::int64_t wanted) {
  return wanted <= held ? held : std::max(wanted, held + held / 2);
}

template <typename F>
class Engine final : public ForceEngine {
 public:
  explicit Engine(const EngineOptions& options)
      : options_(options), evaluation_(make_evaluation<F>(options.kernel, stream_)) {}

  void reserve(std::int64_t slots) override {
    if (slots <= slots_) return;
    if (slots > std::numeric_limits<std::int32_t>::max() / 2)
      throw Unavailable("slots are counted in 32 bits; " + std::to_string(slots) + " are too many");
    stream_.wait();
    const std::int64_t room = grown(bodies_.capacity(), slots);
    bodies_.reserve(room, stream_);
    words_ = Buffer<Word>(static_cast<std::size_t>(F::kWords) * room, stream_);
    index_.resize(room);
    change_of_.resize(room, -1);
    slots_ = slots;
    stale_ = true;
  }

  void set_j(std::span<const std::int32_t> slots, std::span<const JBody> bodies) override {
    for (std::size_t k = 0; k < slots.size(); ++k) {
      std::int32_t& place = change_of_.at(slots[k]);
      if (place < 0) {
        place = static_cast<std::int32_t>(changes_.size());
        changes_.emplace_back();
      }
      changes_[place].body = bodies[k];
      changes_[place].slot = slots[k];
      index_.set(slots[k], bodies[k].index);
    }
  }

  void predict(double t) override {
    if (t != t_) stale_ = true;
    t_ = t;
  }

  void start(std::span<const IBody> block, std::int64_t nj, double softening_sq) override {
    if (under_way_) stream_.wait();  // what is staged may still be on its way
    under_way_ = true;
    block_ = static_cast<int>(block.size());
    sources_ = static_cast<int>(std::clamp<std::int64_t>(nj, 0, slots_));
    if (block_ == 0) return;
    evaluation_->reserve(grown(results_.size(), block_), stream_);
    send(block);
    evaluation_->evaluate({{words_.data(), bodies_.capacity(), sources_},
                           targets(),
                           {nullptr, block_},
                           softening_sq,
                           index_.ambiguous()},
                          stream_);
  }

  void finish(std::span<Force> forces) override {
    if (static_cast<int>(forces.size()) != block_)
      throw std::invalid_argument("forces of another number than the bodies of the block");
    if (results_.size() < forces.size()) results_ = Pinned<Result>(grown(results_.size(), block_));
    if (block_ > 0) evaluation_->download(results_, block_, stream_);
    under_way_ = false;
    for (int i = 0; i < block_; ++i) {
      const Result& r = results_[i];
      forces[i] = {
          {r.acc[0], r.acc[1], r.acc[2]}, {r.jerk[0], r.jerk[1], r.jerk[2]}, r.pot, r.neighbour};
    }
  }

  std::int64_t neighbours(std::int64_t i, double h2, std::span<std::int32_t> list) override {
    if (i < 0 || i >= block_) throw std::out_of_range("no such body in the last block");
    Buffer<std::int32_t> listed(list.size() + 1, stream_);
    list_neighbours<F>({words_.data(), bodies_.capacity(), sources_}, targets() + i, h2,
                       listed.data() + 1, static_cast<int>(list.size()), listed.data(), stream_);
    const std::vector<std::int32_t> fetched = listed.download(stream_);
    const std::size_t found = static_cast<std::size_t>(fetched[0]);
    std::copy_n(fetched.begin() + 1, std::min(found, list.size()), list.begin());
    return static_cast<std::int64_t>(found);
  }

  void reset() override {
    stream_.wait();
    under_way_ = false;
    slots_ = 0;
    block_ = sources_ = 0;
    bodies_ = JBodies();
    words_ = Buffer<Word>();
    index_.clear();
    change_of_.clear();
    changes_.clear();
    stale_ = true;
  }

  std::string description() const override {
    const auto found = devices();
    return "CUDA: " + (found.empty() ? std::string("no device") : found.front().name) + ", " +
           options_.precision + ", " + options_.kernel;
  }

 private:
  /// All that has to go to the device in one copy: the block, the changed slots and a bit for each
  /// of these; then one kernel brings all slots to the time t.
  void send(std::span<const IBody> block) {
    const std::size_t block_bytes = block.size() * sizeof(Target);
    const std::size_t change_bytes = changes_.size() * sizeof(Change);
    const std::size_t mark_words = changes_.empty() ? 0 : (bodies_.capacity() + 31) / 32;
    const std::size_t bytes = block_bytes + change_bytes + mark_words * sizeof(std::uint32_t);
    if (bytes > staged_.size()) {
      staged_ = Pinned<unsigned char>(bytes + bytes / 2);
      sent_ = Buffer<unsigned char>(staged_.size(), stream_);
    }
    auto* const to = reinterpret_cast<Target*>(staged_.data());
    for (std::size_t i = 0; i < block.size(); ++i)
      to[i] = {block[i].x, block[i].v, block[i].index, index_.slot_of(block[i].index)};
    auto* const marks =
        reinterpret_cast<std::uint32_t*>(staged_.data() + block_bytes + change_bytes);
    if (!changes_.empty()) {
      std::memcpy(staged_.data() + block_bytes, changes_.data(), change_bytes);
      std::fill_n(marks, mark_words, 0U);
      for (const Change& change : changes_) {
        marks[change.slot / 32] |= 1U << (change.slot % 32);
        change_of_[change.slot] = -1;
      }
    }
    TYCHO_CUDA(cudaMemcpyAsync(sent_.data(), staged_.data(), bytes, cudaMemcpyHostToDevice,
                               stream_.get()));
    if (stale_ || !changes_.empty())
      bodies_.predict<F>(
          t_, reinterpret_cast<const Change*>(sent_.data() + block_bytes),
          static_cast<int>(changes_.size()),
          reinterpret_cast<const std::uint32_t*>(sent_.data() + block_bytes + change_bytes),
          words_.data(), bodies_.capacity(), stream_);
    changes_.clear();
    stale_ = false;
  }

  const Target* targets() const { return reinterpret_cast<const Target*>(sent_.data()); }

  EngineOptions options_;
  Stream stream_;
  std::unique_ptr<Evaluation> evaluation_;
  JBodies bodies_;
  Buffer<Word> words_;
  std::int64_t slots_ = 0;
  SlotIndex index_;
  std::vector<Change> changes_;
  std::vector<std::int32_t> change_of_;  // place of a slot in changes_, -1: none
  double t_ = 0;
  bool stale_ = true, under_way_ = false;
  int block_ = 0, sources_ = 0;
  Pinned<unsigned char> staged_;
  Buffer<unsigned char> sent_;
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

const EngineKind& engine_kind() {
  static const EngineKind kind{"cuda", kPrecisions, kKernels, make};
  return kind;
}

}  // namespace tycho::gpu::hermite
