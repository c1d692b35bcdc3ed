#include "core/particles.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/available_threads.hpp"
#include "core/large_array.hpp"
#include "core/parallel_for.hpp"

namespace tycho {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// From this number of particles on an array is filled by all threads.
constexpr std::size_t kMany = std::size_t{1} << 20;

}  // namespace

Particles::Particles(std::size_t n) {
  const auto make = [n](std::vector<double>& values, double value) {
    make_room(values, n);
    values.resize(n, value);
  };
  for (auto* values : {&mass, &x, &y, &z, &vx, &vy, &vz}) make(*values, 0);
  for (auto* values : {&ax, &ay, &az}) make(*values, kNaN);
  make_room(id, n);
  id.resize(n);
  std::iota(id.begin(), id.end(), std::uint64_t{0});
}

void Particles::set_position(std::size_t i, const Vec3<double>& p) {
  x[i] = p.x;
  y[i] = p.y;
  z[i] = p.z;
}

void Particles::set_velocity(std::size_t i, const Vec3<double>& v) {
  vx[i] = v.x;
  vy[i] = v.y;
  vz[i] = v.z;
}

void Particles::poison() {
  const std::array arrays{&mass, &x, &y, &z, &vx, &vy, &vz, &ax, &ay, &az};
  parallel_for(arrays.size(), size() < kMany ? 1 : available_threads(),
               [&](std::ptrdiff_t k) { std::fill(arrays[k]->begin(), arrays[k]->end(), kNaN); });
}

}  // namespace tycho
