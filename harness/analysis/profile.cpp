#include "harness/analysis/profile.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tycho::analysis {

namespace {

constexpr double kShellsPerDecade = 10;

int shell_of(double radius) {
  return static_cast<int>(std::floor(kShellsPerDecade * std::log10(radius)));
}
double inner_radius(int shell) { return std::pow(10, shell / kShellsPerDecade); }

}  // namespace

Profile radial_profile(const CellList& cells, const Halo& halo, double least) {
  const Particles& p = cells.particles();
  const int first = shell_of(least);
  // Only whole shells.
  const int end = shell_of(std::min(3 * halo.radius, cells.box() / 2));
  Profile profile;
  if (end <= first) return profile;
  std::vector<double> count(end - first), mass(end - first), outward(end - first);
  for (const Neighbour& near : cells.within(halo.centre, inner_radius(end))) {
    const double radius = std::sqrt(dot(near.way, near.way));
    if (!(radius > 0)) continue;
    const int shell = shell_of(radius) - first;
    if (shell < 0 || shell >= end - first) continue;
    const double m = p.mass[near.particle];
    count[shell] += 1;
    mass[shell] += m;
    outward[shell] += m * dot(near.way, p.velocity(near.particle) - halo.velocity) / radius;
  }
  for (int s = 0; s < end - first; ++s) {
    if (profile.shell.empty() && count[s] == 0) continue;
    const double inner = inner_radius(first + s), outer = inner_radius(first + s + 1);
    const double volume =
        4 * std::numbers::pi / 3 * (outer * outer * outer - inner * inner * inner);
    profile.shell.push_back(first + s);
    profile.radius.push_back(std::sqrt(inner * outer));
    profile.count.push_back(count[s]);
    profile.density.push_back(mass[s] / volume);
    profile.velocity.push_back(mass[s] > 0 ? outward[s] / mass[s] : 0);
  }
  return profile;
}

}  // namespace tycho::analysis
