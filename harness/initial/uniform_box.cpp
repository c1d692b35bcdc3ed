// Masses, positions and velocities uniform in stated ranges: the six bodies of bertinelli2025,
// section 4. Nothing is centred or scaled: the numbers are in the ranges, as published.
#include "core/philox.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

struct Range {
  double low, high;
  double at(double uniform) const { return low + (high - low) * uniform; }
};

struct UniformBox {
  std::uint64_t seed;
  Range masses, positions, velocities;
};

Range read_range(const strict::JsonView& spec, std::string_view key, double least) {
  const auto [low, high] = spec.at(key).range(least, 1e9);
  return {low, high};
}

UniformBox read(const strict::JsonView& spec) {
  return {read_seed(spec), read_range(spec, "masses", 1e-9), read_range(spec, "positions", -1e9),
          read_range(spec, "velocities", -1e9)};
}

Vec3<double> draw(const Random& random, std::uint64_t i, const Range& range) {
  const auto [x, y] = random.uniform2(i, 0);
  return {range.at(x), range.at(y), range.at(random.uniform(i, 1))};
}

Particles make(const strict::JsonView& spec, std::int64_t n) {
  const UniformBox box = read(spec);
  const Random positions(box.seed, kPositions), velocities(box.seed, kVelocities),
      masses(box.seed, kMasses);
  Particles particles(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < particles.size(); ++i) {
    particles.mass[i] = box.masses.at(masses.uniform(i));
    particles.set_position(i, draw(positions, i, box.positions));
    particles.set_velocity(i, draw(velocities, i, box.velocities));
  }
  return particles;
}

}  // namespace

const Kind& uniform_box() {
  static constexpr Key kKeys[] = {{"seed", "of the random numbers"},
                                  {"masses", "[low, high]"},
                                  {"positions", "[low, high], of every coordinate"},
                                  {"velocities", "[low, high], of every component"}};
  static const Kind kind{"uniform_box",
                         "bodies uniform in these ranges, not centred",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         make};
  return kind;
}

}  // namespace tycho::initial
