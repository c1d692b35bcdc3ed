#include "harness/measure/evolution.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tycho::measure {

namespace {
// A close encounter is shorter than the distance between two kept points: look more often.
constexpr int kLooksPerPoint = 5;
// From this number on particles are for meshes, in which there is no close encounter, and a look
// takes longer than the steps between two looks.
constexpr std::size_t kManyParticles = 100'000;
// How far a picture of a galaxy reaches, in half-mass radii of its disc.
constexpr double kPictureRadii = 3.5;
}  // namespace

Evolution evolve(Algorithm& algorithm, const Contract& contract, const Particles& initial,
                 const Looks& looked, double dt, std::int64_t steps, int points,
                 const WayLimits& limits, const Progress& progress) {
  const int looks_per_point = initial.size() < kManyParticles ? kLooksPerPoint : 1;
  const std::int64_t looks =
      std::clamp<std::int64_t>(std::int64_t{points} * looks_per_point, 1, steps);
  Evolution result(looks);
  Timing& timing = result.timing;
  timing.steps_per_window = steps / looks;
  algorithm.load(initial);
  SilentTimer silent(contract.stages);

  Particles now(initial.size());
  if (looked.energy_error) looked.energy_error(initial);
  const bool keep_orbits = initial.size() <= kMostOrbits;
  if (keep_orbits)
    for (auto* component : {&result.x, &result.y, &result.z}) component->resize(initial.size());

  const auto keep = [&](double t, double error, const Particles& particles) {
    result.kept_t.push_back(t);
    if (looked.energy_error) result.kept_error.push_back(error);
    if (!keep_orbits) return;
    for (std::size_t i = 0; i < particles.size(); ++i) {
      result.x[i].push_back(particles.x[i]);
      result.y[i].push_back(particles.y[i]);
      result.z[i].push_back(particles.z[i]);
    }
  };
  keep(0, 0, initial);

  // A galaxy's bodies are told apart, and its shape is followed.
  std::vector<std::uint8_t> species;
  checks::Crossings crossings(looked.box);
  const auto take_shape = [&](const Particles& particles, double t) {
    species = checks::species_of(initial, particles);
    if (species.empty()) return;
    result.components.push_back(checks::components(particles, species, t));
    if (looked.box > 0) result.components.back().crossed = crossings.look(particles);
  };
  take_shape(initial, 0);
  const auto take_picture = [&](std::int64_t look, const Particles& particles) {
    const bool due = look * (looked.pictures - 1) % looks < looked.pictures - 1;
    if (looked.pictures == 0 || !due) return;
    const double t = dt * static_cast<double>(timing.evolved);
    const std::vector<double> scale_factor = algorithm.field("scale_factor");
    Picture picture =
        !scale_factor.empty() ? slice_along_z(particles, looked.box, scale_factor.front(), t)
        : species.empty()
            ? seen_along_z(algorithm, t)
            : stars_along_z(particles, species, result.components.back().middle,
                            kPictureRadii * result.components.front().half_mass.back(), t);
    if (picture.side > 0) result.pictures.push_back(std::move(picture));
  };
  take_picture(0, initial);
  const auto take_mode = [&](double t) {
    if (looked.mode) result.mode.emplace_back(t, looked.mode());
  };
  take_mode(0);
  const auto start = std::chrono::steady_clock::now();
  const auto spent = [&] { return Seconds(std::chrono::steady_clock::now() - start).count(); };
  double worst = 0;
  for (std::int64_t look = 0; look < looks; ++look) {
    const std::int64_t until = steps * (look + 1) / looks;
    bool cut = false;
    while (timing.evolved < until && !cut) {
      std::int64_t chunk = until - timing.evolved;
      if (limits.step_s > 0) {
        const double step_s = timing.step_s.empty() ? limits.step_s : timing.step_s.back();
        const double fitting = std::max(1.0, (limits.seconds - spent()) / step_s);
        if (fitting < static_cast<double>(chunk)) chunk = static_cast<std::int64_t>(fitting);
      }
      result.kept.before(timing.windows.size(), algorithm);
      const double passed_s = window(algorithm, silent, chunk, timing);
      timing.passed_s += passed_s;
      timing.step_s.push_back(passed_s / static_cast<double>(chunk));
      timing.evolved += chunk;
      cut = limits.step_s > 0 && spent() > limits.seconds;
    }

    now.poison();
    algorithm.store(now);
    const double t = dt * static_cast<double>(timing.evolved);
    const double error = looked.energy_error ? looked.energy_error(now) : 0;
    if (looked.energy_error) result.energy_error.emplace_back(t, error);
    take_mode(t);
    take_shape(now, t);
    // NaN, which compares false, stays.
    if (!std::isnan(worst) && !(std::abs(error) <= std::abs(worst))) worst = error;
    take_picture(look + 1, now);
    const bool last_look = look + 1 == looks || cut;
    if ((look + 1) % looks_per_point == 0 || last_look) {
      keep(t, worst, now);
      worst = 0;
      progress("evolving", static_cast<double>(look + 1) / static_cast<double>(looks));
    }
    if (cut || (limits.seconds > 0 && spent() > limits.seconds)) break;
  }
  result.final = now;
  return result;
}

}  // namespace tycho::measure
