#include "core/bodies/barnes_hut.hpp"

#include <cmath>
#include <utility>

#include "core/bodies/held_order.hpp"
#include "core/formulas/leapfrog.hpp"
#include "core/parallel_for.hpp"
#include "core/tree/choose_rungs.hpp"

namespace tycho::barnes_hut {

HostBodies::HostBodies(const Particles& p, std::vector<double> radii)
    : mass(p.mass),
      x(p.size()),
      v(p.size()),
      acc(p.size()),
      pot(p.size()),
      rung(p.size()),
      id(p.id),
      species(p.species),
      softening(p.softening),
      radius(std::move(radii)),
      with_species_(!species.empty()),
      with_softening_(!softening.empty()),
      with_radius_(!radius.empty()) {
  for (std::size_t i = 0; i < size(); ++i) {
    x[i] = p.position(i);
    v[i] = p.velocity(i);
  }
}

HostBodies HostBodies::picked(std::span<const std::int32_t> order) const {
  HostBodies b;
  const auto pick = [&](const auto& values) { return tycho::picked(values, order); };
  b.mass = pick(mass);
  b.x = pick(x);
  b.v = pick(v);
  b.acc = pick(acc);
  b.pot = pick(pot);
  b.rung = pick(rung);
  b.id = pick(id);
  b.species = pick(species);
  b.softening = pick(softening);
  b.radius = pick(radius);
  b.given = pick(given);
  b.work = pick(work);
  b.with_species_ = with_species_;
  b.with_softening_ = with_softening_;
  b.with_radius_ = with_radius_;
  return b;
}

HostBodies::Record HostBodies::record(std::size_t i) const {
  Record r{};
  r.given = given[i];
  r.work = work[i];
  r.id = id[i];
  r.mass = mass[i];
  r.x = x[i];
  r.v = v[i];
  r.acc = acc[i];
  r.pot = pot[i];
  r.rung = rung[i];
  if (with_species_) r.species = species[i];
  if (with_softening_) r.softening = softening[i];
  if (with_radius_) r.radius = radius[i];
  return r;
}

void HostBodies::append(const Record& r) {
  given.push_back(r.given);
  work.push_back(r.work);
  id.push_back(r.id);
  mass.push_back(r.mass);
  x.push_back(r.x);
  v.push_back(r.v);
  acc.push_back(r.acc);
  pot.push_back(r.pot);
  rung.push_back(r.rung);
  if (with_species_) species.push_back(r.species);
  if (with_softening_) softening.push_back(r.softening);
  if (with_radius_) radius.push_back(r.radius);
}

void HostBodies::store(Particles& p) const {
  p = Particles(size());
  p.mass = mass;
  for (std::size_t i = 0; i < size(); ++i) {
    p.set_position(i, x[i]);
    p.set_velocity(i, v[i]);
    p.ax[i] = acc[i].x;
    p.ay[i] = acc[i].y;
    p.az[i] = acc[i].z;
  }
  p.id = id;
  p.species = species;
  p.softening = softening;
}

std::vector<double> HostBodies::checkpoint(std::size_t behind) const {
  std::vector<double> all;
  all.reserve(kCheckpointed * size() + behind);
  for (const auto* vectors : {&x, &v, &acc})
    for (const auto component : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z})
      for (const Vec3<double>& vector : *vectors) all.push_back(vector.*component);
  all.insert(all.end(), pot.begin(), pot.end());
  all.insert(all.end(), rung.begin(), rung.end());
  all.resize(all.size() + behind);
  return all;
}

void HostBodies::restore(std::span<const double> checkpoint) {
  auto next = checkpoint.begin();
  for (auto* vectors : {&x, &v, &acc})
    for (const auto component : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z})
      for (Vec3<double>& vector : *vectors) vector.*component = *next++;
  for (double& value : pot) value = *next++;
  for (std::uint8_t& value : rung) value = static_cast<std::uint8_t>(*next++);
}

void kick(HostBodies& b, const tree::Ticks& ticks, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    if (!ticks.due(b.rung[i])) return;
    const double half_step = 0.5 * tree::step_of(b.rung[i], ticks.dt);
    b.v[i] = {kicked(b.v[i].x, b.acc[i].x, half_step), kicked(b.v[i].y, b.acc[i].y, half_step),
              kicked(b.v[i].z, b.acc[i].z, half_step)};
  });
}

void drift(HostBodies& b, double step, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) { b.x[i] += step * b.v[i]; });
}

tree::Rungs choose_rungs(HostBodies& b, const tree::Ticks& ticks, double eta,
                         std::span<const double> softening, int threads) {
  return tree::choose_rungs(b.rung, ticks, threads, [&](std::ptrdiff_t i) {
    const double own = softening[softening.size() == 1 ? 0 : i];
    return tree::wanted_step(eta, own, std::sqrt(dot(b.acc[i], b.acc[i])));
  });
}

}  // namespace tycho::barnes_hut
