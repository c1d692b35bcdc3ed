// Array by array as reference/pic lays them out, and bounds of what gpu/pic makes room for.
#include "core/contracts/pic_memory.hpp"

#include <algorithm>
#include <cmath>

#include "core/contracts/pic.hpp"
#include "core/settings.hpp"

namespace tycho::pic {

namespace {

using Bytes = std::int64_t;

struct Sizes {
  Bytes real, particles, points, guarded, modes;
  Bytes electron;  // position and velocity
};

Sizes sizes(const Options& o, std::int64_t particles) {
  const Bytes real = o.fp32 ? 4 : 8, nx = o.nx, ny = o.ny;
  return {real, particles, nx * ny, (nx + 1) * (ny + 1), (nx / 2 + 1) * ny, 4 * real};
}

/// Charge and field; Green's function, the modes of both, and modes on their way, twice at most.
Bytes grids(const Sizes& s) {
  return s.real * (3 * s.points + 2 * s.guarded + s.modes * (1 + 2 * 3 + 2 * 2));
}

/// What a store reads out, with that of the store before; the ids as loaded; a potential in double.
Bytes read_out(const Sizes& s) {
  const Bytes held = 8 + 4 + 4 + s.electron;
  return s.particles * (2 * held + 8 + 8) + 2 * 8 * s.points;
}

Bytes scattered(const Options& o, const Sizes& s) {
  return s.particles * (s.electron + 8) + s.real * o.threads * s.guarded;
}

/// Twice, since a reorder goes from the one to the other; where each goes, and what a load sorts.
Bytes ordered(const Options& o, const Sizes& s) {
  const Bytes groups = 8 * s.points * (o.threads + 2);
  return s.particles * (2 * (s.electron + 8) + 4 + s.electron + 4) + groups +
         s.real * (s.guarded + o.threads * Bytes{o.nx + 1});
}

/// loop = best: rows with an eighth more room than particles, and three more for each thread. Of
/// the particles a quarter may leave their cells in one step, in vectors that double as they grow.
Bytes in_rows(const Options& o, const Sizes& s) {
  constexpr Bytes kBeyond = 64;
  const Bytes slot = s.electron + 4, leaver = s.electron + 8, rows = o.ny;
  const Bytes of_row = s.particles / rows + 1, starts = 8 * Bytes{o.nx + 1};
  const Bytes room = slot * (of_row + of_row / 8 + kBeyond);
  return rows * (room + 2 * starts) + s.particles * (8 + leaver / 2) +
         3 * o.threads * (room + starts + of_row * (leaver + 8)) + 2 * s.real * s.guarded;
}

/// Where ranks share the run, be it one: a checkpoint's particles, their places by id, and its
/// numbers in a vector that doubles as it grows.
Bytes checkpoint(const Options& o, const Sizes& s) {
  if (!o.ranks || !unfit_for_ranks(o).empty()) return 0;
  constexpr Bytes kPlace = 48, kNumbers = 6 * 8;
  return s.particles * (16 + s.electron + kPlace + 3 * kNumbers);
}

Bytes on_host(const Options& o, const Sizes& s) {
  const Bytes held = o.best                         ? in_rows(o, s)
                     : o.layout == Layout::kOrdered ? ordered(o, s)
                                                    : scattered(o, s);
  return grids(s) + read_out(s) + held + checkpoint(o, s);
}

/// Groups or tiles with the room that gpu/pic/room.hpp gives them, each as long a list of those
/// that leave and of holes.
Bytes on_device(const Options& o, const Sizes& s) {
  const double groups = o.layout == Layout::kTiled ? std::ceil(double(o.nx) / o.tile_x) *
                                                         std::ceil(double(o.ny) / o.tile_y)
                                                   : static_cast<double>(s.points);
  const double mean = static_cast<double>(s.particles) / groups;
  const double room = o.group_room > 0 ? o.group_room * mean + 1 : mean + 8 * std::sqrt(mean) + 9;
  const auto slots = static_cast<Bytes>(groups * room);
  return slots * (2 * s.electron + 4 * 4) + 4 * 8 * static_cast<Bytes>(groups) + 2 * grids(s);
}

// Plans of FFTW with its threads' own memory, and what is no array.
constexpr Bytes kSmall = 256 << 10;

}  // namespace

MemoryNeed memory(const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const Sizes s = sizes(o, particles);
  if (settings.backend() == Backend::kCpu) return {on_host(o, s) + kSmall, 0};
  return {read_out(s) + 2 * s.particles * s.electron + kSmall, on_device(o, s)};
}

}  // namespace tycho::pic
