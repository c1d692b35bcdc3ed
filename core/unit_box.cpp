#include "core/unit_box.hpp"

#include <atomic>
#include <cmath>
#include <sstream>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/large_array.hpp"
#include "core/parallel_for.hpp"

namespace tycho {

namespace {

std::string place(const Particles& p, std::size_t i) {
  std::ostringstream out;
  out << "particle " << i << " (id " << p.id[i] << ")";
  return out.str();
}

bool finite(const Particles& p, std::size_t i) {
  return std::isfinite(p.x[i]) && std::isfinite(p.y[i]) && std::isfinite(p.z[i]);
}

bool sound(const Particles& p, std::size_t i) { return finite(p, i) && p.mass[i] == p.mass[0]; }

[[noreturn]] void refuse(const Particles& p, std::size_t i) {
  std::ostringstream out;
  if (finite(p, i))
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
  if (p.size() == 0) throw UsageError("a mesh needs at least one particle");
  BoxParticles<Real> box;
  box.mass = p.mass[0];
  for (auto* values : {&box.x, &box.y, &box.z, &box.vx, &box.vy, &box.vz})
    *values = large_array<Real>(p.size());
  std::atomic<bool> all_sound = true;
  std::atomic<std::int64_t> wrapped = 0;
  parallel_for(p.size(), available_threads(), [&](std::size_t i) {
    if (!sound(p, i)) all_sound = false;
    bool outside = false;
    const auto put = [&](double from, Real& to) {
      const Real coordinate = static_cast<Real>(from);
      to = wrap_unit(coordinate);
      outside |= to != coordinate;
    };
    put(p.x[i], box.x[i]);
    put(p.y[i], box.y[i]);
    put(p.z[i], box.z[i]);
    box.vx[i] = static_cast<Real>(p.vx[i]);
    box.vy[i] = static_cast<Real>(p.vy[i]);
    box.vz[i] = static_cast<Real>(p.vz[i]);
    if (outside) ++wrapped;
  });
  for (std::size_t i = 0; !all_sound; ++i)
    if (!sound(p, i)) refuse(p, i);
  box.wrapped = wrapped;
  return box;
}

template BoxParticles<float> in_unit_box(const Particles&);
template BoxParticles<double> in_unit_box(const Particles&);

}  // namespace tycho
