// A walk a thread through the host's tree: the copies to the device and back. upload() and begin()
// enqueue, download() waits.
#pragma once

#include <span>
#include <vector>

#include "core/parallel_for.hpp"
#include "core/tree/tally.hpp"
#include "gpu/tree/copied_tree.hpp"
#include "gpu/tree/particle_job.hpp"

namespace tycho::gpu::tree {

template <typename Real>
class ParticleWalk {
 public:
  explicit ParticleWalk(Stream& stream) : stream_(stream) {}

  /// The tree and the bodies that walk, by their slots. `accuracy(i)` of body i is asked for
  /// where `relative`, the boxes of the cells are sent `with_boxes`. Tree and slots must stay as
  /// they are until download() returns.
  template <typename Accuracy>
  void upload(const tycho::tree::Tree<double>& tree, std::span<const std::int32_t> slots,
              bool with_boxes, bool relative, int threads, const Accuracy& accuracy) {
    count_ = slots.size();
    copied_.upload(tree, with_boxes, threads, stream_);
    slots_.upload(slots, stream_);
    if (relative) {
      accuracies_.resize(count_);
      parallel_for(count_, threads, [&](std::ptrdiff_t k) {
        accuracies_[k] = static_cast<Real>(accuracy(tree.order[slots[k]]));
      });
      accuracy_.upload(accuracies_, stream_);
    }
    pulls_.reserve(count_, stream_);
  }

  /// What the kernel is to be launched with, whose counts begin at 0; with the interactions of each
  /// body where somebody wants to know what it costs.
  ParticleJob<Real> begin(bool with_work) {
    counted_.zero(stream_);
    if (with_work) work_.reserve(count_, stream_);
    return {copied_.view(),           slots_.data(), accuracy_.data(),
            static_cast<int>(count_), pulls_.data(), with_work ? work_.data() : nullptr,
            counted_.data()};
  }

  /// put(i, pull) for every body i that walked. `work`, if it is not empty, gets the interactions
  /// of each; then begin() was told so.
  template <typename Put>
  void download(const tycho::tree::Tree<double>& tree, std::span<const std::int32_t> slots,
                int threads, std::span<std::int64_t> work, const Put& put) {
    found_.resize(count_);
    pulls_.download(found_, stream_);
    if (!work.empty()) {
      found_work_.resize(count_);
      work_.download(found_work_, stream_);
    }
    const std::vector<unsigned long long> counted = counted_.download(stream_);
    walked_ = {static_cast<double>(count_), static_cast<double>(counted[0]),
               static_cast<double>(counted[1]), static_cast<double>(counted[2])};
    parallel_for(count_, threads, [&](std::ptrdiff_t k) {
      const std::int32_t i = tree.order[slots[k]];
      put(i, found_[k]);
      if (!work.empty()) work[i] = found_work_[k];
    });
  }

  /// What the walk that was downloaded last has met.
  const tycho::tree::Walked& walked() const { return walked_; }

 private:
  Stream& stream_;
  std::size_t count_ = 0;
  CopiedTree<Real> copied_;
  std::vector<Real> accuracies_;
  std::vector<tycho::tree::Pull<Real>> found_;
  std::vector<std::int32_t> found_work_;
  Copied<Real> accuracy_;
  Copied<std::int32_t> slots_, work_;
  Copied<tycho::tree::Pull<Real>> pulls_;
  Buffer<unsigned long long> counted_{kCounted, stream_};
  tycho::tree::Walked walked_;
};

}  // namespace tycho::gpu::tree
