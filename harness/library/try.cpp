#include "harness/library/try.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <limits>
#include <sstream>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/known_contracts.hpp"
#include "core/philox.hpp"
#include "harness/library/algorithm.hpp"
#include "harness/library/trial_process.hpp"
#include "harness/result/plural.hpp"

namespace tycho::library {

namespace {

// A step moves velocities by some hundredths of themselves, so that a force that lacks one body of
// 257, a part in 257, stands a hundred times above the roundings of single precision.
constexpr double kStep = 0.01, kSoftening = 0.1;
constexpr int kSteps = 8;
constexpr std::int64_t kAwkward[] = {1, 2, 3, 17, 64, 257, 1009};

/// Of the change of a velocity: roundings of a few hundred terms and of eight steps.
double tolerance(const Settings& settings) {
  const auto& choices = settings.choices();
  const auto precision = choices.find(settings.contract().traits.precision);
  return precision != choices.end() && precision->second != "fp64" ? 1e-4 : 1e-9;
}

// Where the method is an approximation, a library may be this many times as far from the truth as
// the reference is.
constexpr double kAsGood = 3;

std::string shown(double value) {
  std::ostringstream out;
  out << std::setprecision(3) << value;
  return out.str();
}

/// Unequal masses, a box of unequal sides, and ids that are not places.
Particles some_bodies(std::int64_t n, std::uint64_t seed) {
  const Random random(seed);
  Particles p(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    p.mass[at] = random.uniform(i, 0.2, 1.8, 0) / static_cast<double>(n);
    p.set_position(at, {random.uniform(i, -1, 1, 1), random.uniform(i, -2, 1, 2),
                        random.uniform(i, -1, 3, 3)});
    p.set_velocity(at, {random.uniform(i, -0.3, 0.3, 4), random.uniform(i, -0.2, 0.4, 5),
                        random.uniform(i, -0.5, 0.1, 6)});
    p.id[at] = static_cast<std::uint64_t>(1000 + 7 * (n - i));
  }
  return p;
}

/// The rows of `stored` in the order of the ids of `like`.
Particles in_order(const Particles& stored, const Particles& like) {
  std::vector<std::size_t> place(stored.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[i] = i;
  std::sort(place.begin(), place.end(),
            [&](std::size_t a, std::size_t b) { return stored.id[a] < stored.id[b]; });
  Particles out(like.size());
  for (std::size_t i = 0; i < like.size(); ++i) {
    const auto found =
        std::lower_bound(place.begin(), place.end(), like.id[i],
                         [&](std::size_t a, std::uint64_t id) { return stored.id[a] < id; });
    if (found == place.end() || stored.id[*found] != like.id[i])
      throw std::runtime_error("the particle of id " + std::to_string(like.id[i]) + " is lost");
    out.id[i] = like.id[i];
    out.mass[i] = stored.mass[*found];
    out.set_position(i, stored.position(*found));
    out.set_velocity(i, stored.velocity(*found));
  }
  return out;
}

/// Runs one stage as often as it is told and all others once, and counts them.
class CountingTimer final : public StageTimer {
 public:
  CountingTimer(std::span<const Stage> stages, int repeated = -1, int times = 1)
      : StageTimer(stages), calls(stages.size()), repeated_(repeated), times_(times) {}
  int begin(int stage) override {
    ++calls[static_cast<std::size_t>(stage)];
    return stage == repeated_ ? times_ : 1;
  }
  void end(int) override {}

  std::vector<int> calls;

 private:
  int repeated_, times_;
};

class Trials {
 public:
  Trials(const Given& given, const Implementation& reference, const TrialProblem& problem)
      : given_(given), reference_(reference), problem_(problem) {}

  std::string sizes() const {
    for (const std::int64_t n : kAwkward) {
      const Particles start = some_bodies(n, 11);
      const auto own = make(settings());
      own->load(start);
      GuardTimer guard(given_.stages, own->clock());
      for (int step = 0; step < kSteps; ++step) own->advance(guard);
      const std::string when = std::to_string(n) + " bodies, " + std::to_string(kSteps) + " steps";
      const Particles plain = reference_after(start, kSteps);
      if (problem_.make_exact) {
        const Particles truth = truth_after(start, kSteps);
        compare(start, stored(*own, start), truth, when, &plain);
      } else {
        compare(start, stored(*own, start), plain, when);
      }
    }
    return problem_.make_exact ? "1 to 1009 bodies as near to the truth as the reference has them"
                               : "1 to 1009 bodies as the reference has them";
  }

  std::string stages() const {
    const Particles start = some_bodies(64, 12);
    const auto own = make(settings());
    own->load(start);
    CountingTimer counted(given_.stages);
    own->advance(counted);
    for (std::size_t s = 0; s < counted.calls.size(); ++s)
      if (counted.calls[s] == 0)
        throw std::runtime_error("a step has no stage '" + given_.ids[s] +
                                 "', which the library names");
    return "a step has all stages that the library names";
  }

  std::string repeats() const {
    const Particles start = some_bodies(257, 13);
    const auto own = make(settings());
    const Particles once = after(*own, start), again = after(*own, start);
    const auto other = make(settings());
    const Particles elsewhere = after(*other, start);
    if (given_.variant.repeats == TYCHO_ANY_ORDER) {
      compare(start, again, once, "loaded and run once more");
      compare(start, elsewhere, once, "run by a second instance");
      return "two runs agree";
    }
    for (const Particles* one : {&again, &elsewhere})
      if (!same_bits(*one, once))
        throw std::runtime_error(
            "two runs from one start differ, and the variant promises the same bits (repeats)");
    return "two runs have the same bits";
  }

  std::string replays() const {
    const Particles start = some_bodies(65, 14);
    const Particles plain_step = reference_after(start, 1);
    const Particles exact_step = problem_.make_exact ? truth_after(start, 1) : plain_step;
    int tried = 0;
    for (std::size_t s = 0; s < given_.stages.size(); ++s) {
      if (!given_.stages[s].replayable) continue;
      constexpr int kTimes = 3;
      const auto own = make(settings());
      own->load(start);
      CountingTimer repeated(given_.stages, static_cast<int>(s), kTimes);
      own->advance(repeated);
      own->clock().wait();
      const auto plain = reference_.make(reference_settings());
      plain->load(start);
      CountingTimer same(reference_.contract->stages, given_.parts[s].front(), kTimes);
      plain->advance(same);
      compare(start, stored(*own, start), stored(*plain, start),
              "the stage '" + given_.ids[s] + "' asked for " + std::to_string(kTimes) +
                  " times (begin's answer)",
              &plain_step, &exact_step);
      ++tried;
    }
    return result::plural(tried, "stage") + (tried == 1 ? " runs" : " run") +
           " as often as the timer asks";
  }

  // Halving the step makes the error of the energy smaller by 2^order.
  std::string energy() const {
    const double own = error_ratio(given_.contract, [&](double dt) { return make(settings(dt)); });
    const double plain = error_ratio(
        *reference_.contract, [&](double dt) { return reference_.make(reference_settings(dt)); });
    if (!(std::abs(own - plain) <= problem_.order_limit * plain))
      throw std::runtime_error(
          "with half the step the error of the energy is smaller by a factor of " + shown(own) +
          ", the reference's by " + shown(plain));
    return "with half the step the error of the energy is smaller by " + shown(own);
  }

  std::string bad_settings() const {
    const tycho_library& api = library::load(given_.file);
    tycho_host host{TYCHO_IMPLEMENTATION_ABI,
                    nullptr,
                    1,
                    [](void*, const char*) { return std::numeric_limits<double>::quiet_NaN(); },
                    [](void*, const char*) -> const char* { return "no-such-word"; },
                    [](void*, std::size_t bytes) { return std::calloc(1, bytes); },
                    [](void*, const char*) {}};
    void* instance = nullptr;
    if (api.create(&host, given_.number, 17, &instance) == TYCHO_OK)
      throw std::runtime_error(
          "create takes settings that are NaN and words that nobody knows; refuse what the "
          "variant cannot do");
    const char* const why = api.last_error(nullptr);
    if (!why || !*why) throw std::runtime_error("create refused bad settings without a last_error");
    return std::string("bad settings are refused: ") + why;
  }

  // Enough bodies for steps that last milliseconds, and more than one step, so that what is left of
  // them can be told from noise.
  std::string rest() const {
    const Particles start = some_bodies(backend() == Backend::kCuda ? 131101 : 3001, 15);
    const auto own = make(settings());
    own->load(start);
    GuardTimer guard(given_.stages, own->clock());
    for (int step = 0; step < 3; ++step) own->advance(guard);
    stored(*own, start);
    return "nothing runs when a step has returned";
  }

 private:
  Backend backend() const {
    return given_.variant.place == TYCHO_CUDA ? Backend::kCuda : Backend::kCpu;
  }

  void give(Settings& settings, double dt) const {
    settings.set("dt", dt);
    settings.set("softening", kSoftening);
    if (problem_.give) problem_.give(settings);
  }
  Settings settings(double dt = kStep) const {
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
  Settings reference_settings(double dt = kStep) const {
    Settings made(*reference_.contract, Backend::kCpu, 1);
    give(made, dt);
    return made;
  }

  std::unique_ptr<Algorithm> make(const Settings& settings) const {
    return make_algorithm(given_, settings);
  }

  static Particles stored(Algorithm& algorithm, const Particles& like) {
    Particles out(like.size());
    out.poison();
    algorithm.store(out);
    return in_order(out, like);
  }

  Particles after(Algorithm& algorithm, const Particles& start) const {
    algorithm.load(start);
    SilentTimer silent(given_.stages);
    for (int step = 0; step < kSteps; ++step) algorithm.advance(silent);
    return stored(algorithm, start);
  }

  Particles reference_after(const Particles& start, int steps) const {
    const auto plain = reference_.make(reference_settings());
    plain->load(start);
    SilentTimer silent(reference_.contract->stages);
    for (int step = 0; step < steps; ++step) plain->advance(silent);
    return stored(*plain, start);
  }

  Particles truth_after(const Particles& start, int steps) const {
    Settings exact = reference_settings(kStep / problem_.finer);
    problem_.make_exact(exact);
    const auto plain = reference_.make(exact);
    plain->load(start);
    SilentTimer silent(reference_.contract->stages);
    for (int step = 0; step < steps * problem_.finer; ++step) plain->advance(silent);
    return stored(*plain, start);
  }

  static bool same_bits(const Particles& a, const Particles& b) {
    const std::pair<const std::vector<double>*, const std::vector<double>*> fields[] = {
        {&a.x, &b.x}, {&a.y, &b.y}, {&a.z, &b.z}, {&a.vx, &b.vx}, {&a.vy, &b.vy}, {&a.vz, &b.vz}};
    return std::all_of(std::begin(fields), std::end(fields), [](const auto& field) {
      return std::memcmp(field.first->data(), field.second->data(),
                         field.first->size() * sizeof(double)) == 0;
    });
  }

  /// The changes of the velocities, and of the positions, against the largest change of any body.
  /// With what an approximation by the reference is, and what it should be (null: `want`), the
  /// library may be off by some times as much.
  void compare(const Particles& start, const Particles& got, const Particles& want,
               const std::string& when, const Particles* approximate = nullptr,
               const Particles* exact = nullptr) const {
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
      const double limit = tolerance(settings()) * std::max(largest, 1e-3) + allowed;
      if (error <= limit) return;
      throw std::runtime_error(when + ": the " + what + " of the body of id " +
                               std::to_string(start.id[body]) + " is off by " + shown(error) +
                               "; the largest change is " + shown(largest) + ", the limit " +
                               shown(limit));
    };
    worst([](const Particles& p, std::size_t i) { return p.velocity(i); }, "velocity");
    worst([](const Particles& p, std::size_t i) { return p.position(i); }, "position");
    if (got.mass != start.mass) throw std::runtime_error(when + ": the masses are others");
  }

  /// Two bodies on an orbit of eccentricity 0.5, from apocentre to apocentre.
  template <typename Make>
  static double error_ratio(const Contract& contract, const Make& make) {
    double peak[2];
    for (int half = 0; half < 2; ++half) {
      const int steps = half ? 800 : 400;
      Particles start(2);
      start.mass = {0.75, 0.25};
      const double apart = 1.5, speed = std::sqrt(2 / apart - 1);
      start.x = {-0.25 * apart, 0.75 * apart};
      start.vy = {-0.25 * speed, 0.75 * speed};
      const auto algorithm = make(6.283185307179586 / steps);
      algorithm->load(start);
      SilentTimer silent(contract.stages);
      const double before = energy_of(start);
      peak[half] = 0;
      for (int step = 0; step < steps; ++step) {
        algorithm->advance(silent);
        if (step % (steps / 100) == 0)
          peak[half] =
              std::max(peak[half], std::abs(energy_of(stored(*algorithm, start)) / before - 1));
      }
    }
    return peak[0] / peak[1];
  }

  static double energy_of(const Particles& p) {
    const Vec3<double> r = p.position(1) - p.position(0);
    double kinetic = 0;
    for (std::size_t i = 0; i < 2; ++i)
      kinetic += 0.5 * p.mass[i] * dot(p.velocity(i), p.velocity(i));
    return kinetic - p.mass[0] * p.mass[1] / std::sqrt(dot(r, r) + kSoftening * kSoftening);
  }

  const Given& given_;
  const Implementation& reference_;
  const TrialProblem& problem_;
};

std::string tried_contracts() {
  std::string names;
  for (const Contract* contract : known_contracts())
    if (contract->traits.trial) names += (names.empty() ? "" : ", ") + std::string(contract->name);
  return names;
}

}  // namespace

std::vector<Trial> try_variant(const Given& given, std::span<const Implementation> reference) {
  const auto plain = std::find_if(
      reference.begin(), reference.end(),
      [&](const Implementation& entry) { return entry.contract->name == given.base->name; });
  const TrialProblem* const problem = given.base->traits.trial;
  if (!problem || plain == reference.end())
    throw UsageError(given.file.string() + ": there are no tests for " +
                     std::string(given.base->name) + " but for " + tried_contracts() +
                     "; `tycho run` holds it to the checks of a case");
  const Trials trials(given, *plain, *problem);
  std::vector<Trial> done;
  const auto one = [&](const char* name, std::string (Trials::*test)() const) {
    done.push_back(in_own_process(name, [&] { return (trials.*test)(); }));
  };
  one("settings", &Trials::bad_settings);
  one("stages", &Trials::stages);
  one("sizes", &Trials::sizes);
  one("rest", &Trials::rest);
  one("repeats", &Trials::repeats);
  one("replays", &Trials::replays);
  one("energy", &Trials::energy);
  return done;
}

}  // namespace tycho::library
