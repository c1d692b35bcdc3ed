#include "harness/library/trial_bench.hpp"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "core/available_threads.hpp"
#include "harness/library/algorithm.hpp"
#include "harness/library/trial_bodies.hpp"

namespace tycho::library {

namespace {

/// Of the change of a velocity: roundings of a few hundred terms and of eight steps.
double tolerance(const Settings& settings) {
  const auto& choices = settings.choices();
  const auto precision = choices.find(settings.contract().traits.precision);
  return precision != choices.end() && precision->second != "fp64" ? 1e-4 : 1e-9;
}

// Where the method is an approximation, a library may be this many times as far from the truth as
// the reference is.
constexpr double kAsGood = 3;

}  // namespace

std::string three_digits(double value) {
  std::ostringstream out;
  out << std::setprecision(3) << value;
  return out.str();
}

Backend TrialBench::backend() const {
  return given_.variant.place == TYCHO_CUDA ? Backend::kCuda : Backend::kCpu;
}

void TrialBench::give(Settings& settings, double dt) const {
  settings.set("dt", dt);
  settings.set("softening", kSoftening);
  if (problem_.give) problem_.give(settings);
}

Settings TrialBench::settings(double dt) const {
  const int threads = given_.variant.threads > 0 ? given_.variant.threads : available_threads();
  Settings made(given_.contract, backend(), threads);
  give(made, dt);
  for (const auto& [name, text] : given_.variant.settings) {
    if (made.choices().count(name))
      made.set(name, std::string_view(text));
    else
      made.set(name, std::stod(text));
  }
  return made;
}

Settings TrialBench::reference_settings(double dt) const {
  Settings made(*reference_.contract, Backend::kCpu, 1);
  give(made, dt);
  return made;
}

std::unique_ptr<Algorithm> TrialBench::library(double dt) const {
  return make_algorithm(given_, settings(dt));
}

std::unique_ptr<Algorithm> TrialBench::reference(double dt) const {
  return reference_.make(reference_settings(dt));
}

Particles TrialBench::stored(Algorithm& algorithm, const Particles& like) {
  Particles out(like.size());
  out.poison();
  algorithm.store(out);
  return in_order(out, like);
}

Particles TrialBench::after(Algorithm& algorithm, std::span<const Stage> stages,
                            const Particles& start, int steps) {
  algorithm.load(start);
  SilentTimer silent(stages);
  for (int step = 0; step < steps; ++step) algorithm.advance(silent);
  return stored(algorithm, start);
}

Particles TrialBench::reference_after(const Particles& start, int steps) const {
  return after(*reference(), reference_.contract->stages, start, steps);
}

Particles TrialBench::truth_after(const Particles& start, int steps) const {
  if (!problem_.make_exact) return reference_after(start, steps);
  Settings exact = reference_settings(kStep / problem_.finer);
  problem_.make_exact(exact);
  return after(*reference_.make(exact), reference_.contract->stages, start, steps * problem_.finer);
}

void TrialBench::require_near(const Particles& start, const Particles& got, const Particles& want,
                              const std::string& when, const Particles* approximate,
                              const Particles* exact) const {
  const auto worst = [&](auto value, const char* what) {
    double largest = 0, error = 0, allowed = 0;
    std::size_t body = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
      if (approximate) {
        const Vec3<double> method = value(*approximate, i) - value(exact ? *exact : want, i);
        allowed = std::max(allowed, kAsGood * std::sqrt(dot(method, method)));
      }
      const Vec3<double> change = value(want, i) - value(start, i);
      const Vec3<double> off = value(got, i) - value(want, i);
      largest = std::max(largest, std::sqrt(dot(change, change)));
      const double here = std::sqrt(dot(off, off));
      if (!(here <= error)) body = i;
      if (!(here <= error)) error = here;
    }
    // One body alone feels nothing: what it may be off by is a rounding of its own velocity.
    const double limit = tolerance(settings(kStep)) * std::max(largest, 1e-3) + allowed;
    if (error <= limit) return;
    throw std::runtime_error(when + ": the " + what + " of the body of id " +
                             std::to_string(start.id[body]) + " is off by " + three_digits(error) +
                             "; the largest change is " + three_digits(largest) + ", the limit " +
                             three_digits(limit));
  };
  worst([](const Particles& p, std::size_t i) { return p.velocity(i); }, "velocity");
  worst([](const Particles& p, std::size_t i) { return p.position(i); }, "position");
  if (got.mass != start.mass) throw std::runtime_error(when + ": the masses are others");
}

}  // namespace tycho::library
