// scheme = grouped: the lists to the device, direct summation there, accelerations back.
#include <algorithm>

#include "core/parallel_for.hpp"
#include "gpu/barnes_hut/host_walk.hpp"
#include "gpu/barnes_hut/walk_groups.hpp"
#include "gpu/support/device_clock.hpp"
#include "gpu/tree/copied.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::tree;

template <typename Real>
class GroupWalk final : public HostWalk {
 public:
  explicit GroupWalk(const tycho::barnes_hut::Options& options) : normal_(options.normal) {}

  bool copies() const override { return true; }

  void upload(const Job& job) override {
    const Tree<double>& tree = job.tree;
    const Vec3<double> origin = centre(tree.root);
    sources_.upload(in_precision(job.groups.sources, origin, job.threads, host_sources_), stream_);
    targets_.upload(in_precision(tree.bodies, origin, job.threads, host_targets_), stream_);
    list_chunks(job.groups);
    chunks_.upload(host_chunks_, stream_);
    pulls_.reserve(tree.bodies.size(), stream_);
    if (!normal_) return;
    // A treecode hands the library positions and masses: what is in a list is at rest.
    host_source_velocity_.assign(job.groups.sources.size(), Vec3<Real>{});
    host_target_velocity_.resize(tree.bodies.size());
    parallel_for(tree.bodies.size(), job.threads, [&](std::ptrdiff_t slot) {
      const Vec3<double>& v = job.bodies.v[tree.order[slot]];
      host_target_velocity_[slot] = {static_cast<Real>(v.x), static_cast<Real>(v.y),
                                     static_cast<Real>(v.z)};
    });
    source_velocity_.upload(host_source_velocity_, stream_);
    target_velocity_.upload(host_target_velocity_, stream_);
    extras_.reserve(tree.bodies.size(), stream_);
  }

  void run(const Job& job) override {
    const double softening = job.rule.softening;
    walk_groups<Real>(
        {sources_.data(), source_velocity_.data(), targets_.data(), target_velocity_.data(),
         chunks_.data(), static_cast<int>(host_chunks_.size()),
         static_cast<Real>(softening * softening), pulls_.data(),
         normal_ ? extras_.data() : nullptr},
        stream_);
  }

  void download(const Job& job) override {
    const Tree<double>& tree = job.tree;
    HostBodies& b = job.bodies;
    found_.resize(tree.bodies.size());
    pulls_.download(found_, stream_);
    stream_.wait();
    // The list holds the body itself, which pulls at nothing but adds its own potential.
    const double own = job.rule.softening > 0 ? 1 / job.rule.softening : 0;
    parallel_for(found_.size(), job.threads, [&](std::ptrdiff_t slot) {
      const std::int32_t i = tree.order[slot];
      b.acc[i] = {found_[slot].acc.x, found_[slot].acc.y, found_[slot].acc.z};
      b.pot[i] = found_[slot].pot + own * tree.bodies[slot].mass;
    });
    walked_ = walked_by(job.groups);
  }

  Walked walked() const override { return walked_; }
  Clock& clock() override { return clock_; }

 private:
  /// About `origin` in single precision, as they are in double.
  static const std::vector<Source<Real>>& in_precision(
      const std::vector<Source<double>>& given, [[maybe_unused]] const Vec3<double>& origin,
      [[maybe_unused]] int threads, [[maybe_unused]] std::vector<Source<Real>>& converted) {
    if constexpr (sizeof(Real) == 8) {
      return given;
    } else {
      converted.resize(given.size());
      parallel_for(given.size(), threads, [&](std::ptrdiff_t s) {
        const Vec3<double> at = given[s].at - origin;
        converted[s] = {{static_cast<Real>(at.x), static_cast<Real>(at.y), static_cast<Real>(at.z)},
                        static_cast<Real>(given[s].mass)};
      });
      return converted;
    }
  }

  /// Groups in pieces for a thread block; the longest lists first, so that none is left alone at
  /// the end.
  void list_chunks(const Groups& groups) {
    host_chunks_.clear();
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (std::int32_t done = 0; done < groups.count[g]; done += kGroupTargets)
        host_chunks_.push_back({groups.start[g], groups.start[g + 1] - groups.start[g],
                                groups.first[g] + done,
                                std::min(kGroupTargets, groups.count[g] - done)});
    std::stable_sort(host_chunks_.begin(), host_chunks_.end(),
                     [](const Chunk& a, const Chunk& b) { return a.length > b.length; });
  }

  bool normal_;
  Stream stream_;
  DeviceClock clock_{stream_};
  std::vector<Source<Real>> host_sources_, host_targets_;
  std::vector<Vec3<Real>> host_source_velocity_, host_target_velocity_;
  std::vector<Chunk> host_chunks_;
  std::vector<Pull<Real>> found_;
  gpu::tree::Copied<Source<Real>> sources_, targets_;
  gpu::tree::Copied<Vec3<Real>> source_velocity_, target_velocity_;
  gpu::tree::Copied<Chunk> chunks_;
  gpu::tree::Copied<Pull<Real>> pulls_;
  gpu::tree::Copied<Extra<Real>> extras_;
  Walked walked_;
};

}  // namespace

template <typename Real>
std::unique_ptr<HostWalk> make_group_walk(const tycho::barnes_hut::Options& options) {
  return std::make_unique<GroupWalk<Real>>(options);
}

template std::unique_ptr<HostWalk> make_group_walk<float>(const tycho::barnes_hut::Options&);
template std::unique_ptr<HostWalk> make_group_walk<double>(const tycho::barnes_hut::Options&);

}  // namespace tycho::gpu::barnes_hut
