#include "harness/analysis/haloes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/available_threads.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/parallel_for.hpp"
#include "harness/analysis/friends.hpp"
#include "harness/analysis/nearest_image.hpp"

namespace tycho::analysis {

namespace {

constexpr double kSphere = 4 * std::numbers::pi / 3;

double radius_of(double mass, double density) { return std::cbrt(mass / (kSphere * density)); }

Vec3<double> inside(const Vec3<double>& position, double box) {
  return {box * wrap_unit(position.x / box), box * wrap_unit(position.y / box),
          box * wrap_unit(position.z / box)};
}

}  // namespace

Vec3<double> densest_place(const Particles& p, double box, std::span<const std::uint32_t> members) {
  constexpr double kShrink = 0.95;
  // A hundredth of the members, so that the centre is not that of a single particle.
  const std::size_t fewest = std::max<std::size_t>(10, members.size() / 100);
  // Around the box the group may lie on both sides: positions count from its first member.
  const Vec3<double> origin = p.position(members.front());
  std::vector<std::pair<Vec3<double>, double>> left;
  for (const std::uint32_t i : members)
    left.emplace_back(nearest_image(p.position(i) - origin, box), p.mass[i]);

  Vec3<double> centre;
  double radius = 0;
  const auto recentre = [&] {
    Vec3<double> sum;
    double mass = 0;
    for (const auto& [position, m] : left) {
      sum += m * position;
      mass += m;
    }
    centre = (1 / mass) * sum;
  };
  recentre();
  for (const auto& [position, m] : left) {
    const Vec3<double> way = position - centre;
    radius = std::max(radius, std::sqrt(dot(way, way)));
  }
  while (left.size() > fewest) {
    radius *= kShrink;
    std::vector<std::pair<Vec3<double>, double>> inner;
    for (const auto& body : left) {
      const Vec3<double> way = body.first - centre;
      if (dot(way, way) <= radius * radius) inner.push_back(body);
    }
    if (inner.size() < fewest) break;
    left.swap(inner);
    recentre();
  }
  return inside(origin + centre, box);
}

Halo sphere_of_density(const CellList& cells, const Vec3<double>& centre, double density,
                       double first_radius) {
  const Particles& p = cells.particles();
  const double most = cells.box() / 2;
  for (double reach = std::min(first_radius, most);; reach = std::min(2 * reach, most)) {
    std::vector<std::pair<double, double>> bodies;  // (distance squared, mass)
    for (const Neighbour& near : cells.within(centre, reach))
      bodies.emplace_back(dot(near.way, near.way), p.mass[near.particle]);
    std::sort(bodies.begin(), bodies.end());
    double mass = 0;
    std::size_t inside = 0;
    for (const auto& [distance_sq, m] : bodies) {
      const double radius = std::sqrt(distance_sq);
      // What is inside must fill the sphere that reaches the next body.
      if (mass + m < density * kSphere * radius * radius * radius) break;
      mass += m;
      ++inside;
    }
    const double radius = radius_of(mass, density);
    if (inside < bodies.size() || radius <= reach || reach == most)
      return {centre, mass, radius, {}, inside};
  }
}

std::vector<Halo> find_haloes(const CellList& cells, double density) {
  const Particles& p = cells.particles();
  const double box = cells.box();
  const double separation = box / std::cbrt(static_cast<double>(p.size()));
  // A sphere may hold more than the group that named it, but hardly twice as much.
  const Groups groups = friends_of_friends(p, box, kLinking * separation, kFewestInHalo / 2);
  std::vector<Halo> haloes(groups.size());
  parallel_for_uneven(groups.size(), available_threads(), 1, [&](std::size_t g) {
    const std::span<const std::uint32_t> members = groups[g];
    double mass = 0;
    for (const std::uint32_t i : members) mass += p.mass[i];
    Halo& halo = haloes[g] = sphere_of_density(cells, densest_place(p, box, members), density,
                                               1.5 * radius_of(mass, density));
    for (const Neighbour& near : cells.within(halo.centre, halo.radius))
      halo.velocity += (p.mass[near.particle] / halo.mass) * p.velocity(near.particle);
  });
  // Counted, not weighed: a sum of masses is rounded, and a halo of exactly the least number must
  // stay.
  std::erase_if(haloes, [](const Halo& halo) { return halo.particles < kFewestInHalo; });
  std::stable_sort(haloes.begin(), haloes.end(),
                   [](const Halo& a, const Halo& b) { return a.mass > b.mass; });
  return haloes;
}

}  // namespace tycho::analysis
