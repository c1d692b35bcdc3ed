#include "gpu/hermite/snapshot.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/error.hpp"

namespace tycho::gpu::hermite {

Snapshot::Snapshot(const Particles& p) {
  // A tile more than the bodies, times the words of one, is still counted in 32 bits.
  if (p.size() > static_cast<std::size_t>(std::numeric_limits<int>::max() / 2))
    throw Unavailable("hermite counts bodies in 32 bits; " + std::to_string(p.size()) +
                      " are too many");
  values.assign(p.size() * kBodyFields, 0.0);
  const Bodies bodies{values.data(), static_cast<int>(p.size())};
  for (int j = 0; j < bodies.count; ++j) {
    bodies.at(kMass, j) = p.mass[j];
    bodies.set(kPlace, j, p.position(j));
    bodies.set(kVelocity, j, p.velocity(j));
  }
}

Snapshot::Snapshot(const Particles& p, std::span<const double> checkpoint) {
  if (checkpoint.size() != p.size() * kBodyFields + 1)
    throw UsageError("a checkpoint of other than " + std::to_string(p.size()) + " bodies");
  values.assign(checkpoint.begin() + 1, checkpoint.end());
}

std::vector<double> Snapshot::checkpoint(double now) const {
  std::vector<double> all{now};
  all.insert(all.end(), values.begin(), values.end());
  return all;
}

void Snapshot::store(Particles& p) {
  const Bodies bodies = view();
  const auto copy = [&](int field) {
    return std::vector<double>(&bodies.at(field, 0), &bodies.at(field, 0) + bodies.count);
  };
  p.mass = copy(kMass);
  p.x = copy(kPlace);
  p.y = copy(kPlace + 1);
  p.z = copy(kPlace + 2);
  p.vx = copy(kVelocity);
  p.vy = copy(kVelocity + 1);
  p.vz = copy(kVelocity + 2);
}

}  // namespace tycho::gpu::hermite
