// Input that breaks trees, total mass 1, at rest: all bodies at a few positions, on a line, over
// twelve decades of distance, or far from the origin. Masses differ by up to a factor of two.
#include <array>
#include <cmath>
#include <numbers>

#include "core/philox.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

constexpr std::array<std::string_view, 4> kShapes{"coincident", "line", "decades", "offset"};

struct Degenerate {
  std::uint64_t seed = 0;
  std::string shape;
};

Degenerate read(const strict::JsonView& spec) {
  return {read_seed(spec), spec.at("shape").one_of(kShapes)};
}

Vec3<double> direction(const std::array<double, 2>& uniform) {
  const double z = 1 - 2 * uniform[0], angle = 2 * std::numbers::pi * uniform[1];
  const double across = std::sqrt(1 - z * z);
  return {across * std::cos(angle), across * std::sin(angle), z};
}

Vec3<double> position(const Degenerate& spec, std::uint64_t i, std::int64_t n) {
  const Random random(spec.seed, kPositions);
  if (spec.shape == "coincident") {
    constexpr std::uint64_t kPlaces = 7;
    return direction(random.uniform2(i % kPlaces));
  }
  if (spec.shape == "line") return random.uniform(i) * Vec3<double>{1, 2, -0.5};
  if (spec.shape == "decades") {
    const double share = n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 0;
    return std::pow(10, -6 + 12 * share) * direction(random.uniform2(i));
  }
  // A ball filled more densely in the middle, which is not at the origin.
  const double radius = random.uniform(i, 1);
  return Vec3<double>{1e6, -2e6, 3e6} + radius * direction(random.uniform2(i));
}

Particles make(const strict::JsonView& spec, std::int64_t n) {
  const Degenerate given = read(spec);
  const Random masses(given.seed, kMasses);
  Particles particles(static_cast<std::size_t>(n));
  double total = 0;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    particles.set_position(i, position(given, i, n));
    particles.mass[i] = masses.uniform(i, 1, 2);
    total += particles.mass[i];
  }
  for (double& mass : particles.mass) mass /= total;
  return particles;  // as it is: centring would undo the offset
}

}  // namespace

const Kind& degenerate() {
  static constexpr Key kKeys[] = {{"seed", "of the random numbers"},
                                  {"shape", "`coincident`, `line`, `decades` or `offset`"}};
  static const Kind kind{"degenerate",
                         "bodies that break trees: at a few positions, on a line, over twelve "
                         "decades of distance, or far from the origin",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         make};
  return kind;
}

}  // namespace tycho::initial
