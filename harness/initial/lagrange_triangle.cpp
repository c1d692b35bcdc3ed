// Lagrange's triangle: three bodies of any masses in the corners of an equilateral triangle of side
// s turn rigidly about their centre of mass. Each is pulled towards it by M r / s^3, so G = 1 and
//
//   omega^2 = M / s^3,   period 2 pi sqrt(s^3 / M)
//
// Stable only where one mass holds nearly everything:
// 27 (m1 m2 + m2 m3 + m3 m1) < M^2 (Gascheau 1843).
#include <cmath>

#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

struct Triangle {
  std::vector<double> masses;
  double side = 1;
};

Triangle read(const strict::JsonView& spec) {
  const strict::JsonView masses = spec.at("masses");
  Triangle triangle;
  for (const strict::JsonView& mass : masses.elements())
    triangle.masses.push_back(mass.number(1e-9, 1e9));
  if (triangle.masses.size() != 3) masses.fail("must hold three masses");
  triangle.side = spec.at("side").number(1e-6, 1e6);
  return triangle;
}

Particles make(const strict::JsonView& spec, std::int64_t) {
  const Triangle triangle = read(spec);
  const double s = triangle.side;
  Particles particles(3);
  particles.mass = triangle.masses;
  particles.x = {0, s, s / 2};
  particles.y = {0, 0, s * std::sqrt(3.0) / 2};
  centre(particles);
  const double mass = triangle.masses[0] + triangle.masses[1] + triangle.masses[2];
  const double omega = std::sqrt(mass / (s * s * s));
  for (std::size_t i = 0; i < 3; ++i)
    particles.set_velocity(i, {-omega * particles.y[i], omega * particles.x[i], 0});
  return particles;
}

}  // namespace

const Kind& lagrange_triangle() {
  static constexpr Key kKeys[] = {{"masses", "three"}, {"side", "of the triangle"}};
  static const Kind kind{"lagrange_triangle",
                         "three bodies in an equilateral triangle that turns rigidly",
                         kKeys,
                         3,
                         [](const strict::JsonView& spec) { read(spec); },
                         make};
  return kind;
}

}  // namespace tycho::initial
