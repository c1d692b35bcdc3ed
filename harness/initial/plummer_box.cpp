// A Plummer sphere of mass 1 in the middle of the unit box, G = 1: the sphere of aubert2009, IV.A.
// Unless the case says otherwise it ends at 0.3 of the box, so that nothing reaches a wall.
#include "core/error.hpp"
#include "harness/initial/box_sphere.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

struct PlummerBox {
  std::uint64_t seed = 0;
  BoxSphere sphere{0.05, 0.3, 1};
};

PlummerBox read(const strict::JsonView& spec) {
  PlummerBox box;
  box.seed = read_seed(spec);
  if (const auto scale = spec.find("scale")) box.sphere.scale = scale->number(1e-4, 0.3);
  if (const auto cutoff = spec.find("cutoff")) box.sphere.cutoff = cutoff->number(1e-3, 0.5);
  return box;
}

Particles make(const strict::JsonView& spec, std::int64_t n) {
  const PlummerBox box = read(spec);
  const Vec3<double> middle{0.5, 0.5, 0.5};
  Particles particles(static_cast<std::size_t>(n));
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const PhasePoint point = box.sphere.particle(box.seed, i);
    particles.mass[i] = box.sphere.mass / static_cast<double>(n);
    particles.set_position(i, point.position);
    particles.set_velocity(i, point.velocity);
  }
  centre(particles);
  for (std::size_t i = 0; i < particles.size(); ++i)
    particles.set_position(i, particles.position(i) + middle);
  return particles;
}

}  // namespace

const Kind& plummer_box() {
  static constexpr Key kKeys[] = {{"seed", "of the random numbers"},
                                  {"scale", "radius b, in boxes (0.05)"},
                                  {"cutoff", "radius at which the sphere ends, in boxes (0.3)"}};
  static const Kind kind{"plummer_box",
                         "a Plummer sphere of mass 1 in the middle of the unit box, G = 1",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         make};
  return kind;
}

}  // namespace tycho::initial
