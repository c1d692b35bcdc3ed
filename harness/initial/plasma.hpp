// What the initial conditions of a plasma have in common: the box is the run's own grid, in cells;
// the particles are electrons of mass nx ny / N (core/traits.hpp).
#pragma once

#include <array>
#include <cstdint>

#include "core/particles.hpp"
#include "core/settings.hpp"
#include "harness/strict/strict_json.hpp"

namespace tycho::initial {

/// One mode: its wavelengths in the box along each axis, and its wave vector in 1 / cells.
struct PlasmaMode {
  std::array<int, 2> number;
  std::array<double, 2> k;
  double size;  // |k|

  double phase(double x, double y) const { return k[0] * x + k[1] * y; }
  /// Along k, of length 1.
  std::array<double, 2> direction() const { return {k[0] / size, k[1] / size}; }
};

/// What the run's contract states of its plasma. Throws UsageError where it has none.
Plasma require_plasma(const Settings& settings);

/// The key "mode", [mx, my].
std::array<int, 2> read_mode(const strict::JsonView& spec);

/// Throws UsageError where the run's grid cannot hold the mode.
PlasmaMode mode_in(const std::array<int, 2>& number, const Settings& settings);

/// At rest, all of the right mass, at the origin.
Particles electrons(std::int64_t n, const Settings& settings);

/// How many particles along x and y stand in a cell of a regular lattice of n, as near to equal as
/// can be. Throws UsageError where n is no multiple of the cells.
std::array<int, 2> lattice_in_cell(std::int64_t n, const Settings& settings);

/// Point i of such a lattice, symmetric in every cell.
struct Lattice {
  std::int64_t columns, rows;
  double spacing_x, spacing_y;

  Lattice(std::int64_t n, const Settings& settings);
  double x(std::int64_t i) const { return (static_cast<double>(i % columns) + 0.5) * spacing_x; }
  double y(std::int64_t i) const { return (static_cast<double>(i / columns) + 0.5) * spacing_y; }
};

/// A coordinate brought into [0, side), from less than a box away.
double in_box(double x, double side);

}  // namespace tycho::initial
