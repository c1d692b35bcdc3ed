#include "harness/library/try.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "core/known_contracts.hpp"
#include "harness/library/algorithm.hpp"
#include "harness/library/trial_bench.hpp"
#include "harness/library/trial_bodies.hpp"
#include "harness/library/trial_process.hpp"
#include "harness/result/plural.hpp"

namespace tycho::library {

namespace {

constexpr int kSteps = 8;
constexpr std::int64_t kAwkward[] = {1, 2, 3, 17, 64, 257, 1009};

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
      : given_(given),
        reference_(reference),
        problem_(problem),
        bench_(given, reference, problem) {}

  std::string sizes() const {
    for (const std::int64_t n : kAwkward) {
      const Particles start = some_bodies(n, 11);
      const auto own = bench_.library();
      own->load(start);
      GuardTimer guard(given_.stages, own->clock());
      for (int step = 0; step < kSteps; ++step) own->advance(guard);
      const std::string when = std::to_string(n) + " bodies, " + std::to_string(kSteps) + " steps";
      const Particles truth = bench_.truth_after(start, kSteps);
      const Particles plain = problem_.make_exact ? bench_.reference_after(start, kSteps) : truth;
      bench_.require_near(start, bench_.stored(*own, start), truth, when, &plain);
    }
    return problem_.make_exact ? "1 to 1009 bodies as near to the truth as the reference has them"
                               : "1 to 1009 bodies as the reference has them";
  }

  std::string stages() const {
    const Particles start = some_bodies(64, 12);
    const auto own = bench_.library();
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
    const auto own = bench_.library();
    const auto after = [&](Algorithm& one) {
      return bench_.after(one, given_.stages, start, kSteps);
    };
    const Particles once = after(*own), again = after(*own);
    const Particles elsewhere = after(*bench_.library());
    if (given_.variant.repeats == TYCHO_ANY_ORDER) {
      bench_.require_near(start, again, once, "loaded and run once more");
      bench_.require_near(start, elsewhere, once, "run by a second instance");
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
    const Particles plain_step = bench_.reference_after(start, 1);
    const Particles exact_step = bench_.truth_after(start, 1);
    int tried = 0;
    for (std::size_t s = 0; s < given_.stages.size(); ++s) {
      if (!given_.stages[s].replayable) continue;
      constexpr int kTimes = 3;
      const auto own = bench_.library();
      own->load(start);
      CountingTimer repeated(given_.stages, static_cast<int>(s), kTimes);
      own->advance(repeated);
      own->clock().wait();
      const auto plain = bench_.reference();
      plain->load(start);
      CountingTimer same(reference_.contract->stages, given_.parts[s].front(), kTimes);
      plain->advance(same);
      bench_.require_near(start, bench_.stored(*own, start), bench_.stored(*plain, start),
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
    const double own = error_ratio(given_.contract, [&](double dt) { return bench_.library(dt); });
    const double plain =
        error_ratio(*reference_.contract, [&](double dt) { return bench_.reference(dt); });
    if (!(std::abs(own - plain) <= problem_.order_limit * plain))
      throw std::runtime_error(
          "with half the step the error of the energy is smaller by a factor of " +
          three_digits(own) + ", the reference's by " + three_digits(plain));
    return "with half the step the error of the energy is smaller by " + three_digits(own);
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
    const Particles start = some_bodies(bench_.backend() == Backend::kCuda ? 131101 : 3001, 15);
    const auto own = bench_.library();
    own->load(start);
    GuardTimer guard(given_.stages, own->clock());
    for (int step = 0; step < 3; ++step) own->advance(guard);
    bench_.stored(*own, start);
    return "nothing runs when a step has returned";
  }

 private:
  /// Of two bodies on an orbit, from apocentre to apocentre: the largest error of the energy, over
  /// that with half the step.
  template <typename Make>
  static double error_ratio(const Contract& contract, const Make& make) {
    const Particles start = two_on_an_orbit();
    const double before = energy_of_two(start, TrialBench::kSoftening);
    double peak[2];
    for (int half = 0; half < 2; ++half) {
      const int steps = half ? 800 : 400;
      const auto algorithm = make(kOrbitPeriod / steps);
      algorithm->load(start);
      SilentTimer silent(contract.stages);
      peak[half] = 0;
      for (int step = 0; step < steps; ++step) {
        algorithm->advance(silent);
        if (step % (steps / 100) != 0) continue;
        const double now =
            energy_of_two(TrialBench::stored(*algorithm, start), TrialBench::kSoftening);
        peak[half] = std::max(peak[half], std::abs(now / before - 1));
      }
    }
    return peak[0] / peak[1];
  }

  const Given& given_;
  const Implementation& reference_;
  const TrialProblem& problem_;
  TrialBench bench_;
};

std::string tried_contracts() {
  std::string names;
  for (const Contract* contract : known_contracts())
    if (contract->traits.trial) join_to(names, contract->name);
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
