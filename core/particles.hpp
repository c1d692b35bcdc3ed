// The particles every algorithm loads and stores: a structure of arrays, in double, with ids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/vec3.hpp"

namespace tycho {

struct Particles {
  std::vector<double> mass;
  std::vector<double> x, y, z;
  std::vector<double> vx, vy, vz;
  /// Accelerations after the algorithm's last step; NaN where the algorithm gives none.
  std::vector<double> ax, ay, az;
  /// Unique. An algorithm may reorder its particles; ids match them to those that were loaded.
  std::vector<std::uint64_t> id;
  /// What each particle is part of (a galaxy's halo, bulge or disc), by number; empty: one species.
  /// Initial conditions set it; what an algorithm stores need not have it (match by id).
  std::vector<std::uint8_t> species;
  /// The softening length of each particle, where the lengths differ; empty: the run's own for all
  /// particles. Set by the initial condition; a pair has the larger of its two lengths (Gadget-2).
  std::vector<double> softening;

  Particles() = default;
  /// n particles at rest in the origin, of mass zero, numbered from 0; accelerations NaN.
  explicit Particles(std::size_t n);

  std::size_t size() const { return mass.size(); }
  Vec3<double> position(std::size_t i) const { return {x[i], y[i], z[i]}; }
  Vec3<double> velocity(std::size_t i) const { return {vx[i], vy[i], vz[i]}; }
  Vec3<double> acceleration(std::size_t i) const { return {ax[i], ay[i], az[i]}; }
  void set_position(std::size_t i, const Vec3<double>& p);
  void set_velocity(std::size_t i, const Vec3<double>& v);

  /// Fills masses, motion and accelerations with NaN: what an algorithm fails to write shows.
  void poison();
};

}  // namespace tycho
