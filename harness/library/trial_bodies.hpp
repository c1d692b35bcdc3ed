// The bodies that a library is tried on, and those that it hands back.
#pragma once

#include <cstdint>

#include "core/particles.hpp"

namespace tycho::library {

/// Unequal masses, a box of unequal sides, and ids that are not places.
Particles some_bodies(std::int64_t n, std::uint64_t seed);

/// Two bodies of mass 1 together on an orbit of eccentricity 0.5 and semi-major axis 1, at its
/// apocentre.
Particles two_on_an_orbit();
inline constexpr double kOrbitPeriod = 6.283185307179586;

/// Of two bodies with Plummer's softening.
double energy_of_two(const Particles& bodies, double softening);

/// The rows of `stored` in the order of the ids of `like`. Throws where one is missing.
Particles in_order(const Particles& stored, const Particles& like);

/// Of positions and velocities.
bool same_bits(const Particles& a, const Particles& b);

}  // namespace tycho::library
