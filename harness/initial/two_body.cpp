// Two bodies on a Kepler orbit about their centre of mass at rest in the origin, G = 1, in the x-y
// plane, starting at apocentre on the x axis:
//
//   r = a (1 + e),   v = sqrt(M (1 - e) / (a (1 + e))),   period 2 pi sqrt(a^3 / M)
#include <cmath>

#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

struct TwoBody {
  double first, second;  // masses
  double semi_major_axis, eccentricity;
};

TwoBody read(const strict::JsonView& spec) {
  const strict::JsonView masses = spec.at("masses");
  const auto each = masses.elements();
  if (each.size() != 2) masses.fail("must hold two masses");
  return {each[0].number(1e-9, 1e9), each[1].number(1e-9, 1e9),
          spec.at("semi_major_axis").number(1e-6, 1e6), spec.at("eccentricity").number(0, 0.999)};
}

Particles make(const strict::JsonView& spec, std::int64_t) {
  const TwoBody orbit = read(spec);
  const double mass = orbit.first + orbit.second;
  const double a = orbit.semi_major_axis, e = orbit.eccentricity;
  const double separation = a * (1 + e);
  const double speed = std::sqrt(mass * (1 - e) / (a * (1 + e)));
  Particles particles(2);
  particles.mass = {orbit.first, orbit.second};
  particles.x = {-orbit.second / mass * separation, orbit.first / mass * separation};
  particles.vy = {-orbit.second / mass * speed, orbit.first / mass * speed};
  return particles;
}

}  // namespace

const Kind& two_body() {
  static constexpr Key kKeys[] = {{"masses", "two"},
                                  {"semi_major_axis", "of the relative orbit"},
                                  {"eccentricity", "of the orbit"}};
  static const Kind kind{"two_body", "a Kepler orbit in the x-y plane, from apocentre", kKeys,
                         2,          [](const strict::JsonView& spec) { read(spec); },  make};
  return kind;
}

}  // namespace tycho::initial
