#include "harness/checks/components.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include "harness/checks/diagnostics.hpp"
#include "harness/checks/places.hpp"
#include "harness/checks/with_nan.hpp"

namespace tycho::checks {

namespace {

constexpr std::size_t kTheDisc = kComponentNames.size() - 1;

std::vector<std::size_t> members(const std::vector<std::uint8_t>& species, std::size_t which) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < species.size(); ++i)
    if (species[i] == which) out.push_back(i);
  return out;
}

Vec3<double> mean(const std::vector<std::size_t>& of, auto&& value) {
  Vec3<double> sum;
  for (const std::size_t i : of) sum += value(i);
  return (1 / static_cast<double>(of.size())) * sum;
}

/// From a place close by: the mean of the bodies within `radius` of it, again and again.
Vec3<double> densest(const Particles& p, const std::vector<std::size_t>& of, Vec3<double> place,
                     double radius) {
  constexpr int kTimes = 10;
  for (int time = 0; time < kTimes; ++time) {
    Vec3<double> sum;
    double count = 0;
    for (const std::size_t i : of) {
      if (!(length(p.position(i) - place) < radius)) continue;
      sum += p.position(i);
      ++count;
    }
    if (count == 0) break;
    place = (1 / count) * sum;
  }
  return place;
}

double bar_strength(const Particles& p, const std::vector<std::size_t>& of,
                    const Vec3<double>& middle, const Vec3<double>& axis, double radius) {
  // Two directions in the disc's plane.
  const Vec3<double> aside = std::abs(axis.x) < 0.7 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> across = cross(axis, aside);
  const Vec3<double> second = (1 / length(across)) * across, first = cross(second, axis);
  std::complex<double> sum = 0;
  double count = 0;
  for (const std::size_t i : of) {
    const Vec3<double> r = p.position(i) - middle;
    const std::complex<double> place{dot(r, first), dot(r, second)};
    const double square = std::norm(place);
    if (!(square < radius * radius && square > 0)) continue;
    sum += place * place / square;
    ++count;
  }
  return std::abs(sum) / count;
}

}  // namespace

Components components(const Particles& p, const std::vector<std::uint8_t>& species, double t) {
  Components out;
  out.t = t;
  for (std::size_t which = 0; which < kComponentNames.size(); ++which) {
    const std::vector<std::size_t> of = members(species, which);
    const Vec3<double> centre = mean(of, [&](std::size_t i) { return p.position(i); });
    if (which != kTheDisc) {
      std::vector<double> radii;
      for (const std::size_t i : of) radii.push_back(length(p.position(i) - centre));
      out.half_mass[which] = median(std::move(radii));
      continue;
    }
    const Vec3<double> drift = mean(of, [&](std::size_t i) { return p.velocity(i); });
    const Vec3<double> spin = mean(
        of, [&](std::size_t i) { return cross(p.position(i) - centre, p.velocity(i) - drift); });
    const Vec3<double> axis = (1 / length(spin)) * spin;
    std::vector<double> radii, heights;
    for (const std::size_t i : of) {
      const Vec3<double> r = p.position(i) - centre;
      const double height = dot(r, axis);
      radii.push_back(length(r - height * axis));
      heights.push_back(std::abs(height));
    }
    out.half_mass[which] = median(std::move(radii));
    out.thickness = median(std::move(heights));
    out.middle = densest(p, of, centre, out.half_mass[which]);
    constexpr double kTwoScaleLengths = 2 / 1.67835;  // in half-mass radii
    out.bar = bar_strength(p, of, out.middle, axis, kTwoScaleLengths * out.half_mass[which]);
  }
  return out;
}

double Crossings::look(const Particles& particles) {
  crossed_.resize(particles.size());
  const auto far = [this](double from, double to) { return std::abs(to - from) > box_ / 2; };
  const bool first = before_.empty();
  before_.resize(particles.size());
  std::size_t k = 0;
  for (const std::size_t i : order_of_ids(particles)) {
    const Vec3<double> to = particles.position(i);
    const Vec3<double> from = std::exchange(before_[k], to);
    if (!first && (far(from.x, to.x) || far(from.y, to.y) || far(from.z, to.z))) crossed_[k] = true;
    ++k;
  }
  return static_cast<double>(std::count(crossed_.begin(), crossed_.end(), true)) /
         static_cast<double>(particles.size());
}

std::vector<std::uint8_t> species_of(const Particles& initial, const Particles& particles) {
  if (initial.species.empty()) return {};
  if (initial.id == particles.id) return initial.species;
  const Places places(initial.id);
  std::vector<std::uint8_t> out;
  out.reserve(particles.size());
  for (const std::uint64_t id : particles.id) {
    const std::size_t at = places.of(id);
    out.push_back(at == kNowhere ? std::uint8_t{0} : initial.species[at]);
  }
  return out;
}

}  // namespace tycho::checks
