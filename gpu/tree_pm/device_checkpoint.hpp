// A checkpoint of scheme = device: body by body in the device's order, which the order of the next
// sums depends on; then the number of steps.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/tree/body_copies.hpp"

namespace tycho::gpu::tree_pm {

template <typename Real>
struct DeviceCheckpoint {
  barnes_hut::BodyCopies<Real> bodies;
  std::vector<Vector4<Real>> pulls;  // of the long range
  std::int64_t steps = 0;

  static constexpr std::size_t kNumbers = 16;  // of a body

  std::vector<double> packed() const {
    std::vector<double> all;
    all.reserve(kNumbers * bodies.size() + 1);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const auto &x = bodies.position[i], &v = bodies.velocity[i];
      const Vector4<Real>&near = bodies.acceleration[i], &far = pulls[i];
      for (const double value :
           {double(bodies.place[i]), x.x, x.y, x.z, v.x, v.y, v.z, double(near.x), double(near.y),
            double(near.z), double(near.w), double(far.x), double(far.y), double(far.z),
            double(far.w), double(bodies.rung[i])})
        all.push_back(value);
    }
    all.push_back(static_cast<double>(steps));
    return all;
  }

  /// Of these particles, whose masses it does not hold. Throws UsageError where it is not.
  static DeviceCheckpoint unpacked(std::span<const double> packed, const Particles& p,
                                   double softening) {
    const std::size_t n = p.size();
    if (packed.size() != kNumbers * n + 1)
      throw UsageError("a checkpoint of other than " + std::to_string(n) + " bodies");
    DeviceCheckpoint all{barnes_hut::BodyCopies<Real>(n), std::vector<Vector4<Real>>(n),
                         static_cast<std::int64_t>(packed.back())};
    for (std::size_t i = 0; i < n; ++i) {
      const double* const v = packed.data() + kNumbers * i;
      const std::uint32_t place = barnes_hut::named_body(v[0], n);
      all.bodies.place[i] = place;
      all.bodies.position[i] = {v[1], v[2], v[3], p.mass[place]};
      all.bodies.velocity[i] = {v[4], v[5], v[6], softening};
      all.bodies.acceleration[i] = {Real(v[7]), Real(v[8]), Real(v[9]), Real(v[10])};
      all.pulls[i] = {Real(v[11]), Real(v[12]), Real(v[13]), Real(v[14])};
      all.bodies.rung[i] = static_cast<std::uint8_t>(v[15]);
    }
    return all;
  }
};

}  // namespace tycho::gpu::tree_pm
