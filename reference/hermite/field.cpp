#include "reference/hermite/field.hpp"

namespace tycho::reference::hermite {

void Field::resize(std::size_t n) {
  for (auto* component : {&mass, &x, &y, &z, &vx, &vy, &vz}) component->resize(n, 0.0);
  index.resize(n, -1);
}

void Field::set(std::size_t j, const Vec3<double>& at, const Vec3<double>& velocity) {
  x[j] = at.x;
  y[j] = at.y;
  z[j] = at.z;
  vx[j] = velocity.x;
  vy[j] = velocity.y;
  vz[j] = velocity.z;
}

}  // namespace tycho::reference::hermite
