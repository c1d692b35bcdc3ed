#include "core/unit_box.hpp"

#include <cmath>
#include <sstream>

#include "core/error.hpp"
#include "core/formulas/periodic_wrap.hpp"

namespace tycho {

namespace {

std::string place(const Particles& p, std::size_t i) {
  std::ostringstream out;
  out << "particle " << i << " (id " << p.id[i] << ")";
  return out.str();
}

void require_sound(const Particles& p, std::size_t i) {
  const bool finite = std::isfinite(p.x[i]) && std::isfinite(p.y[i]) && std::isfinite(p.z[i]);
  if (finite && p.mass[i] == p.mass[0]) return;
  std::ostringstream out;
  if (finite)
    out << place(p, i) << " has mass " << p.mass[i] << ", the first has " << p.mass[0]
        << ": the mesh counts particles of one mass";
  else
    out << place(p, i) << " is at (" << p.x[i] << ", " << p.y[i] << ", " << p.z[i]
        << "): positions must be finite";
  throw UsageError(out.str());
}

}  // namespace

template <typename Real>
BoxParticles<Real> in_unit_box(const Particles& p) {
  const auto cast = [](const std::vector<double>& from) {
    return std::vector<Real>(from.begin(), from.end());
  };
  if (p.size() == 0) throw UsageError("a mesh needs at least one particle");
  BoxParticles<Real> box{cast(p.x),  cast(p.y),  cast(p.z), cast(p.vx),
                         cast(p.vy), cast(p.vz), p.mass[0], 0};
  for (std::size_t i = 0; i < p.size(); ++i) {
    require_sound(p, i);
    bool outside = false;
    for (auto* axis : {&box.x, &box.y, &box.z}) {
      Real& coordinate = (*axis)[i];
      const Real inside = wrap_unit(coordinate);
      outside |= inside != coordinate;
      coordinate = inside;
    }
    box.wrapped += outside;
  }
  return box;
}

template BoxParticles<float> in_unit_box(const Particles&);
template BoxParticles<double> in_unit_box(const Particles&);

}  // namespace tycho
