// A universe soon after its beginning (cudagadget2013, section 5.1): particles on a lattice, moved
// by a Gaussian random field of waves with the linear spectrum, to second order, at the run's own
// a_begin and in its own box. A seed is one field: a run with more particles has the same waves and
// shorter ones besides.
//
// Velocities: u = a^2 dx/dt = a^2 H (f first + f2 second). Before the cosmological constant is felt
// the second order grows as D^2; Bouchet et al. (1995) give what is left of a correction.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/host_memory.hpp"
#include "core/parallel_for.hpp"
#include "harness/analysis/universe.hpp"
#include "harness/initial/gaussian_modes.hpp"
#include "harness/initial/kinds.hpp"
#include "harness/initial/lagrangian.hpp"
#include "harness/initial/linear_spectrum.hpp"

namespace tycho::initial {

namespace {

struct Fluctuations {
  std::uint64_t seed;
  double sigma_8 = 0.8, n_s = 0.96, omega_b = 0.045;
};

Fluctuations read(const strict::JsonView& spec) {
  Fluctuations out{read_seed(spec)};
  if (const auto v = spec.find("sigma_8")) out.sigma_8 = v->number(1e-6, 10);
  if (const auto v = spec.find("n_s")) out.n_s = v->number(0, 2);
  if (const auto v = spec.find("omega_b")) out.omega_b = v->number(1e-4, 1);
  return out;
}

int side_of(std::int64_t n) {
  const auto side = static_cast<std::int64_t>(std::llround(std::cbrt(static_cast<double>(n))));
  if (side < 2 || side * side * side != n)
    throw UsageError("initial: 'cosmology' starts from a lattice: n = " + std::to_string(n) +
                     " must be a cube, as 32^3 = 32768 is");
  return static_cast<int>(side);
}

/// Coordinates along an axis of points in the middle of their cells, x fastest.
void put_on_lattice(int side, int axis, double box, std::vector<double>& position) {
  const std::int64_t stride = axis == 0 ? 1 : axis == 1 ? side : std::int64_t{side} * side;
  parallel_for(position.size(), available_threads(), [&](std::ptrdiff_t i) {
    position[i] = box / side * (static_cast<double>(i / stride % side) + 0.5);
  });
}

/// What the displacements of one order along an axis add to positions and velocities.
void move(analysis::FourierMesh& by, double weight, double rate, std::vector<double>& position,
          std::vector<double>& velocity) {
  const int side = by.side();
  parallel_for(static_cast<std::size_t>(side), available_threads(), [&](std::ptrdiff_t plane) {
    const int k = static_cast<int>(plane);
    auto i = static_cast<std::size_t>(plane) * side * side;
    for (int iy = 0; iy < side; ++iy)
      for (int ix = 0; ix < side; ++ix, ++i) {
        const double moved = weight * by.value(ix, iy, k);
        position[i] += moved;
        velocity[i] += rate * moved;
      }
  });
}

Particles make(const strict::JsonView& spec, std::int64_t n, const Settings& settings) {
  const Fluctuations given = read(spec);
  const analysis::Universe universe = analysis::require_universe(settings, "initial: 'cosmology'");
  const Cosmology& cosmology = universe.cosmology;
  if (given.omega_b >= cosmology.omega_m)
    spec.fail("omega_b must be below the run's omega_m, which counts the baryons too");
  const int side = side_of(n);
  const double box = universe.box, a = universe.begin;
  constexpr std::int64_t kArrays = 11;  // of Particles
  require_host_memory(kArrays * std::int64_t{sizeof(double)} * n + Lagrangian::bytes(side),
                      "the initial condition 'cosmology'");

  const LinearSpectrum spectrum(
      {cosmology.omega_m, given.omega_b, cosmology.hubble, given.n_s, given.sigma_8});
  const double growth = growth_factor(cosmology, a) / growth_factor(cosmology, 1);
  const Random random(given.seed, kPositions);
  const double wave = 2 * std::numbers::pi / box, volume = box * box * box;
  Lagrangian field(side, box, [&](int nx, int ny, int nz) {
    const double k = wave * std::hypot(nx, ny, nz);
    return growth * std::sqrt(spectrum.power(k) / volume) * gaussian_mode(random, nx, ny, nz);
  });

  Particles particles(static_cast<std::size_t>(n));
  std::fill(particles.mass.begin(), particles.mass.end(),
            particle_mass(cosmology, box, static_cast<double>(n)));
  const double expansion = a * a * hubble_rate(cosmology, a);
  const double matter = omega_m_at(cosmology, a);
  const std::array position{&particles.x, &particles.y, &particles.z};
  const std::array velocity{&particles.vx, &particles.vy, &particles.vz};
  for (int axis = 0; axis < 3; ++axis) {
    put_on_lattice(side, axis, box, *position[axis]);
    move(field.first(axis), 1, expansion * growth_rate(cosmology, a), *position[axis],
         *velocity[axis]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    move(field.second(axis), std::pow(matter, -1.0 / 143),
         expansion * 2 * std::pow(matter, 6.0 / 11), *position[axis], *velocity[axis]);
    std::vector<double>& along = *position[axis];
    parallel_for(along.size(), available_threads(),
                 [&](std::ptrdiff_t i) { along[i] = wrap_box(along[i], box); });
  }
  return particles;
}

}  // namespace

const Kind& cosmology() {
  static constexpr Key kKeys[] = {{"seed", "of the random numbers"},
                                  {"sigma_8", "of the spectrum today (0.8)"},
                                  {"n_s", "slope of the primordial spectrum (0.96)"},
                                  {"omega_b", "density parameter of baryons (0.045)"}};
  static const Kind kind{
      "cosmology",
      "a Gaussian random field with the linear spectrum of Eisenstein & Hu (1998), on a lattice in "
      "the run's own box, moved to second order at the run's `a_begin`; n is a cube. More "
      "particles have the same waves, and shorter ones. 112 bytes a particle while it is made",
      kKeys,
      0,
      [](const strict::JsonView& spec) { read(spec); },
      nullptr,
      make};
  return kind;
}

}  // namespace tycho::initial
