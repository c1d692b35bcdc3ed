// A galaxy like M81 (cudagadget2013, section 5.2): halo, bulge and disc in balance, turning about z
// (harness/initial/galaxy_model.hpp). Bodies of one species have one mass and one softening length;
// ids run through halo, bulge and disc.
#include <algorithm>
#include <cmath>

#include "harness/initial/galaxy_sampler.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

/// Halo, bulge and disc.
struct Galaxy {
  std::uint64_t seed = 0;
  GalaxyParameters parameters;
  /// Shares of the bodies. Most are in the halo, so that none of its bodies is heavy enough to stir
  /// up the disc.
  std::array<double, kGalaxySpecies> numbers{0.6, 0.1, 0.3};
  std::array<double, kGalaxySpecies> softening{0.06, 0.04, 0.05};
};

std::array<double, kGalaxySpecies> read_three(const strict::JsonView& view, double least,
                                              double most) {
  view.require_keys({"halo", "bulge", "disc"});
  return {view.at("halo").number(least, most), view.at("bulge").number(least, most),
          view.at("disc").number(least, most)};
}

Galaxy read(const strict::JsonView& spec) {
  Galaxy galaxy;
  galaxy.seed = read_seed(spec);
  if (const auto v = spec.find("toomre_q")) galaxy.parameters.toomre_q = v->number(0.5, 5);
  if (const auto v = spec.find("numbers")) galaxy.numbers = read_three(*v, 1e-3, 1);
  if (const auto v = spec.find("softening")) galaxy.softening = read_three(*v, 0, 10);
  return galaxy;
}

/// Where each species' bodies end. Every species has at least one body where there are enough
/// bodies.
std::array<std::size_t, kGalaxySpecies> ends(const Galaxy& galaxy, std::int64_t n) {
  const double all = galaxy.numbers[kHalo] + galaxy.numbers[kBulge] + galaxy.numbers[kDisc];
  const auto until = [&](double share) {
    return static_cast<std::size_t>(std::llround(share / all * static_cast<double>(n)));
  };
  return {until(galaxy.numbers[kHalo]), until(galaxy.numbers[kHalo] + galaxy.numbers[kBulge]),
          static_cast<std::size_t>(n)};
}

/// Moves the bodies from `begin` to `end`, of one mass, so that their middle rests in the origin.
void centre_part(Particles& particles, std::size_t begin, std::size_t end) {
  Vec3<double> position, velocity;
  const double each = 1 / static_cast<double>(end - begin);
  for (std::size_t i = begin; i < end; ++i) {
    position += each * particles.position(i);
    velocity += each * particles.velocity(i);
  }
  for (std::size_t i = begin; i < end; ++i) {
    particles.set_position(i, particles.position(i) - position);
    particles.set_velocity(i, particles.velocity(i) - velocity);
  }
}

Particles make(const strict::JsonView& spec, std::int64_t n) {
  const Galaxy galaxy = read(spec);
  const GalaxyModel model(galaxy.parameters);
  const GalaxySampler sampler(model, galaxy.seed);
  const auto end = ends(galaxy, n);
  const std::array<std::size_t, kGalaxySpecies> count{end[kHalo], end[kBulge] - end[kHalo],
                                                      end[kDisc] - end[kBulge]};
  Particles particles(static_cast<std::size_t>(n));
  particles.species.resize(particles.size());
  particles.softening.resize(particles.size());
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const GalaxySpecies species = i < end[kHalo] ? kHalo : i < end[kBulge] ? kBulge : kDisc;
    const PhasePoint point = sampler.body(species, i);
    particles.mass[i] = model.mass(species) / static_cast<double>(count[species]);
    particles.species[i] = species;
    particles.softening[i] = galaxy.softening[species];
    particles.set_position(i, point.position);
    particles.set_velocity(i, point.velocity);
  }
  // Each component about the origin, and with it the whole: those of a small sample would otherwise
  // start beside one another and swing.
  std::size_t begin = 0;
  for (const std::size_t until : end) {
    centre_part(particles, begin, until);
    begin = until;
  }
  return particles;
}

}  // namespace

const Kind& galaxy() {
  static constexpr Key kKeys[] = {
      {"seed", "of the random numbers"},
      {"toomre_q", "the least over the disc (1.8)"},
      {"numbers", "{halo, bulge, disc}: shares of the bodies (0.6, 0.1, 0.3)"},
      {"softening", "{halo, bulge, disc}: kpc (0.06, 0.04, 0.05)"}};
  static const Kind kind{"galaxy",
                         "a galaxy like M81 in balance: kpc, 10^10 suns, G = 1; every body has a "
                         "species and a softening length",
                         kKeys,
                         0,
                         [](const strict::JsonView& spec) { read(spec); },
                         make};
  return kind;
}

}  // namespace tycho::initial
