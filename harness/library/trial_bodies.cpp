#include "harness/library/trial_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/philox.hpp"

namespace tycho::library {

Particles some_bodies(std::int64_t n, std::uint64_t seed) {
  const Random random(seed);
  Particles p(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    p.mass[at] = random.uniform(i, 0.2, 1.8, 0) / static_cast<double>(n);
    p.set_position(at, {random.uniform(i, -1, 1, 1), random.uniform(i, -2, 1, 2),
                        random.uniform(i, -1, 3, 3)});
    p.set_velocity(at, {random.uniform(i, -0.3, 0.3, 4), random.uniform(i, -0.2, 0.4, 5),
                        random.uniform(i, -0.5, 0.1, 6)});
    p.id[at] = static_cast<std::uint64_t>(1000 + 7 * (n - i));
  }
  return p;
}

Particles two_on_an_orbit() {
  Particles bodies(2);
  bodies.mass = {0.75, 0.25};
  const double apart = 1.5, speed = std::sqrt(2 / apart - 1);
  bodies.x = {-0.25 * apart, 0.75 * apart};
  bodies.vy = {-0.25 * speed, 0.75 * speed};
  return bodies;
}

double energy_of_two(const Particles& bodies, double softening) {
  const Vec3<double> r = bodies.position(1) - bodies.position(0);
  double kinetic = 0;
  for (std::size_t i = 0; i < 2; ++i)
    kinetic += 0.5 * bodies.mass[i] * dot(bodies.velocity(i), bodies.velocity(i));
  return kinetic - bodies.mass[0] * bodies.mass[1] / std::sqrt(dot(r, r) + softening * softening);
}

Particles in_order(const Particles& stored, const Particles& like) {
  std::vector<std::size_t> place(stored.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[i] = i;
  std::sort(place.begin(), place.end(),
            [&](std::size_t a, std::size_t b) { return stored.id[a] < stored.id[b]; });
  Particles out(like.size());
  for (std::size_t i = 0; i < like.size(); ++i) {
    const auto found =
        std::lower_bound(place.begin(), place.end(), like.id[i],
                         [&](std::size_t a, std::uint64_t id) { return stored.id[a] < id; });
    if (found == place.end() || stored.id[*found] != like.id[i])
      throw std::runtime_error("the particle of id " + std::to_string(like.id[i]) + " is lost");
    out.id[i] = like.id[i];
    out.mass[i] = stored.mass[*found];
    out.set_position(i, stored.position(*found));
    out.set_velocity(i, stored.velocity(*found));
  }
  return out;
}

bool same_bits(const Particles& a, const Particles& b) {
  const std::pair<const std::vector<double>*, const std::vector<double>*> fields[] = {
      {&a.x, &b.x}, {&a.y, &b.y}, {&a.z, &b.z}, {&a.vx, &b.vx}, {&a.vy, &b.vy}, {&a.vz, &b.vz}};
  return std::all_of(std::begin(fields), std::end(fields), [](const auto& field) {
    return std::memcmp(field.first->data(), field.second->data(),
                       field.first->size() * sizeof(double)) == 0;
  });
}

}  // namespace tycho::library
