// The bodies of a tree on the device, copied to the host: on their way in, out, or into a
// checkpoint.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/particles.hpp"
#include "gpu/tree/body_buffers.hpp"

namespace tycho::gpu::tree {

/// The body that a checkpoint names. Throws UsageError where there is no such.
inline std::uint32_t named_body(double number, std::size_t bodies) {
  if (!(number >= 0 && number < static_cast<double>(bodies)))
    throw UsageError("a checkpoint that names a body beyond the " + std::to_string(bodies) +
                     " there are");
  return static_cast<std::uint32_t>(number);
}

/// In the order of the device.
template <typename Real>
struct BodyCopies {
  std::vector<Vector4<double>> position, velocity;
  std::vector<Vector4<Real>> acceleration;
  std::vector<std::uint32_t> number;
  std::vector<std::uint8_t> rung;

  /// All 0, to be filled.
  explicit BodyCopies(std::size_t n)
      : position(n), velocity(n), acceleration(n), number(n), rung(n) {}
  /// Waits.
  BodyCopies(const BodyBuffers<Real>& from, Stream& stream)
      : position(from.position.download(stream)),
        velocity(from.velocity.download(stream)),
        acceleration(from.acceleration.download(stream)),
        number(from.number.download(stream)),
        rung(from.rung.download(stream)) {}

  std::size_t size() const { return number.size(); }

  /// The copies must stay as they are until the stream has been waited for.
  void upload(BodyBuffers<Real>& to, Stream& stream) const {
    to.position.upload(position, stream);
    to.velocity.upload(velocity, stream);
    to.acceleration.upload(acceleration, stream);
    to.number.upload(number, stream);
    to.rung.upload(rung, stream);
  }

  /// Numbers of a body in a checkpoint: its own, position, velocity, acceleration.
  static constexpr std::size_t kNumbers = 10;

  void pack(std::size_t i, std::vector<double>& all) const {
    const auto &x = position[i], &v = velocity[i];
    const Vector4<Real>& a = acceleration[i];
    all.insert(all.end(), {double(number[i]), x.x, x.y, x.z, v.x, v.y, v.z, double(a.x),
                           double(a.y), double(a.z)});
  }
  /// Of the particles that the checkpoint is of, whose masses it does not hold; `softening(k)` is
  /// particle k's. Throws UsageError where it names a body that there is not.
  template <typename Softening>
  void unpack(std::size_t i, const double* numbers, const Particles& p,
              const Softening& softening) {
    const std::uint32_t k = named_body(numbers[0], p.size());
    number[i] = k;
    position[i] = {numbers[1], numbers[2], numbers[3], p.mass[k]};
    velocity[i] = {numbers[4], numbers[5], numbers[6], softening(k)};
    acceleration[i] = {Real(numbers[7]), Real(numbers[8]), Real(numbers[9]), Real(0)};
  }

  /// Positions, velocities and accelerations, which are `acceleration_of(i)`.
  template <typename Of>
  void store(Particles& p, const Of& acceleration_of) const {
    for (auto* values : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz, &p.ax, &p.ay, &p.az})
      values->resize(size());
    for (std::size_t i = 0; i < size(); ++i) {
      const std::size_t to = number[i];
      p.set_position(to, Vec3<double>{position[i].x, position[i].y, position[i].z});
      p.set_velocity(to, Vec3<double>{velocity[i].x, velocity[i].y, velocity[i].z});
      const Vec3<double> acc = acceleration_of(i);
      p.ax[to] = acc.x;
      p.ay[to] = acc.y;
      p.az[to] = acc.z;
    }
  }
};

}  // namespace tycho::gpu::tree
