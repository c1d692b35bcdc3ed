#include "gpu/hermite/snapshot.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "core/error.hpp"

namespace tycho::gpu::hermite {

Snapshot::Snapshot(const Particles& p) {
  // The kernels count bodies, and up to a tile beyond them, in 32 bits.
  if (p.size() > static_cast<std::size_t>(std::numeric_limits<int>::max() / 2))
    throw Unavailable("hermite counts bodies in 32 bits; " + std::to_string(p.size()) +
                      " are too many");
  values.assign(p.size() * kBodyFields, 0.0);
  const Bodies bodies{values.data(), static_cast<int>(p.size())};
  for (int j = 0; j < bodies.count; ++j) {
    bodies.at(kMass, j) = p.mass[j];
    bodies.set(kPosition, j, p.position(j));
    bodies.set(kVelocity, j, p.velocity(j));
  }
}

std::vector<double> Snapshot::field(int field) const {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(field) * count();
  return {first, first + count()};
}

double Snapshot::shortest_step() const {
  const std::vector<double> steps = field(kStep);
  return *std::min_element(steps.begin(), steps.end());
}

void Snapshot::store(Particles& p) const {
  p.mass = field(kMass);
  p.x = field(kPosition);
  p.y = field(kPosition + 1);
  p.z = field(kPosition + 2);
  p.vx = field(kVelocity);
  p.vy = field(kVelocity + 1);
  p.vz = field(kVelocity + 2);
}

}  // namespace tycho::gpu::hermite
