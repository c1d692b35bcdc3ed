// scheme = particle: the whole tree to the device, a walk a thread, pulls back. upload() and run()
// enqueue, download() waits.
#pragma once

#include <cmath>

#include "core/parallel_for.hpp"
#include "gpu/tree/copied_tree.hpp"
#include "gpu/tree_pm/host_bodies.hpp"
#include "gpu/tree_pm/walk_particle.hpp"

namespace tycho::gpu::tree_pm {

template <typename Real>
class ParticleWalk {
 public:
  ParticleWalk(barnes_hut::ParticleShape shape, int threads, Stream& stream)
      : shape_(shape), threads_(threads), stream_(stream) {
    const std::vector<ShortRange<Real>> table = split_table<Real>();
    table_.upload(table, stream);
    stream.wait();  // the host's copy ends here
  }

  /// `due` are places in the tree's order, of the bodies that walk.
  void upload(const tree::Tree<double>& tree, const ShortRangeSettings& rule,
              std::span<const std::int32_t> due, const HostBodies& bodies) {
    rule_ = rule;
    due_.assign(due.begin(), due.end());
    copied_.upload(tree, true, threads_, stream_);
    places_.upload(due_, stream_);
    accuracies_.resize(due_.size());
    parallel_for(due_.size(), threads_, [&](std::ptrdiff_t k) {
      const Vec3<double> g = bodies.g(tree.order[due_[k]]);
      accuracies_[k] = static_cast<Real>(rule.alpha * std::sqrt(dot(g, g)));
    });
    accuracy_.upload(accuracies_, stream_);
    pulls_.reserve(due_.size(), stream_);
  }

  void run() {
    counted_.zero(stream_);
    walk_particle<Real>({copied_.view(), places_.data(), accuracy_.data(), Real(0),
                         static_cast<int>(due_.size()), pulls_.data(), counted_.data()},
                        rule_, table_.data(), shape_, stream_);
  }

  void download(const tree::Tree<double>& tree, HostBodies& b) {
    found_.resize(due_.size());
    pulls_.download(found_, stream_);
    const std::vector<unsigned long long> counted = counted_.download(stream_);
    counts_ = {static_cast<double>(due_.size()), static_cast<double>(counted[0]),
               static_cast<double>(counted[1])};
    parallel_for(due_.size(), threads_, [&](std::ptrdiff_t k) {
      const std::int32_t i = tree.order[due_[k]];
      b.short_g[i] = {found_[k].acc.x, found_[k].acc.y, found_[k].acc.z};
      b.short_pot[i] = found_[k].pot;
    });
  }

  /// Of the walk downloaded last.
  const barnes_hut::HostWalkCounts& counts() const { return counts_; }

 private:
  barnes_hut::ParticleShape shape_;
  int threads_;
  Stream& stream_;
  ShortRangeSettings rule_;
  std::vector<std::int32_t> due_;
  std::vector<Real> accuracies_;
  std::vector<tree::Pull<Real>> found_;
  barnes_hut::CopiedTree<Real> copied_;
  barnes_hut::Copied<std::int32_t> places_;
  barnes_hut::Copied<Real> accuracy_;
  barnes_hut::Copied<tree::Pull<Real>> pulls_;
  Buffer<ShortRange<Real>> table_{kSplitTable, stream_};
  Buffer<unsigned long long> counted_{2, stream_};
  barnes_hut::HostWalkCounts counts_;
};

}  // namespace tycho::gpu::tree_pm
