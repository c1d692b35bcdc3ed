// Bodies on the host, from particles and back, and from a checkpoint.
#pragma once

#include <span>
#include <vector>

#include "core/particles.hpp"
#include "gpu/hermite/bodies.hpp"

namespace tycho::gpu::hermite {

/// The arrays of bodies.hpp on the host, for both values of `predict`.
struct Snapshot {
  std::vector<double> values;

  Snapshot() = default;
  /// Masses, positions and velocities; the other fields are 0.
  explicit Snapshot(const Particles& particles);
  explicit Snapshot(std::span<const double> all_fields)
      : values(all_fields.begin(), all_fields.end()) {}

  int count() const { return static_cast<int>(values.size() / kBodyFields); }
  Bodies view() { return {values.data(), count()}; }
  std::vector<double> field(int field) const;
  double shortest_step() const;
  /// Stores all but the accelerations, which the caller evaluates.
  void store(Particles& particles) const;
};

}  // namespace tycho::gpu::hermite
