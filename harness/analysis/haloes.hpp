// Haloes: each is found by a group of friends of friends. The densest point of the group is the
// halo's centre, and its mass is that of the sphere around the centre with a given mean density.
// (cudagadget2013 used AHF, whose haloes are the peaks of an adaptively refined mesh; masses are
// spherical ones in both.)
#pragma once

#include <span>
#include <vector>

#include "harness/analysis/cell_list.hpp"

namespace tycho::analysis {

/// Part of the mean separation of particles within which two are friends.
inline constexpr double kLinking = 0.2;
/// A halo of fewer particles than this is a chance meeting (AHF has the same least number).
inline constexpr std::size_t kFewestInHalo = 20;

struct Halo {
  Vec3<double> centre;
  double mass = 0, radius = 0;  // of the sphere
  Vec3<double> velocity;        // the mean in the sphere
  std::size_t particles = 0;    // in the sphere
};

/// The heaviest first. `density` is the mean one inside a halo's sphere, in the particles' units.
/// A sphere that holds fewer than kFewestInHalo particles is left out.
std::vector<Halo> find_haloes(const CellList& cells, double density);

/// Where the members are densest: the sphere around their centre of mass is shrunk about the centre
/// of those inside until few are left (Power et al. 2003).
Vec3<double> densest_place(const Particles& particles, double box,
                           std::span<const std::uint32_t> members);

/// The largest sphere around a centre in which the density, counted outwards, has not yet fallen
/// below `density`. Only centre, mass, radius and particles are set.
Halo sphere_of_density(const CellList& cells, const Vec3<double>& centre, double density,
                       double first_radius);

}  // namespace tycho::analysis
