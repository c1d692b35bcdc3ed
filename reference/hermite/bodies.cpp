#include "reference/hermite/bodies.hpp"

namespace tycho::reference::hermite {

Bodies::Bodies(const Particles& p)
    : time(p.size()),
      step(p.size()),
      mass(p.mass),
      x(p.size()),
      v(p.size()),
      acc(p.size()),
      jerk(p.size()) {
  for (std::size_t i = 0; i < size(); ++i) {
    x[i] = p.position(i);
    v[i] = p.velocity(i);
  }
}

std::vector<double> Bodies::numbers() const {
  std::vector<double> all;
  for (const auto* values : {&time, &step, &mass})
    all.insert(all.end(), values->begin(), values->end());
  for (const auto* vectors : {&x, &v, &acc, &jerk})
    for (const auto component : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z})
      for (const Vec3<double>& vector : *vectors) all.push_back(vector.*component);
  return all;
}

void Bodies::restore(std::span<const double> numbers) {
  auto next = numbers.begin();
  for (auto* values : {&time, &step, &mass})
    for (double& value : *values) value = *next++;
  for (auto* vectors : {&x, &v, &acc, &jerk})
    for (const auto component : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z})
      for (Vec3<double>& vector : *vectors) vector.*component = *next++;
}

}  // namespace tycho::reference::hermite
