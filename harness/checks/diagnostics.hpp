// What the laws of motion conserve, summed in double over all particles. Rows are summed apart and
// then in order, so that the number of threads changes no bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/particles.hpp"

namespace tycho::checks {

struct Energy {
  double kinetic = 0;
  double potential = 0;
  double total() const { return kinetic + potential; }
};

double kinetic_energy(const Particles& particles);

/// Every pair once, with Plummer's potential: N^2 / 2 pairs. That of a run, whose forces may be
/// softened by a spline, is in softening.hpp.
Energy total_energy(const Particles& particles, double softening);

/// The same with the potential given at every particle: every pair stands in it twice.
Energy total_energy(const Particles& particles, std::span<const double> potential);

/// By halves: one after the other, millions of equal values are rounded the same way each time, and
/// the sum is off by 1e-11 and more.
double sum(std::span<const double> values);
double total_mass(const Particles& particles);
Vec3<double> centre_of_mass(const Particles& particles);
Vec3<double> momentum(const Particles& particles);
/// About the origin.
Vec3<double> angular_momentum(const Particles& particles);

/// The accelerations of the targets (indices) by direct summation over all particles.
std::vector<Vec3<double>> direct_accelerations(const Particles& particles, double softening,
                                               std::span<const std::size_t> targets);

double length(const Vec3<double>& v);

/// Indices, that of the smallest id first: how states are matched whose particles were sorted.
std::vector<std::size_t> order_of_ids(const Particles& particles);

}  // namespace tycho::checks
