#include "core/particles.hpp"

#include <algorithm>
#include <numeric>

namespace tycho {

namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
}

Particles::Particles(std::size_t n)
    : mass(n), x(n), y(n), z(n), vx(n), vy(n), vz(n), ax(n, kNaN), ay(n, kNaN), az(n, kNaN), id(n) {
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
  for (auto* values : {&mass, &x, &y, &z, &vx, &vy, &vz, &ax, &ay, &az})
    std::fill(values->begin(), values->end(), kNaN);
}

}  // namespace tycho
