// An exponential disc of mass 1 in the middle of the unit box, thin, rotating about z, and cool
// enough to grow arms (aubert2009, IV.A); with a satellite on its way past it, a bar and arms
// (Fig. 1). G = 1. All particles have one mass, so the satellite's are as many as its mass asks
// for.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "core/philox.hpp"
#include "harness/initial/box_sphere.hpp"
#include "harness/initial/disc_model.hpp"
#include "harness/initial/kinds.hpp"

namespace tycho::initial {

namespace {

const Vec3<double> kMiddle{0.5, 0.5, 0.5};

struct Satellite {
  double mass = 0.1;       // over the disc's
  double distance = 0.25;  // from the disc's middle, along x
  double speed = 0.8;      // over that on a circle there
  double scale = 0.02;
};

struct Disc {
  std::uint64_t seed = 0;
  double scale = 0.05, thickness = 0.005, toomre_q = 1.2;
  double cutoff = 5;  // scale radii; 96% of the mass of an endless disc lies inside
  std::optional<Satellite> satellite;
};

Disc read(const strict::JsonView& spec) {
  Disc disc;
  disc.seed = read_seed(spec);
  if (const auto v = spec.find("scale")) disc.scale = v->number(1e-3, 0.1);
  if (const auto v = spec.find("thickness")) disc.thickness = v->number(1e-5, 0.05);
  if (const auto v = spec.find("toomre_q")) disc.toomre_q = v->number(0, 10);
  if (const auto v = spec.find("cutoff")) disc.cutoff = v->number(1, 10);
  if (disc.scale * disc.cutoff > 0.45)
    spec.fail("the disc must end inside the box: scale times cutoff is at most 0.45");
  if (const auto given = spec.find("satellite")) {
    given->require_keys({"mass", "distance", "speed", "scale"});
    Satellite s;
    if (const auto v = given->find("mass")) s.mass = v->number(1e-3, 1);
    if (const auto v = given->find("distance")) s.distance = v->number(0.01, 0.45);
    if (const auto v = given->find("speed")) s.speed = v->number(0, 2);
    if (const auto v = given->find("scale")) s.scale = v->number(1e-3, 0.1);
    disc.satellite = s;
  }
  return disc;
}

/// A smooth function on [0, 1] as a table, read by linear interpolation: what a disc's speeds and
/// radii cost to compute would take hours for 512^3 particles.
class Table {
 public:
  template <typename Function>
  explicit Table(Function f) {
    for (int i = 0; i <= kSteps; ++i) values_.push_back(f(static_cast<double>(i) / kSteps));
  }
  double operator()(double x) const {
    const double scaled = x * kSteps;
    const auto i = std::min(static_cast<std::size_t>(scaled), values_.size() - 2);
    const double part = scaled - static_cast<double>(i);
    return (1 - part) * values_[i] + part * values_[i + 1];
  }

 private:
  static constexpr int kSteps = 8192;
  std::vector<double> values_;
};

/// The fraction of an exponential disc's mass inside x scale radii, and back by bisection.
double enclosed(double x) { return 1 - (1 + x) * std::exp(-x); }
double radius_of(double fraction) {
  double low = 0, high = 50;
  for (int i = 0; i < 60; ++i) {
    const double x = 0.5 * (low + high);
    (enclosed(x) < fraction ? low : high) = x;
  }
  return 0.5 * (low + high);
}

/// Draws the disc's particles. Radii by the square root of the mass inside, which makes them smooth
/// in the middle; speeds by the radius over that of the edge.
class DiscSampler {
 public:
  explicit DiscSampler(const Disc& disc)
      : disc_(disc),
        edge_(disc.scale * disc.cutoff),
        model_{1 / enclosed(disc.cutoff), disc.scale, disc.thickness, disc.toomre_q},
        radius_([&](double root) { return radius_of(enclosed(disc.cutoff) * root * root); }),
        radial_(at_radius(&DiscModel::radial_dispersion)),
        azimuthal_(at_radius(&DiscModel::azimuthal_dispersion)),
        vertical_(at_radius(&DiscModel::vertical_dispersion)),
        rotation_(at_radius(&DiscModel::mean_rotation)) {}

  PhasePoint particle(std::uint64_t i) const {
    const Random positions(disc_.seed, kPositions), speeds(disc_.seed, kVelocities);
    const auto [fraction, turn] = positions.uniform2(i, 0);
    const double radius = disc_.scale * radius_(std::sqrt(fraction)), x = radius / edge_;
    const double angle = 2 * std::numbers::pi * turn;
    const double z = disc_.thickness * std::atanh(2 * positions.uniform(i, 1) - 1);
    const auto [along, around] = speeds.normal2(i, 0);
    const double v_r = radial_(x) * along, v_phi = rotation_(x) + azimuthal_(x) * around;
    const double v_z = vertical_(x) * speeds.normal2(i, 1)[0];
    const double c = std::cos(angle), s = std::sin(angle);
    return {{radius * c, radius * s, z}, {v_r * c - v_phi * s, v_r * s + v_phi * c, v_z}};
  }

 private:
  /// In the very middle the model divides nothing by nothing: its limit is taken close to it.
  Table at_radius(double (DiscModel::*speed)(double) const) const {
    return Table([&](double x) { return (model_.*speed)(edge_ * std::max(x, 1e-5)); });
  }

  Disc disc_;
  double edge_;
  DiscModel model_;
  Table radius_, radial_, azimuthal_, vertical_, rotation_;
};

PhasePoint satellite_particle(const Disc& disc, std::uint64_t i) {
  const Satellite& s = *disc.satellite;
  const BoxSphere sphere{s.scale, 3 * s.scale, s.mass};
  // A seed of its own, so that the disc is the same with and without a satellite.
  PhasePoint point = sphere.particle(disc.seed + 1, i);
  point.position += Vec3<double>{s.distance, 0, 0};
  point.velocity += Vec3<double>{0, s.speed / std::sqrt(s.distance), 0};
  return point;
}

Particles make(const strict::JsonView& spec, std::int64_t n) {
  const Disc disc = read(spec);
  const DiscSampler sampler(disc);
  const double extra = disc.satellite ? disc.satellite->mass : 0;
  const auto in_disc = static_cast<std::size_t>(std::llround(static_cast<double>(n) / (1 + extra)));
  Particles particles(static_cast<std::size_t>(n));
#pragma omp parallel for schedule(static)
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const PhasePoint point =
        i < in_disc ? sampler.particle(i) : satellite_particle(disc, i - in_disc);
    particles.mass[i] = (1 + extra) / static_cast<double>(n);
    particles.set_position(i, point.position);
    particles.set_velocity(i, point.velocity);
  }
  centre(particles);
  for (std::size_t i = 0; i < particles.size(); ++i)
    particles.set_position(i, particles.position(i) + kMiddle);
  return particles;
}

}  // namespace

const Kind& exponential_disc() {
  static constexpr Key kKeys[] = {
      {"seed", "of the random numbers"},
      {"scale", "radius, in boxes (0.05)"},
      {"thickness", "z_0 of sech^2(z / z_0) (0.005)"},
      {"toomre_q", "of the disc (1.2)"},
      {"cutoff", "scale radii at which the disc ends (5)"},
      {"satellite",
       "{mass over the disc's (0.1), distance (0.25), speed over the circular one (0.8), scale "
       "(0.02)}: a Plummer sphere that passes by; else none"}};
  static const Kind kind{
      "exponential_disc",
      "a thin exponential disc of mass 1 that rotates about z in the middle of the unit box, G = 1",
      kKeys,
      0,
      [](const strict::JsonView& spec) { read(spec); },
      make};
  return kind;
}

}  // namespace tycho::initial
