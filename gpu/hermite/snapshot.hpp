// Bodies on the host, from particles and back, and their checkpoint.
#pragma once

#include <span>
#include <vector>

#include "core/particles.hpp"
#include "gpu/hermite/bodies.hpp"

namespace tycho::gpu::hermite {

/// Bodies of both sides of predict as they come and go: the arrays of bodies.hpp on the host.
struct Snapshot {
  std::vector<double> values;

  Snapshot() = default;
  explicit Snapshot(const Particles& particles);
  /// A checkpoint is the time, then all fields.
  Snapshot(const Particles& particles, std::span<const double> checkpoint);

  int count() const { return static_cast<int>(values.size() / kBodyFields); }
  Bodies view() { return {values.data(), count()}; }
  std::vector<double> checkpoint(double now) const;
  /// All but the accelerations, which the caller evaluates.
  void store(Particles& particles);
};

}  // namespace tycho::gpu::hermite
