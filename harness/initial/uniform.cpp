// Particles anywhere in the unit box with velocities of any direction: the random case of
// aubert2009, IV.A. Mass 1 in all; every component of a velocity is uniform in [-speed, speed].
#include "core/philox.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

struct Uniform {
  std::uint64_t seed = 0;
  double speed = 1;
};

Uniform read(const strict::JsonView& spec) {
  Uniform box;
  box.seed = read_seed(spec);
  if (const auto speed = spec.find("speed")) box.speed = speed->number(0, 1e6);
  return box;
}

Particles make(const strict::JsonView& spec, std::int64_t n) {
  const Uniform box = read(spec);
  const Random positions(box.seed, kPositions), velocities(box.seed, kVelocities);
  const auto draw = [](const Random& random, std::uint64_t i, double low, double high) {
    const auto [x, y] = random.uniform2(i, 0);
    const double z = random.uniform(i, 1), size = high - low;
    return Vec3<double>{low + size * x, low + size * y, low + size * z};
  };
  Particles particles(static_cast<std::size_t>(n));
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < particles.size(); ++i) {
    particles.mass[i] = 1 / static_cast<double>(n);
    particles.set_position(i, draw(positions, i, 0, 1));
    particles.set_velocity(i, draw(velocities, i, -box.speed, box.speed));
  }
  return particles;
}

}  // namespace

const Kind& uniform() {
  static constexpr Key kKeys[] = {
      {"seed", "of the random numbers"},
      {"speed", "every component of a velocity is uniform in [-speed, speed] (1)"}};
  static const Kind kind{"uniform", "particles anywhere in the unit box, mass 1 in all", kKeys,
                         0,         [](const strict::JsonView& spec) { read(spec); },    make};
  return kind;
}

}  // namespace tycho::initial
