// scheme = particle: the whole tree to the device, a walk a thread, accelerations back.
#include <cmath>

#include "core/parallel_for.hpp"
#include "gpu/barnes_hut/copied_tree.hpp"
#include "gpu/barnes_hut/walk_particle.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::tree;

template <typename Real>
class ParticleWalk final : public HostWalk {
 public:
  ParticleWalk(const Tree<double>& tree, ParticleShape shape, int threads, Stream& stream)
      : tree_(tree), shape_(shape), threads_(threads), stream_(stream) {}

  void upload(const HostWalkRule& rule, std::span<const std::int32_t> due,
              const HostBodies& bodies) override {
    rule_ = rule;
    due_.assign(due.begin(), due.end());
    copied_.upload(tree_, rule.relative, threads_, stream_);
    places_.upload(due_, stream_);
    if (rule.relative) {
      accuracies_.resize(due_.size());
      parallel_for(due_.size(), threads_, [&](std::ptrdiff_t k) {
        const Vec3<double>& a = bodies.acc[tree_.order[due_[k]]];
        accuracies_[k] = static_cast<Real>(rule_.alpha * std::sqrt(dot(a, a)));
      });
      accuracy_.upload(accuracies_, stream_);
    }
    pulls_.reserve(due_.size(), stream_);
  }

  void run() override {
    counted_.zero(stream_);
    walk_particle<Real>(
        {copied_.view(), places_.data(), accuracy_.data(), static_cast<Real>(rule_.radius),
         static_cast<int>(due_.size()), pulls_.data(), counted_.data()},
        rule_, shape_, stream_);
  }

  void download(HostBodies& b) override {
    found_.resize(due_.size());
    pulls_.download(found_, stream_);
    const std::vector<unsigned long long> counted = counted_.download(stream_);
    counts_ = {static_cast<double>(due_.size()), static_cast<double>(counted[0]),
               static_cast<double>(counted[1])};
    parallel_for(due_.size(), threads_, [&](std::ptrdiff_t k) {
      const std::int32_t i = tree_.order[due_[k]];
      b.acc[i] = {found_[k].acc.x, found_[k].acc.y, found_[k].acc.z};
      b.pot[i] = found_[k].pot;
    });
  }

  HostWalkCounts counts() const override { return counts_; }

 private:
  const Tree<double>& tree_;
  ParticleShape shape_;
  int threads_;
  Stream& stream_;
  HostWalkRule rule_;
  CopiedTree<Real> copied_;
  std::vector<std::int32_t> due_;
  std::vector<Real> accuracies_;
  std::vector<Pull<Real>> found_;
  Copied<Real> accuracy_;
  Copied<std::int32_t> places_;
  Copied<Pull<Real>> pulls_;
  Buffer<unsigned long long> counted_{2, stream_};
  HostWalkCounts counts_;
};

}  // namespace

template <typename Real>
std::unique_ptr<HostWalk> make_particle_walk(const Tree<double>& tree, ParticleShape shape,
                                             int threads, Stream& stream) {
  return std::make_unique<ParticleWalk<Real>>(tree, shape, threads, stream);
}

template std::unique_ptr<HostWalk> make_particle_walk<float>(const Tree<double>&, ParticleShape,
                                                             int, Stream&);
template std::unique_ptr<HostWalk> make_particle_walk<double>(const Tree<double>&, ParticleShape,
                                                              int, Stream&);

}  // namespace tycho::gpu::barnes_hut
