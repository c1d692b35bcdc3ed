#include "core/contracts/hermite_library.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/contracts/hermite.hpp"
#include "core/formulas/hermite.hpp"
#include "core/settings.hpp"

namespace tycho::hermite_library {

namespace {

// A second call would find nothing changed, a second correction would move bodies twice.
constexpr std::array<Stage, 4> kStages{{
    {"schedule", "Schedule", Consistency::kBitwise, false},
    {"predict", "Predictor of the block", Consistency::kOrdered, false},
    {"call", "Library call: time, changed particles, both halves", Consistency::kOrdered, false},
    {"correct", "Corrector", Consistency::kOrdered, false},
}};

constexpr std::array<Parameter, 6> kParameters{{
    {"dt",
     "time",
     "one step: what all bodies take together, or the time between two meetings of block steps",
     0.03125,
     1e-12,
     1e3,
     false,
     {},
     Scope::kBoth},
    {"softening", "length", "Plummer softening eps", 0.00390625, 0, 1e6, false, {}, Scope::kBoth},
    {"accuracy",
     "",
     "Aarseth's accuracy parameter a, outside the root",
     0.3,
     1e-6,
     2,
     false,
     {},
     Scope::kBoth},
    {"step_least",
     "time",
     "floor under the block steps, a power of two; steps taken at it are counted",
     0x1p-26,
     0x1p-60,
     1,
     false,
     {},
     Scope::kBoth},
    {"step_most",
     "time",
     "longest block step, a power of two",
     0.125,
     0x1p-60,
     1024,
     false,
     {},
     Scope::kBoth},
    {"active",
     "bodies",
     "steps = shared: the first so many step, the others only pull; 0: all",
     0,
     0,
     1e9,
     true,
     {},
     Scope::kBoth},
}};

constexpr std::array<std::string_view, 2> kSteps{"block", "shared"};
constexpr std::array<std::string_view, 3> kPrecisions{"ds", "fp32", "fp64"};

constexpr std::array<Choice, 2> kChoices{{
    {"steps", "block: powers of two, each body its own; shared: dt for all", kSteps, Scope::kBoth},
    {"precision", "of the library's engine", kPrecisions, Scope::kCuda},
}};

/// Bytes of a body as the library is sent it, and of a target with what comes back.
constexpr double kSentBytes = 144, kAnswerBytes = 2 * 64;

double stepping(const Settings& settings, double n) {
  const double active = settings.number("active");
  return settings.chosen("steps", "shared") && active > 0 ? std::min(active, n) : n;
}

Work work(int stage, const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  const double steps = hermite::expected_steps(settings, particles) * stepping(settings, n);
  const double state = 8 * 18;  // time, step, mass, place, velocity, acceleration, jerk, snap
  switch (stage) {
    case kSchedule:
      return {0, 4 * steps};
    case kPredict:  // 3 components of 5 multiply-adds
      return {30 * steps, (state + 52) * steps};
    case kCall:  // the predictor of all bodies, in each block step, is left out: it is hidden
      return {hermite::kPairFlops * n * steps, (kSentBytes + kAnswerBytes) * steps};
    case kCorrect:  // derivatives, corrector and step: about 100 operations
      return {100 * steps, (2 * state + 100) * steps};
  }
  return {};
}

Throughput throughput(const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  return {"pairs", n * stepping(settings, n) * hermite::expected_steps(settings, particles)};
}

double issue_slots(int, const Settings&) { return 0; }

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      "hermite_library",
      "the same Hermite scheme through the GRAPE-6 library, as a client of its symbols "
      "(belleman2007)",
      kStages,
      kParameters,
      kChoices,
      work,
      throughput,
      issue_slots,
  };
  return kContract;
}

}  // namespace tycho::hermite_library
