#include "harness/measure/lookout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "harness/analysis/density_modes.hpp"
#include "harness/measure/picture_steps.hpp"
#include "harness/measure/way.hpp"

namespace tycho::measure {

namespace {

// How far a picture of a galaxy reaches, in half-mass radii of its disc.
constexpr double kPictureRadii = 3.5;

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

}  // namespace

const Particles& Now::operator()() {
  const Particles& initial = subject_.initial;
  if (at_start_) return initial;
  if (fetched_) return particles_;
  if (particles_.size() != initial.size()) particles_ = Particles(initial.size());
  particles_.poison();
  subject_.algorithm.store(particles_);
  fetched_ = true;
  return particles_;
}

Particles Now::taken() {
  moved();
  (*this)();
  return std::move(particles_);
}

Lookout::Lookout(const Subject& subject, Looks asked, const EvolutionPlan& plan, std::int64_t looks,
                 Evolution& seen)
    : subject_(subject),
      asked_(std::move(asked)),
      dt_(plan.dt),
      steps_(plan.steps),
      seen_(seen),
      now_(subject),
      crossings_(asked_.box) {
  for (const std::int64_t step : even_picture_steps(asked_.pictures, looks, steps_))
    asked_.picture_steps.push_back(step);
  std::sort(asked_.picture_steps.begin(), asked_.picture_steps.end());
}

void Lookout::begin() {
  if (asked_.energy_error) asked_.energy_error(subject_.initial);
  if (keeps_orbits())
    for (auto* component : {&seen_.x, &seen_.y, &seen_.z})
      component->resize(subject_.initial.size());
  keep(0, 0);
  take_shape(0);
  take_picture();
  take_mode(0);
  take_growth(0);
}

void Lookout::go_on_from(const nlohmann::json& way) {
  take_way(way, seen_, asked_.energy_error);
  now_.moved();
}

nlohmann::json Lookout::way() const { return way_of(seen_, asked_.energy_error); }

bool Lookout::can_be_kept() const { return asked_.box <= 0 || subject_.initial.species.empty(); }

void Lookout::moved() {
  now_.moved();
  if (asked_.every > 0 && seen_.timing.evolved % asked_.every == 0)
    asked_.keep(seen_.timing.evolved, now_());
}

void Lookout::look() {
  const double t = time();
  const double error =
      asked_.energy_error ? asked_.energy_error([&]() -> const Particles& { return now_(); }) : 0;
  if (asked_.energy_error) seen_.energy_error.emplace_back(t, error);
  take_mode(t);
  take_growth(t);
  take_shape(t);
  // NaN, which compares false, stays.
  if (!std::isnan(seen_.worst) && !(std::abs(error) <= std::abs(seen_.worst))) seen_.worst = error;
  take_picture();
  take_waves();
}

void Lookout::look_between() {
  take_picture();
  take_waves();
}

void Lookout::keep_point() { keep(time(), std::exchange(seen_.worst, 0)); }

void Lookout::end() { seen_.final = now_.taken(); }

std::int64_t Lookout::next_due() const {
  const std::int64_t taken = seen_.timing.evolved;
  const auto& steps = asked_.picture_steps;
  const auto picture = std::upper_bound(steps.begin(), steps.end(), taken);
  std::int64_t next = picture == steps.end() ? kNever : *picture;
  for (const auto& [step, waves] : asked_.waves)
    if (step > taken) next = std::min(next, step);
  return next;
}

std::int64_t Lookout::until_handed_on() const {
  return asked_.every > 0 ? asked_.every - seen_.timing.evolved % asked_.every : kNever;
}

double Lookout::time() const { return dt_ * static_cast<double>(seen_.timing.evolved); }

bool Lookout::keeps_orbits() const { return subject_.initial.size() <= kMostOrbits; }

void Lookout::keep(double t, double error) {
  seen_.kept_t.push_back(t);
  if (asked_.energy_error) seen_.kept_error.push_back(error);
  if (!keeps_orbits()) return;
  const Particles& particles = now_();
  for (std::size_t i = 0; i < particles.size(); ++i) {
    seen_.x[i].push_back(particles.x[i]);
    seen_.y[i].push_back(particles.y[i]);
    seen_.z[i].push_back(particles.z[i]);
  }
}

/// Where one is due after this step. That of a galaxy is about the middle that its last look found.
void Lookout::take_picture() {
  const std::int64_t step = seen_.timing.evolved;
  const auto& due = asked_.picture_steps;
  if (!std::binary_search(due.begin(), due.end(), step)) return;
  const Detail detail = step == steps_ ? Detail::kLast : Detail::kOnTheWay;
  const double t = time();
  // A run that ends between two looks has its last look at a step that may have been pictured.
  if (!seen_.pictures.empty() && seen_.pictures.back().t == t) return;
  const Particles& particles = now_();
  const std::vector<double> scale_factor = subject_.algorithm.field("scale_factor");
  const Picture picture =
      !scale_factor.empty() ? slice_along_z(particles, asked_.box, scale_factor.front(), t, detail)
      : species_.empty()
          ? seen_along_z(subject_.algorithm, t)
          : stars_along_z(particles, species_, seen_.components.back().middle,
                          kPictureRadii * seen_.components.front().half_mass.back(), t, detail);
  if (picture.side > 0) seen_.pictures.push_back(recorded(picture));
}

/// Where they are due after this step.
void Lookout::take_waves() {
  for (auto [step, waves] : asked_.waves) {
    if (step != seen_.timing.evolved) continue;
    waves.waves = analysis::density_modes(now_(), asked_.box, waves.modes);
    waves.scale_factor = subject_.algorithm.field("scale_factor").at(0);
    seen_.waves.push_back(std::move(waves));
  }
}

/// Of a galaxy, whose bodies are told apart.
void Lookout::take_shape(double t) {
  if (subject_.initial.species.empty()) return;
  const Particles& particles = now_();
  species_ = checks::species_of(subject_.initial, particles);
  seen_.components.push_back(checks::components(particles, species_, t));
  if (asked_.box > 0) seen_.components.back().crossed = crossings_.look(particles);
}

void Lookout::take_mode(double t) {
  if (!asked_.mode) return;
  now_();  // the mode is that of the state last stored
  seen_.mode.emplace_back(t, asked_.mode());
}

void Lookout::take_growth(double t) {
  if (asked_.modes == 0) return;
  if (at_start_.empty())
    at_start_ = analysis::density_modes(subject_.initial, asked_.box, asked_.modes);
  const auto waves = analysis::density_modes(now_(), asked_.box, asked_.modes);
  const double grown = analysis::growth_of(waves, at_start_);
  seen_.growth.emplace_back(t, grown / asked_.linear_growth(t));
}

}  // namespace tycho::measure
