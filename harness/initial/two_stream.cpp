// Two cold beams of half the density each through one another, at rest together, each on a lattice
// of its own (quiet), both displaced along one wave vector by a sine. With beams of speed v0 that
// mode grows at
//
//   gamma = omega_p / sqrt(8)   where   k v0 = sqrt(3/8) omega_p,
//
// the fastest there is (Birdsall & Langdon, section 5-6, for beams of density n/2 each); v0 is
// chosen so. `amplitude` is that of the density over its mean.
#include <cmath>

#include "core/error.hpp"
#include "harness/initial/kinds.hpp"
#include "harness/initial/plasma.hpp"

namespace tycho::initial {

namespace {

struct TwoStream {
  std::array<int, 2> mode;
  double amplitude;
};

TwoStream read(const strict::JsonView& spec) {
  return {read_mode(spec), spec.at("amplitude").number(1e-12, 1)};
}

Particles make(const strict::JsonView& spec, std::int64_t n, const Settings& settings) {
  const TwoStream plasma = read(spec);
  if (n % 2 != 0)
    throw UsageError("initial: two beams need an even number of particles, not " +
                     std::to_string(n));
  const PlasmaMode mode = mode_in(plasma.mode, settings);
  const Lattice lattice(n / 2, settings);
  const Plasma box = require_plasma(settings);
  const double nx = box.nx, ny = box.ny;
  const double speed = std::sqrt(3.0 / 8) / mode.size;
  const auto [along_x, along_y] = mode.direction();
  Particles particles = electrons(n, settings);
  for (std::int64_t i = 0; i < n; ++i) {
    const double x = lattice.x(i / 2), y = lattice.y(i / 2);
    const double moved = plasma.amplitude / mode.size * std::sin(mode.phase(x, y));
    const double v = i % 2 == 0 ? speed : -speed;
    const auto at = static_cast<std::size_t>(i);
    particles.set_position(at,
                           {in_box(x + along_x * moved, nx), in_box(y + along_y * moved, ny), 0});
    particles.set_velocity(at, {v * along_x, v * along_y, 0});
  }
  return particles;
}

}  // namespace

const Kind& two_stream() {
  static constexpr Key kKeys[] = {{"mode", "[mx, my]: wavelengths in the box"},
                                  {"amplitude", "of the density, over the mean"}};
  static const Kind kind{"two_stream",
                         "two cold beams on lattices, at the speed at which the mode grows fastest",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         nullptr,
                         make};
  return kind;
}

}  // namespace tycho::initial
