#include "harness/checks/components.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "harness/checks/diagnostics.hpp"

namespace tycho::checks {

namespace {

constexpr std::size_t kTheDisc = kComponentNames.size() - 1;

double median(std::vector<double>& values) {
  if (values.empty()) return std::nan("");
  // NaN has no place in an order: it stays one.
  for (const double value : values)
    if (std::isnan(value)) return value;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

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
      out.half_mass[which] = median(radii);
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
    out.half_mass[which] = median(radii);
    out.thickness = median(heights);
  }
  return out;
}

std::vector<std::uint8_t> species_of(const Particles& initial, const Particles& particles) {
  if (initial.species.empty()) return {};
  if (initial.id == particles.id) return initial.species;
  std::unordered_map<std::uint64_t, std::uint8_t> by_id;
  for (std::size_t i = 0; i < initial.size(); ++i) by_id[initial.id[i]] = initial.species[i];
  std::vector<std::uint8_t> out;
  for (const std::uint64_t id : particles.id) out.push_back(by_id[id]);
  return out;
}

}  // namespace tycho::checks
