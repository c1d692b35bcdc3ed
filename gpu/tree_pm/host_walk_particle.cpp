// scheme = particle: the whole tree to the device, a walk a thread, pulls back.
#include "gpu/tree/particle_walk.hpp"

#include <cmath>

#include "gpu/support/device_clock.hpp"
#include "gpu/tree_pm/host_walk.hpp"
#include "gpu/tree_pm/walk_particle.hpp"

namespace tycho::gpu::tree_pm {

namespace {

template <typename Real>
class OneAThread final : public HostWalk {
 public:
  explicit OneAThread(const tycho::tree_pm::Options& options)
      : shape_{options.threads_per_block, options.blocks} {
    const std::vector<ShortRange<Real>> table = split_table<Real>();
    table_.upload(table, stream_);
    stream_.wait();  // the host's copy ends here
  }

  bool copies() const override { return true; }

  void upload(const Job& job) override {
    walk_.upload(job.tree, job.due, true, true, job.threads, [&](std::int32_t i) {
      const Vec3<double> g = job.bodies.g(i);
      return job.rule.alpha * std::sqrt(dot(g, g));
    });
  }

  void run(const Job& job) override {
    walk_particle<Real>(walk_.begin(!job.bodies.work.empty()), job.rule, table_.data(), shape_,
                        stream_);
  }

  void download(const Job& job) override {
    walk_.download(job.tree, job.due, job.threads, job.bodies.work,
                   [&](std::int32_t i, const tycho::tree::Pull<Real>& pull) {
                     job.bodies.short_g[i] = {pull.acc.x, pull.acc.y, pull.acc.z};
                     job.bodies.short_pot[i] = pull.pot;
                   });
  }

  tycho::tree::Walked walked() const override { return walk_.walked(); }
  Clock& clock() override { return clock_; }

 private:
  tree::ParticleShape shape_;
  Stream stream_;
  DeviceClock clock_{stream_};
  Buffer<ShortRange<Real>> table_{kSplitTable, stream_};
  tree::ParticleWalk<Real> walk_{stream_};
};

}  // namespace

template <typename Real>
std::unique_ptr<HostWalk> make_particle_walk(const tycho::tree_pm::Options& options) {
  return std::make_unique<OneAThread<Real>>(options);
}

template std::unique_ptr<HostWalk> make_particle_walk<float>(const tycho::tree_pm::Options&);
template std::unique_ptr<HostWalk> make_particle_walk<double>(const tycho::tree_pm::Options&);

}  // namespace tycho::gpu::tree_pm
