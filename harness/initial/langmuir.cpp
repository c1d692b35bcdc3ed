// A cold plasma at rest on a lattice, displaced along one wave vector by a sine: it oscillates at
// the frequency of core/formulas/pic_dispersion.hpp. `amplitude` is that of the density over its
// mean; the displacement is amplitude / k cells, which must leave every particle in its cell if the
// oscillation is to be the formula's.
#include <cmath>

#include "harness/initial/kinds.hpp"
#include "harness/initial/plasma.hpp"

namespace tycho::initial {

namespace {

struct Langmuir {
  std::array<int, 2> mode;
  double amplitude;
};

Langmuir read(const strict::JsonView& spec) {
  return {read_mode(spec), spec.at("amplitude").number(1e-12, 1)};
}

Particles make(const strict::JsonView& spec, std::int64_t n, const Settings& settings) {
  const Langmuir plasma = read(spec);
  const PlasmaMode mode = mode_in(plasma.mode, settings);
  const Lattice lattice(n, settings);
  const Plasma box = require_plasma(settings);
  const double nx = box.nx, ny = box.ny;
  const auto [along_x, along_y] = mode.direction();
  Particles particles = electrons(n, settings);
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = lattice.x(i), y = lattice.y(i);
    const double moved = plasma.amplitude / mode.size * std::sin(mode.phase(x, y));
    particles.set_position(static_cast<std::size_t>(i),
                           {in_box(x + along_x * moved, nx), in_box(y + along_y * moved, ny), 0});
  }
  return particles;
}

}  // namespace

const Kind& langmuir() {
  static constexpr Key kKeys[] = {{"mode", "[mx, my]: wavelengths in the box"},
                                  {"amplitude", "of the density, over the mean"}};
  static const Kind kind{"langmuir", "a cold plasma on a lattice, one mode displaced", kKeys,
                         0,          [](const strict::JsonView& spec) { read(spec); }, nullptr,
                         make};
  return kind;
}

}  // namespace tycho::initial
