// Bodies of a tree on the device, copied to the host: on their way in, out, or into a checkpoint.
// They are copied piece by piece: all bodies at once would take as much of the host's memory as the
// particles that they come from or go to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/parallel_for.hpp"
#include "core/particles.hpp"
#include "gpu/tree/body_buffers.hpp"

namespace tycho::gpu::tree {

/// Calls body(first, count) for pieces of n bodies.
template <typename Body>
void for_pieces(std::size_t n, const Body& body) {
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  for (std::size_t first = 0; first < n; first += kPiece) body(first, std::min(kPiece, n - first));
}

/// Calls body(i) for the bodies of a piece, on all threads where they are many.
template <typename Body>
void for_bodies(std::size_t count, const Body& body) {
  constexpr std::size_t kMany = std::size_t{1} << 16;
  parallel_for(count, count < kMany ? 1 : available_threads(), body);
}

/// Throws UsageError where a checkpoint has other than so many numbers.
inline void require_numbers(std::span<const double> checkpoint, std::size_t numbers,
                            std::size_t bodies) {
  if (checkpoint.size() != numbers)
    throw UsageError("a checkpoint of other than " + std::to_string(bodies) +
                     " bodies, or laid out otherwise");
}

/// Bodies of the device, or a piece of them, on the host: in the order they have on the device.
template <typename Real>
struct BodyCopies {
  std::vector<Vector4<double>> position, velocity;
  std::vector<Vector4<Real>> acceleration;
  std::vector<std::uint32_t> number;
  std::vector<std::uint8_t> rung;

  std::size_t size() const { return number.size(); }
  /// Bodies that this adds are all zero.
  void resize(std::size_t n) {
    position.resize(n);
    velocity.resize(n);
    acceleration.resize(n);
    number.resize(n);
    rung.resize(n);
  }

  /// As many as there is room for, from the body `first` on. Waits.
  void download(const BodyBuffers<Real>& from, std::size_t first, Stream& stream) {
    from.position.download_part(first, position, stream);
    from.velocity.download_part(first, velocity, stream);
    from.acceleration.download_part(first, acceleration, stream);
    from.number.download_part(first, number, stream);
    from.rung.download_part(first, rung, stream);
    stream.wait();
  }
  /// Waits: the copies may change when it returns.
  void upload(BodyBuffers<Real>& to, std::size_t first, Stream& stream) const {
    to.position.upload_part(first, position, stream);
    to.velocity.upload_part(first, velocity, stream);
    to.acceleration.upload_part(first, acceleration, stream);
    to.number.upload_part(first, number, stream);
    to.rung.upload_part(first, rung, stream);
    stream.wait();
  }

  /// Doubles that four values in the precision of the walk take in a checkpoint, as they lie.
  static constexpr std::size_t kFour = sizeof(Vector4<Real>) / sizeof(double);
  /// Doubles of a body in a checkpoint: which it is with its rung, position, velocity,
  /// acceleration.
  static constexpr std::size_t kNumbers = 7 + kFour;
  /// More than there can be rungs: number and rung are one whole number.
  static constexpr double kRungs = 32;

  void pack(std::size_t i, double* to) const {
    const auto &x = position[i], &v = velocity[i];
    const double values[] = {kRungs * number[i] + rung[i], x.x, x.y, x.z, v.x, v.y, v.z};
    std::copy(std::begin(values), std::end(values), to);
    std::memcpy(to + std::size(values), &acceleration[i], sizeof(Vector4<Real>));
  }
  /// Of the particles that the checkpoint is of, whose masses it does not hold; `softening(k)` is
  /// particle k's. The body must be one of them (require_named).
  template <typename Softening>
  void unpack(std::size_t i, const double* from, const Particles& p, const Softening& softening) {
    const auto which = static_cast<std::uint64_t>(from[0]);
    const auto k = static_cast<std::uint32_t>(which / static_cast<std::uint64_t>(kRungs));
    number[i] = k;
    rung[i] = static_cast<std::uint8_t>(which % static_cast<std::uint64_t>(kRungs));
    position[i] = {from[1], from[2], from[3], p.mass[k]};
    velocity[i] = {from[4], from[5], from[6], softening(k)};
    std::memcpy(&acceleration[i], from + 7, sizeof(Vector4<Real>));
  }
  /// Throws UsageError where a checkpoint with `each` numbers a body names a body that there is
  /// not.
  static void require_named(std::span<const double> checkpoint, std::size_t each,
                            std::size_t bodies) {
    const double end = kRungs * static_cast<double>(bodies);
    for (std::size_t i = 0; i < bodies; ++i)
      if (const double which = checkpoint[each * i]; !(which >= 0 && which < end))
        throw UsageError("a checkpoint that names a body beyond the " + std::to_string(bodies) +
                         " there are");
  }

  /// Positions, velocities and accelerations, which are `acceleration_of(i)`, of the particles that
  /// they are, of which there is room for all.
  template <typename Of>
  void store(Particles& p, const Of& acceleration_of) const {
    for_bodies(size(), [&](std::ptrdiff_t i) {
      const std::size_t to = number[i];
      p.set_position(to, Vec3<double>{position[i].x, position[i].y, position[i].z});
      p.set_velocity(to, Vec3<double>{velocity[i].x, velocity[i].y, velocity[i].z});
      const Vec3<double> acc = acceleration_of(i);
      p.ax[to] = acc.x;
      p.ay[to] = acc.y;
      p.az[to] = acc.z;
    });
  }
};

}  // namespace tycho::gpu::tree
