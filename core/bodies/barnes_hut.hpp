// The bodies of barnes_hut on the host, in double, in the order they came: for the CPU side and for
// the GPU schemes whose tree the host builds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/particles.hpp"

namespace tycho::barnes_hut {

struct HostBodies {
  std::vector<double> mass;
  std::vector<Vec3<double>> x, v, acc;
  std::vector<double> pot;
  std::vector<std::uint8_t> rung;  // a step of dt / 2^rung; all 0 with steps = shared
  // What goes out as it came in.
  std::vector<std::uint64_t> id;
  std::vector<std::uint8_t> species;
  std::vector<double> softening;

  HostBodies() = default;
  /// Accelerations, potentials and rungs are 0.
  explicit HostBodies(const Particles& p);

  std::size_t size() const { return mass.size(); }
  void store(Particles& p) const;

  /// Position, velocity, acceleration, potential and rung of all bodies, component by component.
  std::vector<double> checkpoint() const;
  void restore(std::span<const double> checkpoint);
};

/// Throws UsageError where the checkpoint is not of so many bodies.
void require_checkpoint(std::span<const double> checkpoint, std::size_t bodies);

}  // namespace tycho::barnes_hut
