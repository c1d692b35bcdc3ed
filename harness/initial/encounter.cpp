// A disc galaxy in balance with its bulge and halo in the middle of the unit box
// (galaxy_model.hpp), and a satellite that passes it in the plane of its disc, the way the disc
// turns: it draws out arms and a bar (aubert2009, Fig. 1). G = 1, and the disc has mass 1. All
// particles have one mass, as the counts of a mesh want it.
#include <array>
#include <cmath>
#include <optional>

#include "harness/initial/galaxy_sampler.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

/// The model's tables are made for lengths of kpc: the box has this many.
constexpr double kBox = 50;

struct Satellite {
  double mass, scale, distance, speed;
};

struct Encounter {
  std::uint64_t seed = 0;
  GalaxyParameters galaxy;  // lengths of the model
  std::optional<Satellite> satellite;
};

CutSphere read_sphere(const strict::JsonView& view) {
  view.require_keys({"mass", "scale", "cut"});
  return {view.at("mass").number(1e-3, 100), kBox * view.at("scale").number(1e-3, 1),
          kBox * view.at("cut").number(1e-3, 0.2)};
}

Encounter read(const strict::JsonView& spec) {
  Encounter encounter;
  encounter.seed = read_seed(spec);
  GalaxyParameters& galaxy = encounter.galaxy;
  galaxy.halo = {6, kBox * 0.2, kBox * 0.08};
  galaxy.bulge = {0.3, kBox * 0.015, kBox * 0.05};
  galaxy.disc = {1, kBox * 0.05, kBox * 0.008};
  galaxy.disc_edge = 5;
  galaxy.toomre_q = 1.4;
  if (const auto v = spec.find("scale")) galaxy.disc.scale = kBox * v->number(5e-3, 0.08);
  if (const auto v = spec.find("thickness")) galaxy.disc.thickness = kBox * v->number(1e-3, 0.05);
  if (const auto v = spec.find("toomre_q")) galaxy.toomre_q = v->number(0.5, 5);
  if (const auto v = spec.find("halo")) galaxy.halo = read_sphere(*v);
  if (const auto v = spec.find("bulge")) galaxy.bulge = read_sphere(*v);
  if (const auto given = spec.find("satellite")) {
    given->require_keys({"mass", "scale", "distance", "speed"});
    encounter.satellite =
        Satellite{given->at("mass").number(1e-3, 10), given->at("scale").number(1e-3, 0.1),
                  given->at("distance").number(0.05, 0.45), given->at("speed").number(0, 2)};
  }
  // Of an endless disc of mass 1 the edge leaves less.
  galaxy.disc.mass = 1 / (1 - (1 + galaxy.disc_edge) * std::exp(-galaxy.disc_edge));
  return encounter;
}

/// The satellite's particles, in boxes, about the galaxy's middle.
PhasePoint in_satellite(const Satellite& satellite, std::uint64_t seed, std::uint64_t i,
                        double galaxy_mass) {
  const BoxSphere sphere{satellite.scale, 3 * satellite.scale, satellite.mass};
  // A seed of its own, so that the galaxy is the same with and without a satellite.
  PhasePoint point = sphere.particle(seed + 1, i);
  point.position += Vec3<double>{satellite.distance, 0, 0};
  point.velocity +=
      Vec3<double>{0, satellite.speed * std::sqrt(galaxy_mass / satellite.distance), 0};
  return point;
}

Particles make(const strict::JsonView& spec, std::int64_t n) {
  const Encounter encounter = read(spec);
  const GalaxyModel model(encounter.galaxy);
  const GalaxySampler sampler(model, encounter.seed);
  const double own = model.mass(kHalo) + model.mass(kBulge) + model.mass(kDisc);
  const double all = own + (encounter.satellite ? encounter.satellite->mass : 0);
  const auto until = [&](double mass) {
    return static_cast<std::size_t>(std::llround(mass / all * static_cast<double>(n)));
  };
  // The disc first: its particles are the same whatever else there is.
  const std::size_t disc_end = until(1), bulge_end = until(1 + model.mass(kBulge)),
                    halo_end = until(own);
  Particles particles(static_cast<std::size_t>(n));
  particles.species.resize(particles.size());
  const double speed_unit = std::sqrt(kBox);
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < particles.size(); ++i) {
    PhasePoint point;
    if (i < halo_end) {
      const GalaxySpecies species = i < disc_end ? kDisc : i < bulge_end ? kBulge : kHalo;
      point = sampler.body(species, i);
      point = {(1 / kBox) * point.position, speed_unit * point.velocity};
      particles.species[i] = species;
    } else {
      point = in_satellite(*encounter.satellite, encounter.seed, i - halo_end, own);
      particles.species[i] = kGalaxySpecies;
    }
    particles.mass[i] = all / static_cast<double>(n);
    particles.set_position(i, point.position);
    particles.set_velocity(i, point.velocity);
  }
  centre(particles);
  for (std::size_t i = 0; i < particles.size(); ++i)
    particles.set_position(i, particles.position(i) + Vec3<double>{0.5, 0.5, 0.5});
  return particles;
}

}  // namespace

const Kind& encounter() {
  static constexpr Key kKeys[] = {
      {"seed", "of the random numbers"},
      {"scale", "radius of the disc, in boxes (0.05)"},
      {"thickness", "z_0 of sech^2(z / z_0) (0.008)"},
      {"toomre_q", "the least over the disc (1.4)"},
      {"halo", "{mass, scale, cut} of Hernquist's profile, cut by sech(r / cut) (6, 0.2, 0.08)"},
      {"bulge", "the same (0.3, 0.015, 0.05)"},
      {"satellite",
       "{mass over the disc's, scale, distance, speed over that on a circle about all of the "
       "galaxy}: a Plummer sphere that passes by in the plane of the disc; else none"}};
  static const Kind kind{"encounter",
                         "a disc galaxy in balance in the middle of the unit box, its disc of mass "
                         "1, G = 1, and a satellite that passes it; all particles have one mass",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         make};
  return kind;
}

}  // namespace tycho::initial
