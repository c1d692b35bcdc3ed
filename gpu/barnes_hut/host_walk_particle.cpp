// scheme = particle: the whole tree to the device, a walk a thread, accelerations back.
#include "gpu/tree/particle_walk.hpp"

#include <cmath>

#include "gpu/barnes_hut/host_walk.hpp"
#include "gpu/barnes_hut/walk_particle.hpp"
#include "gpu/support/device_clock.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

template <typename Real>
class OneAThread final : public HostWalk {
 public:
  explicit OneAThread(const tycho::barnes_hut::Options& options)
      : shape_{options.threads_per_block, options.blocks} {}

  bool copies() const override { return true; }

  void upload(const Job& job) override {
    const bool relative = job.rule.relative;
    walk_.upload(job.tree, job.due, relative, relative, job.threads, [&](std::int32_t i) {
      const Vec3<double>& a = job.bodies.acc[i];
      return job.rule.alpha * std::sqrt(dot(a, a));
    });
  }

  void run(const Job& job) override {
    walk_particle<Real>(walk_.begin(!job.bodies.work.empty()), job.rule, shape_, stream_);
  }

  void download(const Job& job) override {
    walk_.download(job.tree, job.due, job.threads, job.bodies.work,
                   [&](std::int32_t i, const tycho::tree::Pull<Real>& pull) {
                     job.bodies.acc[i] = {pull.acc.x, pull.acc.y, pull.acc.z};
                     job.bodies.pot[i] = pull.pot;
                   });
  }

  tycho::tree::Walked walked() const override { return walk_.walked(); }
  Clock& clock() override { return clock_; }

 private:
  tree::ParticleShape shape_;
  Stream stream_;
  DeviceClock clock_{stream_};
  tree::ParticleWalk<Real> walk_{stream_};
};

}  // namespace

template <typename Real>
std::unique_ptr<HostWalk> make_particle_walk(const tycho::barnes_hut::Options& options) {
  return std::make_unique<OneAThread<Real>>(options);
}

template std::unique_ptr<HostWalk> make_particle_walk<float>(const tycho::barnes_hut::Options&);
template std::unique_ptr<HostWalk> make_particle_walk<double>(const tycho::barnes_hut::Options&);

}  // namespace tycho::gpu::barnes_hut
