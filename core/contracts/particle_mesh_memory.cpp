// Array by array as reference/particle_mesh and gpu/particle_mesh lay them out: whoever adds an
// array there counts it here (tests/memory/need.cpp measures the CPU side).
#include "core/contracts/particle_mesh_memory.hpp"

#include <algorithm>

#include "core/contracts/particle_mesh.hpp"
#include "core/mesh/own_meshes.hpp"
#include "core/settings.hpp"

namespace tycho::particle_mesh {

namespace {

using Bytes = std::int64_t;

struct Sizes {
  Bytes real, particles, side, plane, cells;
  Bytes count;  // of a cell of the histogram
};

Sizes sizes(const Options& o, std::int64_t particles) {
  const Bytes real = o.fp32 ? 4 : 8, side = o.grid;
  return {real,        particles,          side,
          side * side, side * side * side, o.cloud == Cloud::kNgp ? Bytes{4} : real};
}

/// Of a transform of side^3 reals: half of the modes, since the others are their conjugates.
Bytes spectrum(Bytes side, Bytes real) { return 2 * real * side * side * (side / 2 + 1); }

/// Solution, right-hand side, and residuals or the next iterate on every mesh: 1 + 1/8 + 1/64 ...
/// of what the finest has.
Bytes multigrid(const Sizes& s) { return 3 * s.real * s.cells * 8 / 7; }

/// A mesh of twice the side, its modes, and the real modes of Green's function.
Bytes isolated(const Sizes& s) {
  return 8 * s.cells * s.real + spectrum(2 * s.side, s.real) * 3 / 2;
}

Bytes solver_on_host(const Options& o, const Sizes& s) {
  if (o.solver == Solver::kMultigrid) return multigrid(s);
  if (o.boundary == Boundary::kIsolated) return isolated(s);
  if (o.complex_transform) return 2 * s.real * s.cells;
  if (!o.best) return spectrum(s.side, s.real);
  // Rows of modes are filled up to a cache line, and a plane has a row more.
  const Bytes mode = 2 * s.real, line = 64 / mode;
  const Bytes row = (s.side / 2 + line) / line * line;
  return mode * row * (s.side + 1) * s.side;
}

/// Of loop = best, beside the arrays that both loops have.
Bytes passes_on_host(const Options& o, const Sizes& s) {
  const bool clouds = o.cloud != Cloud::kNgp;
  const Bytes padded = s.side + 2;
  // The solution with a layer of cells around it, and accelerations for clouds.
  Bytes bytes = s.real * (padded * padded * padded + (clouds ? 3 * s.cells : 0));
  // The planes below and above each thread's slab, which clouds reach into.
  if (clouds) bytes += 2 * s.real * s.plane * std::min<Bytes>(o.threads, s.side);
  // Numbers of particles in buckets that double as they grow, the last of them while it is copied.
  // One thread counts whole particles without buckets.
  const Bytes buckets = 3 * 4 * s.particles;
  if (clouds || o.threads > 1) bytes += buckets;
  bytes += 4 * s.particles;  // which particle was loaded as which
  if (o.reorder > 0) bytes += buckets + 4 * s.cells + (4 + 4 + s.real) * s.particles;
  return bytes;
}

/// What is there for a while: particles that are loaded while those of the load before are still
/// held, values at the particles for a store, or a mesh that is read out, in double.
Bytes for_a_while(const Sizes& s) {
  return std::max({6 * s.real * s.particles, 2 * 8 * s.particles, 8 * s.cells});
}

/// Where ranks share the run, be it one: modes on their way from planes to columns are there three
/// times more, guard planes lie around each mesh, and particles are put into the order of the load.
Bytes over_ranks(const Options& o, const Sizes& s) {
  if (!o.ranks || !unfit_for_ranks(o).empty()) return 0;
  constexpr Bytes kGuards = 16;
  return 3 * spectrum(s.side, s.real) + kGuards * 8 * s.plane + s.particles * (4 + 2 * 8);
}

Bytes on_host(const Options& o, const Sizes& s) {
  // Positions, velocities and cell, and the number that a particle came with.
  const Bytes stars = s.particles * (6 * s.real + 4 + 8);
  // Counts, clouds, density, solution, potential and acceleration; counts or clouds of every other
  // thread.
  const Bytes mesh = s.cells * (4 + 5 * s.real);
  const Bytes own = std::min(s.cells * s.count * (o.threads - 1), Bytes{mesh::kMostBytes});
  return stars + mesh + own + solver_on_host(o, s) + (o.best ? passes_on_host(o, s) : 0) +
         for_a_while(s) + over_ranks(o, s);
}

// cuFFT's work area of each plan is a copy of the spectrum at most where the side has no prime
// factor above 7, as sides that can be halved often have; its documentation allows it eight times
// as many numbers as are transformed otherwise.
Bytes work_area(Bytes side, Bytes bytes, Bytes real) {
  Bytes left = side;
  for (const Bytes prime : {2, 3, 5, 7})
    while (left % prime == 0) left /= prime;
  return left == 1 ? bytes : 8 * 2 * real * side * side * side;
}

Bytes solver_on_device(const Options& o, const Sizes& s) {
  const Bytes solution = s.real * s.cells;
  if (o.solver == Solver::kMultigrid) return multigrid(s);
  if (o.complex_transform) {
    const Bytes values = 2 * s.real * s.cells;
    return solution + values + work_area(s.side, values, s.real);
  }
  // A plan each way, each with its own work area.
  const bool padded = o.boundary == Boundary::kIsolated;
  const Bytes side = padded ? 2 * s.side : s.side, modes = spectrum(side, s.real);
  return solution + (padded ? isolated(s) : modes) + 2 * work_area(side, modes, s.real);
}

/// What CUB sorts with: copies of the keys and of what goes with them, and 256 counts for each tile
/// of some thousand particles.
Bytes sorted(Bytes particles, Bytes of_a_particle) {
  return (of_a_particle + 1) * particles + (1 << 20);
}

Bytes on_device(const Options& o, const Sizes& s) {
  const Bytes stars = s.particles * (6 * s.real + 4);
  const Bytes mesh = s.cells * (3 * s.real + s.count);
  Bytes bytes = stars + mesh + solver_on_device(o, s);
  // Cells in order, whether each is the last of its kind, and the cumulative histogram.
  if (o.histogram == Histogram::kSort) bytes += (4 + 1 + 4) * s.particles + sorted(s.particles, 4);
  // Cells in order, four lists of numbers, and an array that the others change places with.
  if (o.reorder > 0) bytes += (5 * 4 + s.real) * s.particles + sorted(s.particles, 4 + 4);
  // Values at the particles, for what is read out.
  bytes += s.real * s.particles;
  // An allocation is whole pages of 2 MiB: of those above and of the levels of multigrid.
  constexpr Bytes kPages = 48 * (Bytes{2} << 20);
  return bytes + kPages;
}

/// What the host holds beside the device's arrays: the number a particle came with, particles on
/// their way to the device, and what is read out, as it lies there and then in double.
Bytes beside_device(const Options& o, const Sizes& s) {
  const Bytes loaded = 6 * s.real * s.particles;
  const Bytes stored = (s.real + 8 + 8 + 4) * s.particles;
  const Bytes field = (8 + s.real) * s.cells;
  // Cells and counts in page-locked memory.
  const Bytes counted = o.histogram == Histogram::kHost ? 4 * s.particles + 4 * s.cells : Bytes{0};
  return 8 * s.particles + counted + std::max({loaded, stored, field});
}

// Plans of FFTW with its threads' own memory, and what is no array.
constexpr Bytes kSmall = 256 << 10;

}  // namespace

MemoryNeed memory(const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const Sizes s = sizes(o, particles);
  if (!o.cuda) return {on_host(o, s) + kSmall, 0};
  return {beside_device(o, s) + kSmall, on_device(o, s)};
}

}  // namespace tycho::particle_mesh
