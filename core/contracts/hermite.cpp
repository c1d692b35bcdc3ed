#include "core/contracts/hermite.hpp"

#include <array>
#include <cmath>
#include <string>

#include "core/contracts/hermite_parameters.hpp"
#include "core/error.hpp"
#include "core/formulas/hermite.hpp"
#include "core/settings.hpp"

namespace tycho::hermite {

namespace {

// A replay of predict or correct would move bodies twice.
constexpr std::array<Stage, 6> kStages{{
    {"schedule", "Schedule", Consistency::kBitwise, false},
    {"predict", "Predictor", Consistency::kOrdered, false},
    {"upload", "Copy to the GPU", Consistency::kBitwise, true},
    {"evaluate", "Force, jerk, potential, neighbour", Consistency::kOrdered, true},
    {"download", "Copy to the host", Consistency::kBitwise, true},
    {"correct", "Corrector", Consistency::kOrdered, false},
}};

constexpr auto kParameters = parameters(0.2);  // Tables 1 and 2

constexpr std::array<std::string_view, 3> kSteps{"block", "shared", "single"};
constexpr std::array<std::string_view, 2> kLoops{"plain", "best"};
constexpr std::array<std::string_view, 3> kPrecisions{"fp64", "ds", "fp32"};
constexpr std::array<std::string_view, 2> kPredicts{"device", "host"};
constexpr std::array<std::string_view, 2> kKernels{"best", "paper"};

constexpr std::array<Choice, 5> kChoices{{
    {"steps",
     "block: powers of two, each body its own; shared: dt for all; single: block steps, one a step "
     "of the algorithm, whatever time that takes it to",
     kSteps, Scope::kBoth},
    {"loop", "plain: one pair after the other; best: SIMD over bodies", kLoops, Scope::kCpu},
    {"precision",
     "of the evaluation: fp64; ds: positions as pairs of floats, sums in double, the rest in "
     "single; fp32. Predictor and corrector are in double",
     kPrecisions, Scope::kCuda},
    {"predict",
     "device: all is done on the GPU; host: predictor and corrector on the CPU, all bodies copied "
     "each block step, as published",
     kPredicts, Scope::kCuda},
    {"kernel", "best: what this GPU can do; paper: kirin's scheme (fp32, predict = host)", kKernels,
     Scope::kCuda},
}};

bool is_power_of_two(double value) { return power_of_two_below(value) == value; }

/// Bytes of a source as the kernels read it.
double source_bytes(const Settings& settings) {
  if (settings.backend() == Backend::kCpu || settings.chosen("precision", "fp64")) return 64;
  return settings.chosen("precision", "ds") ? 48 : 32;
}

Work work(int stage, const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  const double blocks = expected_blocks(settings, particles);
  const double steps = expected_steps(settings, particles) * stepping(settings, n);
  const double state = 8 * 14;  // time, mass, place, velocity, acceleration, jerk
  switch (stage) {
    case kSchedule:  // the step of every body is read, the list of the due written
      return {n * blocks, 8 * n * blocks + 4 * steps};
    case kPredict:  // 3 components of 5 multiply-adds
      return {30 * n * blocks, (state + source_bytes(settings)) * n * blocks};
    case kUpload:
      return {0, source_bytes(settings) * n * blocks + 64 * steps};
    case kEvaluate:
      return {kPairFlops * n * steps, source_bytes(settings) * n * blocks + 2 * 64 * steps};
    case kDownload:
      return {0, 64 * steps};
    case kCorrect:  // derivatives, corrector and step: about 100 operations
      return {100 * steps, (2 * state + 64) * steps};
  }
  return {};
}

Throughput throughput(const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  return {"pairs", n * stepping(settings, n) * expected_steps(settings, particles)};
}

// Single precision, 29 slots a pair: 6 differences, 3 multiply-adds for the softened square, 1
// rsqrt, 1 minimum for the neighbour, 3 for r.v, 5 for the factors, 1 for the potential, 3 for the
// force and 6 for the jerk; ds has 6 more for the low parts of the positions. Double, 32 slots on
// the double-precision pipe, which has half the lanes: the same, with rsqrt refined by 5.
double issue_slots(int stage, const Settings& settings) {
  if (stage != kEvaluate || settings.backend() == Backend::kCpu) return 0;
  if (settings.chosen("precision", "fp64")) return 2 * 32;
  return settings.chosen("precision", "ds") ? 35 : 29;
}

}  // namespace

double stepping(const Settings& settings, double n) {
  const double active = settings.number("active");
  return settings.chosen("steps", "shared") && active > 0 ? std::min(active, n) : n;
}

double expected_steps(const Settings& settings, std::int64_t particles) {
  if (settings.chosen("steps", "shared")) return 1;
  // Measured on Plummer spheres with eps = 1/256 and a = 0.2; the mean step shrinks slowly with N.
  const double n = static_cast<double>(particles);
  const double in_time_unit = 108 * std::pow(n / 1024, 0.14);
  if (settings.chosen("steps", "single")) return in_time_unit / (2000 * std::pow(n / 1024, 0.4));
  return settings.number("dt") * in_time_unit * 0.2 / settings.number("accuracy");
}

double expected_blocks(const Settings& settings, std::int64_t particles) {
  if (!settings.chosen("steps", "block")) return 1;
  const double n = static_cast<double>(particles);
  return settings.number("dt") * 2000 * std::pow(n / 1024, 0.4) * 0.2 / settings.number("accuracy");
}

double work_share(int stage, const Settings& settings, std::int64_t particles,
                  std::int64_t advances, double steps, double blocks) {
  if (advances == 0 || settings.chosen("steps", "shared")) return 1;
  const double spans = static_cast<double>(advances);
  if (stage == kSchedule || stage == kPredict || stage == kUpload)
    return blocks / (expected_blocks(settings, particles) * spans);
  return steps / (expected_steps(settings, particles) * static_cast<double>(particles) * spans);
}

StepRange step_range(const Settings& settings) {
  const double most = settings.number("step_most");
  return {settings.number("step_least"),
          settings.chosen("steps", "single") ? most : std::min(most, settings.number("dt"))};
}

void require_sound_steps(const Settings& settings) {
  if (settings.chosen("steps", "shared")) return;
  for (const char* name : {"dt", "step_least", "step_most"})
    if (!is_power_of_two(settings.number(name)))
      throw UsageError("block steps need powers of two: '" + std::string(name) + "' is none");
  const StepRange range = step_range(settings);
  if (range.least > range.most) throw UsageError("'step_least' is above 'step_most' or 'dt'");
  if (settings.number("active") > 0) throw UsageError("'active' needs steps = shared");
}

void require_sound(const Settings& settings) {
  require_sound_steps(settings);
  const bool cuda = settings.backend() == Backend::kCuda;
  if (cuda && settings.chosen("kernel", "paper")) {
    if (!settings.chosen("precision", "fp32") || !settings.chosen("predict", "host"))
      throw UsageError("kernel = paper is as published: precision = fp32 and predict = host");
  }
}

namespace {

PairForce pair_force(const Settings& settings, std::int64_t) {
  return {settings.number("softening"), SofteningKernel::kPlummer};
}

constexpr Traits kTraits{.pair_force = pair_force, .precision = "precision"};

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      "hermite",  "direct N-body, 4th-order Hermite with block time steps (belleman2007)",
      kStages,    kParameters,
      kChoices,   work,
      throughput, issue_slots,
      kTraits,
  };
  return kContract;
}

}  // namespace tycho::hermite
