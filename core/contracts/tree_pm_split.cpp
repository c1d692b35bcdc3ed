// Where mesh and tree meet, and which settings and particles they refuse.
#include <cmath>
#include <sstream>
#include <string>

#include "core/contracts/lattice_start.hpp"
#include "core/contracts/tree_pm.hpp"
#include "core/error.hpp"
#include "core/formulas/compact_split.hpp"
#include "core/formulas/long_range.hpp"
#include "core/require_bodies.hpp"
#include "core/settings.hpp"

namespace tycho::tree_pm {

namespace {

/// Where the forces are split, in cells, and where the short range ends, in r_s.
struct Widths {
  double cells, cut;
};
Widths widths(const Options& o) {
  switch (o.split) {
    case SplitRule::kPublished:
      return {1.25, 4.5};
    case SplitRule::kAccurate:
      return {2, 6};
    case SplitRule::kCompact:
      break;
  }
  return {compact_width(kBallCells), 1 / compact_width(1)};
}

/// As Gadget: by how much the particles' share of the critical density may be off.
constexpr double kMassTolerance = 1e-3;

}  // namespace

Split split(const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const double side = std::cbrt(static_cast<double>(particles));
  const int grid = o.grid > 0 ? o.grid : 2 * static_cast<int>(std::lround(side));
  const Widths width = widths(o);
  const double r_s = width.cells * o.box / grid;
  return {o.split, grid, o.box, r_s, width.cut * r_s, o.softening * o.box / side};
}

double Split::self_potential() const {
  return compact() ? compact_self(cut) : long_range_self(r_s);
}

void require_sound(const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  if (!o.ranks->alone()) {
    if (o.scheme == Scheme::kBest || o.ewald)
      throw UsageError(
          "several ranks need force = split and scheme = particle, or device on a GPU: the others "
          "are of bodies that one rank has");
    if (o.scheme == Scheme::kDevice && o.mesh_on_host)
      throw UsageError(
          "several ranks with scheme = device need mesh = device: every host would do the work of "
          "the whole mesh, for bodies that are on the GPU");
    if (o.measured_plan)
      throw UsageError(
          "several ranks need planner = estimate or fftw_mpi: each would measure a plan of its "
          "own, "
          "and round otherwise");
  }
  if (o.ewald) return;
  if (o.split == SplitRule::kCompact && !o.table)
    throw UsageError(
        "short_range = erfc is a factor of the Gaussian splits; split = compact has a polynomial: "
        "set split to published or accurate, or leave short_range out");
  const bool best = o.scheme == Scheme::kBest;
  if (best && o.split != SplitRule::kCompact && o.table)
    throw UsageError(
        "scheme = best has the short-range factor as a polynomial and no table: set short_range = "
        "erfc, or split = compact");
  if (settings.backend() == Backend::kCpu && o.single && !best)
    throw UsageError("precision = fp32 on the CPU is of scheme = best: set scheme, or fp64");
  const int grid = split(settings, particles).grid;
  if (grid > kMostCells)
    throw UsageError("twice the side of " + std::to_string(particles) + " particles is a mesh of " +
                     std::to_string(grid) +
                     " cells a side, more than 32 bits number; set grid to " +
                     std::to_string(kMostCells) + " or less");
  const Widths width = widths(o);
  const int least = static_cast<int>(std::ceil(2 * width.cells * width.cut));
  if (grid < least)
    throw UsageError("grid = " + std::to_string(grid) +
                     " is too coarse for split = " + std::string(settings.choice("split")) +
                     ": the short range would reach around the box; set grid to " +
                     std::to_string(least) + " or more");
}

void require_sound(const Particles& p, const Settings& settings) {
  require_bodies(p);
  require_sound(settings, static_cast<std::int64_t>(p.size()));
  if (!options(settings).ewald)
    require_mesh_of_lattice(p, split(settings, static_cast<std::int64_t>(p.size())));
  double mass = 0;
  for (const double m : p.mass) mass += m;
  const double box = options(settings).box;
  const Cosmology c = cosmology(settings);
  const double density = mass / (box * box * box) / critical_density(c);
  if (!(std::abs(density - c.omega_m) <= kMassTolerance * c.omega_m)) {
    std::ostringstream out;
    out << "the particles' mass is " << density << " of the critical density of the box, 'omega_m' "
        << "is " << c.omega_m << ": give each of equal particles "
        << particle_mass(c, box, static_cast<double>(p.size()))
        << " (in 10^10 solar masses), or set box, hubble and omega_m to what they were made for";
    throw UsageError(out.str());
  }
}

}  // namespace tycho::tree_pm
