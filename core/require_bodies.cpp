#include "core/require_bodies.hpp"

#include <cmath>
#include <sstream>
#include <string>

#include "core/error.hpp"

namespace tycho {

namespace {

[[noreturn]] void refuse(const Particles& p, std::size_t i, const std::string& why) {
  std::ostringstream out;
  out << "particle " << i << " (id " << p.id[i] << ") " << why;
  throw UsageError(out.str());
}

std::string said(const char* what, const Vec3<double>& v) {
  std::ostringstream out;
  out << what << " (" << v.x << ", " << v.y << ", " << v.z << ")";
  return out.str();
}

std::string said(const char* what, double value) {
  std::ostringstream out;
  out << what << " " << value;
  return out.str();
}

bool finite(const Vec3<double>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace

void require_bodies(const Particles& p) {
  if (p.size() == 0) throw UsageError("a tree needs at least one body");
  if (p.size() > 0x7fffffffu)
    throw UsageError("a tree holds at most 2147483647 bodies, not " + std::to_string(p.size()));
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!finite(p.position(i)))
      refuse(p, i, said("is at", p.position(i)) + ": positions must be finite");
    if (!finite(p.velocity(i)))
      refuse(p, i, said("has the velocity", p.velocity(i)) + ": velocities must be finite");
    if (!(p.mass[i] >= 0) || !std::isfinite(p.mass[i]))
      refuse(p, i, said("has mass", p.mass[i]) + ": masses must be finite and not negative");
  }
}

}  // namespace tycho
