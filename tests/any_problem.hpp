// What an algorithm can be given in every variant: numbers for its settings and particles that it
// takes, with unequal masses where it takes such, a close pair, and particles on the faces of a
// box.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/formulas/cosmology.hpp"
#include "core/particles.hpp"
#include "core/philox.hpp"

namespace tycho {

/// What an algorithm is given besides its choices; a list where more than one value is worth a
/// line.
struct Setup {
  std::map<std::string, std::vector<double>> numbers;
  double box = 0;     // side of the box that the particles are drawn in; 0: a sphere of radius 1
  double box_y = 0;   // where it differs
  bool flat = false;  // z and vz are zero
  double velocity = 0.1;
};

inline Setup setup_of(std::string_view algorithm) {
  if (algorithm == "particle_mesh")
    return {
        {{"grid", {16}}, {"reorder", {0, 3}}, {"cycles", {3}}, {"levels", {3}}}, 1, 1, false, 0.3};
  if (algorithm == "pic")
    return {{{"nx", {32}},
             {"ny", {48}},
             {"tile_x", {8}},
             {"tile_y", {8}},
             {"cells_per_thread", {2}},
             {"group_room", {0, 1.02}},
             {"buffer_room", {0, 0.01}}},
            32,
            48,
            true,
            1};
  if (algorithm == "tree_pm") return {{{"rungs", {4}}}, 130, 130, false, 200};
  if (algorithm == "barnes_hut") return {{{"ncrit", {64}}, {"rungs", {5}}, {"leaf", {8}}}};
  return {};
}

/// Unequal masses, a close pair, a denser middle; in a box also particles on its faces.
inline Particles particles_of(const Setup& setup, std::size_t n) {
  Particles p(n);
  const Random random(20261116);
  for (std::size_t i = 0; i < n; ++i) {
    const auto u = [&](int draw) { return random.uniform(i, static_cast<std::uint32_t>(draw)); };
    if (setup.box > 0) {
      const double denser = i % 3 == 0 ? 0.25 : 1;
      p.set_position(
          i, {setup.box * denser * u(0), setup.box_y * u(1), setup.flat ? 0 : setup.box * u(2)});
    } else {
      const double r = std::pow(u(0), 1.5), c = 2 * u(1) - 1, angle = 6.283185307 * u(2);
      const double s = std::sqrt(1 - c * c);
      p.set_position(i, {r * s * std::cos(angle), r * s * std::sin(angle), r * c});
    }
    p.set_velocity(i, {setup.velocity * (u(3) - 0.4), setup.velocity * (u(4) - 0.5),
                       setup.flat ? 0 : setup.velocity * (u(5) - 0.6)});
    p.mass[i] = (0.3 + u(6)) / static_cast<double>(n);
    p.id[i] = 7 * i + 3;
  }
  p.set_position(2, p.position(1) + Vec3<double>{setup.box > 0 ? 1e-3 * setup.box : 1e-2, 0, 0});
  if (setup.box > 0) p.set_position(3, {0, setup.box_y * 0.5, 0});
  return p;
}

/// Masses as the contract demands them.
inline void give_masses(std::string_view algorithm, Particles& p, double cells) {
  const double n = static_cast<double>(p.size());
  if (algorithm == "pic") std::fill(p.mass.begin(), p.mass.end(), cells / n);
  if (algorithm == "particle_mesh") std::fill(p.mass.begin(), p.mass.end(), 1 / n);
  if (algorithm != "tree_pm") return;
  double all = 0;
  for (const double m : p.mass) all += m;
  for (double& m : p.mass) m *= particle_mass(Cosmology{}, 130, 1) / all;
}

}  // namespace tycho
