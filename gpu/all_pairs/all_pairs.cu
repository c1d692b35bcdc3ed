#include "gpu/all_pairs/all_pairs.hpp"

#include <limits>

#include "core/contracts/all_pairs.hpp"
#include "gpu/all_pairs/bodies.hpp"
#include "gpu/support/device_clock.hpp"

namespace tycho::gpu::all_pairs {

namespace {

using namespace tycho::all_pairs;

template <typename Real>
class AllPairs final : public Algorithm {
 public:
  explicit AllPairs(const Settings& settings)
      : step_(static_cast<Real>(settings.number("dt"))),
        softening_(static_cast<Real>(settings.number("softening"))),
        tiled_(settings.chosen("kernel", "tiled")),
        block_(settings.integer("block")),
        unroll_(settings.integer("unroll")),
        bodies_per_block_(settings.integer("bodies_per_block")) {}

  void load(const Particles& p) override {
    const std::size_t n = p.size();
    if (n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
      throw Unavailable("all_pairs counts bodies in 32 bits; " + std::to_string(n) +
                        " are too many");
    require_memory(3 * n * sizeof(Vector4<Real>), "all_pairs");
    bodies_ = {packed(p.x, p.y, p.z, p.mass), packed(p.vx, p.vy, p.vz, std::vector<double>(n)),
               Buffer<Vector4<Real>>(n, stream_)};
    mass_ = p.mass;
    ids_ = p.id;
    evaluate();
    stream_.wait();
  }

  void advance(StageTimer& timer) override {
    stage(timer, kKick, [&] { kick(bodies_, step_ / 2, stream_); });
    stage(timer, kDrift, [&] { drift(bodies_, step_, stream_); });
    stage(timer, kForce, [&] { evaluate(); });
    stage(timer, kKick, [&] { kick(bodies_, step_ / 2, stream_); });
  }

  void store(Particles& p) override {
    unpack(bodies_.position, p.x, p.y, p.z);
    unpack(bodies_.velocity, p.vx, p.vy, p.vz);
    unpack(bodies_.acceleration, p.ax, p.ay, p.az);
    p.mass = mass_;
    p.id = ids_;
  }

  Clock& clock() override { return clock_; }

 private:
  void evaluate() {
    if (tiled_)
      force(bodies_, softening_, block_, unroll_, stream_);
    else
      force_best(bodies_, softening_, bodies_per_block_, stream_);
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

  Real step_, softening_;
  bool tiled_;
  int block_, unroll_, bodies_per_block_;
  Stream stream_;
  DeviceClock clock_{stream_};
  Bodies<Real> bodies_;
  std::vector<double> mass_;
  std::vector<std::uint64_t> ids_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  if (settings.chosen("precision", "fp32")) return std::make_unique<AllPairs<float>>(settings);
  return std::make_unique<AllPairs<double>>(settings);
}

}  // namespace tycho::gpu::all_pairs
