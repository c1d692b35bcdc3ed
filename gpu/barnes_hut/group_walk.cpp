// scheme = grouped: the lists to the device, direct summation there, accelerations back.
#include <algorithm>

#include "core/parallel_for.hpp"
#include "gpu/barnes_hut/copied.hpp"
#include "gpu/barnes_hut/walk_groups.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

using namespace tycho::tree;

template <typename Real>
class GroupWalk final : public HostWalk {
 public:
  GroupWalk(const Tree<double>& tree, const Groups& groups, bool normal, int threads,
            Stream& stream)
      : tree_(tree), groups_(groups), normal_(normal), threads_(threads), stream_(stream) {}

  void upload(const HostWalkRule& rule, std::span<const std::int32_t>,
              const HostBodies& bodies) override {
    eps_ = rule.eps;
    sources_.upload(in_precision(groups_.sources, host_sources_), stream_);
    targets_.upload(in_precision(tree_.bodies, host_targets_), stream_);
    list_chunks();
    chunks_.upload(host_chunks_, stream_);
    pulls_.reserve(tree_.bodies.size(), stream_);
    if (!normal_) return;
    // A treecode hands the library places and masses: what is in a list is at rest.
    host_source_velocity_.assign(groups_.sources.size(), Vec3<Real>{});
    host_target_velocity_.resize(tree_.bodies.size());
    parallel_for(tree_.bodies.size(), threads_, [&](std::ptrdiff_t place) {
      const Vec3<double>& v = bodies.v[tree_.order[place]];
      host_target_velocity_[place] = {static_cast<Real>(v.x), static_cast<Real>(v.y),
                                      static_cast<Real>(v.z)};
    });
    source_velocity_.upload(host_source_velocity_, stream_);
    target_velocity_.upload(host_target_velocity_, stream_);
    extras_.reserve(tree_.bodies.size(), stream_);
  }

  void run() override {
    walk_groups<Real>({sources_.data(), source_velocity_.data(), targets_.data(),
                       target_velocity_.data(), chunks_.data(),
                       static_cast<int>(host_chunks_.size()), static_cast<Real>(eps_ * eps_),
                       pulls_.data(), normal_ ? extras_.data() : nullptr},
                      stream_);
  }

  void download(HostBodies& b) override {
    found_.resize(tree_.bodies.size());
    pulls_.download(found_, stream_);
    stream_.wait();
    // The list holds the body itself, which pulls at nothing but adds its own potential.
    const double own = eps_ > 0 ? 1 / eps_ : 0;
    parallel_for(found_.size(), threads_, [&](std::ptrdiff_t place) {
      const std::int32_t i = tree_.order[place];
      b.acc[i] = {found_[place].acc.x, found_[place].acc.y, found_[place].acc.z};
      b.pot[i] = found_[place].pot + own * tree_.bodies[place].mass;
    });
  }

  HostWalkCounts counts() const override {
    HostWalkCounts count{static_cast<double>(tree_.bodies.size()), 0, 0};
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const std::int64_t length = groups_.start[g + 1] - groups_.start[g];
      count.with_cells += static_cast<double>(groups_.cells[g] * groups_.count[g]);
      count.with_bodies +=
          static_cast<double>((length - groups_.cells[g] - 1) * groups_.count[g]);
    }
    return count;
  }

 private:
  /// About the root's centre in single precision, as they are in double.
  const std::vector<Source<Real>>& in_precision(const std::vector<Source<double>>& given,
                                                std::vector<Source<Real>>& converted) {
    if constexpr (sizeof(Real) == 8) {
      return given;
    } else {
      const Vec3<double> origin = centre(tree_.root);
      converted.resize(given.size());
      parallel_for(given.size(), threads_, [&](std::ptrdiff_t s) {
        const Vec3<double> at = given[s].at - origin;
        converted[s] = {{static_cast<Real>(at.x), static_cast<Real>(at.y),
                         static_cast<Real>(at.z)},
                        static_cast<Real>(given[s].mass)};
      });
      return converted;
    }
  }

  /// Groups in pieces of a block's size; the longest lists first, so that none is left alone at
  /// the end.
  void list_chunks() {
    host_chunks_.clear();
    for (std::size_t g = 0; g < groups_.size(); ++g)
      for (std::int32_t done = 0; done < groups_.count[g]; done += kGroupTargets)
        host_chunks_.push_back({groups_.start[g], groups_.start[g + 1] - groups_.start[g],
                                groups_.first[g] + done,
                                std::min(kGroupTargets, groups_.count[g] - done)});
    std::stable_sort(host_chunks_.begin(), host_chunks_.end(),
                     [](const Chunk& a, const Chunk& b) { return a.length > b.length; });
  }

  const Tree<double>& tree_;
  const Groups& groups_;
  bool normal_;
  int threads_;
  Stream& stream_;
  double eps_ = 0;
  std::vector<Source<Real>> host_sources_, host_targets_;
  std::vector<Vec3<Real>> host_source_velocity_, host_target_velocity_;
  std::vector<Chunk> host_chunks_;
  std::vector<Pull<Real>> found_;
  Copied<Source<Real>> sources_, targets_;
  Copied<Vec3<Real>> source_velocity_, target_velocity_;
  Copied<Chunk> chunks_;
  Copied<Pull<Real>> pulls_;
  Copied<Extra<Real>> extras_;
};

}  // namespace

template <typename Real>
std::unique_ptr<HostWalk> make_group_walk(const Tree<double>& tree, const Groups& groups,
                                          bool normal, int threads, Stream& stream) {
  return std::make_unique<GroupWalk<Real>>(tree, groups, normal, threads, stream);
}

template std::unique_ptr<HostWalk> make_group_walk<float>(const Tree<double>&, const Groups&, bool,
                                                          int, Stream&);
template std::unique_ptr<HostWalk> make_group_walk<double>(const Tree<double>&, const Groups&, bool,
                                                           int, Stream&);

}  // namespace tycho::gpu::barnes_hut
