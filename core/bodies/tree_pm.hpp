// The bodies of tree_pm on the host, in double, in the order they came: for the CPU side and for
// scheme = particle, whose tree the host builds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/particles.hpp"

namespace tycho::tree_pm {

struct HostBodies {
  std::vector<double> mass;        // G m
  std::vector<Vec3<double>> x, u;  // in [0, box); a^2 dx/dt
  std::vector<Vec3<double>> short_g, long_g;
  std::vector<double> short_pot, long_pot;
  std::vector<std::uint8_t> rung;  // a step of dt / 2^rung; all 0 with steps = shared
  // What goes out as it came in.
  std::vector<double> given_mass;
  std::vector<std::uint64_t> id;

  HostBodies() = default;
  /// Brought into the box; accelerations, potentials and rungs are 0.
  HostBodies(const Particles& p, double box);

  std::size_t size() const { return mass.size(); }
  /// Of both forces.
  Vec3<double> g(std::size_t i) const { return short_g[i] + long_g[i]; }
  void store(Particles& p) const;

  /// Steps taken; then position, velocity, both accelerations, both potentials and rung of all bodies.
  std::vector<double> checkpoint(std::int64_t steps) const;
  /// The steps taken.
  std::int64_t restore(std::span<const double> checkpoint);
};

/// Throws UsageError where the checkpoint is not of so many bodies.
void require_checkpoint(std::span<const double> checkpoint, std::size_t bodies);

}  // namespace tycho::tree_pm
