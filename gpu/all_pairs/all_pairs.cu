#include "gpu/all_pairs/all_pairs.hpp"

#include <limits>

#include "core/formulas/mass_unit.hpp"
#include "core/steps/all_pairs.hpp"
#include "gpu/all_pairs/bodies.hpp"
#include "gpu/support/device_clock.hpp"
#include "gpu/support/rank_gather.hpp"

namespace tycho::gpu::all_pairs {

namespace {

using namespace tycho::all_pairs;

template <typename Real>
class OnDevice final : public Stages {
 public:
  explicit OnDevice(const Options& options)
      : options_(options),
        step_(static_cast<Real>(options.dt)),
        softening_(static_cast<Real>(options.softening)) {}

  bool has(StageId stage) const override { return stage != kExchange || !ranks().alone(); }

  void take(const Particles& p) override {
    const std::size_t n = p.size();
    if (n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw Unavailable("all_pairs counts bodies in 32 bits; " + std::to_string(n) +
                        " are too many");
    ranks().all_or_none([&] { require_memory(3 * n * sizeof(Vector4<Real>), "all_pairs"); });
    const Real unit = mass_unit<Real>(p.mass);
    std::vector<double> masses = p.mass;
    for (double& mass : masses) mass /= unit;
    bodies_ = {packed(p.x, p.y, p.z, masses), packed(p.vx, p.vy, p.vz, std::vector<double>(n)),
               Buffer<Vector4<Real>>(n, stream_), unit, share_of(n, ranks())};
    counts_ = share_sizes(n, ranks().size());
    mass_ = p.mass;
  }

  void enqueue(StageId stage) override {
    switch (stage) {
      case kForce:
        return evaluate();
      case kKick:
        return kick(bodies_, step_ / 2, stream_);
      case kDrift:
        return drift(bodies_, step_, stream_);
      case kExchange:
        return of_all_.gather(bodies_.position, counts_);
    }
  }

  void store(Particles& p) override {
    if (!ranks().alone()) {
      of_all_.gather(bodies_.velocity, counts_);
      of_all_.gather(bodies_.acceleration, counts_);
    }
    unpack(bodies_.position, p.x, p.y, p.z);
    unpack(bodies_.velocity, p.vx, p.vy, p.vz);
    unpack(bodies_.acceleration, p.ax, p.ay, p.az);
    p.mass = mass_;
  }

  Clock& clock() override { return clock_; }

 private:
  Ranks& ranks() const { return *options_.ranks; }

  void evaluate() {
    if (options_.kernel == Kernel::kTiled)
      force(bodies_, softening_, options_.threads_per_block, options_.unroll, stream_);
    else
      force_best(bodies_, softening_, options_.bodies_per_block, stream_);
  }

  Buffer<Vector4<Real>> packed(const std::vector<double>& x, const std::vector<double>& y,
                               const std::vector<double>& z, const std::vector<double>& w) {
    std::vector<Vector4<Real>> host(x.size());
    for (std::size_t i = 0; i < host.size(); ++i)
      host[i] = {static_cast<Real>(x[i]), static_cast<Real>(y[i]), static_cast<Real>(z[i]),
                 static_cast<Real>(w[i])};
    Buffer<Vector4<Real>> buffer(host.size(), stream_);
    buffer.upload(host, stream_);
    stream_.wait();  // the host copy ends here
    return buffer;
  }

  void unpack(const Buffer<Vector4<Real>>& buffer, std::vector<double>& x, std::vector<double>& y,
              std::vector<double>& z) {
    const std::vector<Vector4<Real>> host = buffer.download(stream_);
    x.resize(host.size());
    y.resize(host.size());
    z.resize(host.size());
    for (std::size_t i = 0; i < host.size(); ++i) {
      x[i] = host[i].x;
      y[i] = host[i].y;
      z[i] = host[i].z;
    }
  }

  Options options_;
  Real step_, softening_;
  Stream stream_;
  DeviceClock clock_{stream_};
  Bodies<Real> bodies_;
  std::vector<std::size_t> counts_;  // bodies of every rank
  RankGather<Vector4<Real>> of_all_{ranks(), stream_};
  std::vector<double> mass_;
};

std::unique_ptr<Stages> stages(const Options& options) {
  if (options.precision == Precision::kFp32) return std::make_unique<OnDevice<float>>(options);
  return std::make_unique<OnDevice<double>>(options);
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const Options options = tycho::all_pairs::options(settings);
  return make_step(stages(options));
}

}  // namespace tycho::gpu::all_pairs
