#include "core/bodies/tree_pm.hpp"

#include <cmath>

#include "core/bodies/held_order.hpp"
#include "core/formulas/cosmology.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/parallel_for.hpp"
#include "core/tree/choose_rungs.hpp"

namespace tycho::tree_pm {

HostBodies::HostBodies(const Particles& p, double box)
    : mass(p.mass),
      x(p.size()),
      u(p.size()),
      short_g(p.size()),
      long_g(p.size()),
      short_pot(p.size()),
      long_pot(p.size()),
      rung(p.size()),
      given_mass(p.mass),
      id(p.id) {
  for (std::size_t i = 0; i < size(); ++i) {
    mass[i] *= kGravity;
    x[i] = {wrap_box(p.x[i], box), wrap_box(p.y[i], box), wrap_box(p.z[i], box)};
    u[i] = p.velocity(i);
  }
}

HostBodies HostBodies::picked(std::span<const std::int32_t> order) const {
  HostBodies b;
  const auto pick = [&](const auto& values) { return tycho::picked(values, order); };
  b.mass = pick(mass);
  b.x = pick(x);
  b.u = pick(u);
  b.short_g = pick(short_g);
  b.long_g = pick(long_g);
  b.short_pot = pick(short_pot);
  b.long_pot = pick(long_pot);
  b.rung = pick(rung);
  b.given_mass = pick(given_mass);
  b.id = pick(id);
  b.given = pick(given);
  b.work = pick(work);
  return b;
}

HostBodies::Record HostBodies::record(std::size_t i) const {
  return {given[i], work[i],    id[i],     given_mass[i], mass[i],     x[i],
          u[i],     short_g[i], long_g[i], short_pot[i],  long_pot[i], rung[i]};
}

void HostBodies::append(const Record& r) {
  given.push_back(r.given);
  work.push_back(r.work);
  id.push_back(r.id);
  given_mass.push_back(r.given_mass);
  mass.push_back(r.mass);
  x.push_back(r.x);
  u.push_back(r.u);
  short_g.push_back(r.short_g);
  long_g.push_back(r.long_g);
  short_pot.push_back(r.short_pot);
  long_pot.push_back(r.long_pot);
  rung.push_back(r.rung);
}

void HostBodies::store(Particles& p) const {
  p = Particles(size());
  p.mass = given_mass;
  p.id = id;
  for (std::size_t i = 0; i < size(); ++i) {
    p.set_position(i, x[i]);
    p.set_velocity(i, u[i]);
    const Vec3<double> both = g(i);
    p.ax[i] = both.x;
    p.ay[i] = both.y;
    p.az[i] = both.z;
  }
}

std::vector<double> HostBodies::checkpoint(std::size_t behind) const {
  std::vector<double> all;
  all.reserve(kCheckpointed * size() + behind);
  for (const auto* vectors : {&x, &u, &short_g, &long_g})
    for (const Vec3<double>& vector : *vectors)
      all.insert(all.end(), {vector.x, vector.y, vector.z});
  for (const auto* values : {&short_pot, &long_pot})
    all.insert(all.end(), values->begin(), values->end());
  all.insert(all.end(), rung.begin(), rung.end());
  all.resize(all.size() + behind);
  return all;
}

void HostBodies::restore(std::span<const double> checkpoint) {
  auto next = checkpoint.begin();
  for (auto* vectors : {&x, &u, &short_g, &long_g})
    for (Vec3<double>& vector : *vectors) {
      vector = {next[0], next[1], next[2]};
      next += 3;
    }
  for (auto* values : {&short_pot, &long_pot})
    for (double& value : *values) value = *next++;
  for (std::uint8_t& value : rung) value = static_cast<std::uint8_t>(*next++);
}

void kick(HostBodies& b, std::span<const double> factors, const tree::Ticks& ticks, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    if (ticks.due(b.rung[i])) b.u[i] += factors[b.rung[i]] * b.short_g[i];
  });
}

void kick_long(HostBodies& b, double factor, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) { b.u[i] += factor * b.long_g[i]; });
}

void drift(HostBodies& b, double factor, double box, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    const Vec3<double> x = b.x[i] + factor * b.u[i];
    b.x[i] = {wrap_box(x.x, box), wrap_box(x.y, box), wrap_box(x.z, box)};
  });
}

tree::Rungs choose_rungs(HostBodies& b, const tree::Ticks& ticks, double eta, double softening,
                         double scale, int threads) {
  return tree::choose_rungs(b.rung, ticks, threads, [&](std::ptrdiff_t i) {
    const Vec3<double> g = b.g(i);
    return tree::wanted_step(eta, softening, scale * std::sqrt(dot(g, g)));
  });
}

}  // namespace tycho::tree_pm
