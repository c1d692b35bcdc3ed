#include "harness/initial/plasma.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "core/error.hpp"
#include "core/formulas/pic_crossing.hpp"

namespace tycho::initial {

Plasma require_plasma(const Settings& settings) {
  const Contract& contract = settings.contract();
  if (contract.traits.plasma) return contract.traits.plasma(settings);
  throw UsageError("initial: a plasma fills the cells of an algorithm that is made for one; " +
                   std::string(contract.name) + " states none");
}

std::array<int, 2> read_mode(const strict::JsonView& spec) {
  const strict::JsonView mode = spec.at("mode");
  const auto elements = mode.elements();
  if (elements.size() != 2) mode.fail("must be [mx, my]");
  const std::array<int, 2> number{static_cast<int>(elements[0].whole(0, 4096)),
                                  static_cast<int>(elements[1].whole(0, 4096))};
  if (number[0] == 0 && number[1] == 0) mode.fail("must not be [0, 0]");
  return number;
}

PlasmaMode mode_in(const std::array<int, 2>& number, const Settings& settings) {
  const Plasma plasma = require_plasma(settings);
  const std::array<int, 2> cells{plasma.nx, plasma.ny};
  PlasmaMode mode{number, {}, 0};
  for (int axis = 0; axis < 2; ++axis) {
    const char* const side = axis == 0 ? "nx" : "ny";
    if (2 * number[axis] >= cells[axis])
      throw UsageError("initial: mode " + std::to_string(number[axis]) + " is not resolved by " +
                       side + " = " + std::to_string(cells[axis]) +
                       ": it must be less than half of that");
    mode.k[axis] = 2 * std::numbers::pi * number[axis] / cells[axis];
  }
  mode.size = std::hypot(mode.k[0], mode.k[1]);
  return mode;
}

Particles electrons(std::int64_t n, const Settings& settings) {
  const Plasma plasma = require_plasma(settings);
  const double cells = double(plasma.nx) * plasma.ny;
  Particles particles(static_cast<std::size_t>(n));
  std::fill(particles.mass.begin(), particles.mass.end(), cells / static_cast<double>(n));
  return particles;
}

std::array<int, 2> lattice_in_cell(std::int64_t n, const Settings& settings) {
  const Plasma plasma = require_plasma(settings);
  const std::int64_t cells = std::int64_t{plasma.nx} * plasma.ny;
  if (n % cells != 0)
    throw UsageError("initial: a lattice of " + std::to_string(n) +
                     " particles cannot fill the cells alike: it must be a multiple of nx ny = " +
                     std::to_string(cells));
  const int each = static_cast<int>(n / cells);
  int along_y = static_cast<int>(std::sqrt(static_cast<double>(each)));
  while (each % along_y != 0) --along_y;
  return {each / along_y, along_y};
}

Lattice::Lattice(std::int64_t n, const Settings& settings) {
  const auto [along_x, along_y] = lattice_in_cell(n, settings);
  const Plasma plasma = require_plasma(settings);
  columns = std::int64_t{along_x} * plasma.nx;
  rows = std::int64_t{along_y} * plasma.ny;
  spacing_x = 1.0 / along_x;
  spacing_y = 1.0 / along_y;
}

double in_box(double x, double side) { return pic::wrapped_position(x, side); }

}  // namespace tycho::initial
