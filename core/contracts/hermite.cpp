#include "core/contracts/hermite.hpp"

#include <algorithm>
#include <array>

#include "core/contracts/hermite_parameters.hpp"
#include "core/contracts/register_block.hpp"
#include "core/error.hpp"
#include "core/force_engine.hpp"
#include "core/formulas/hermite.hpp"
#include "core/settings.hpp"

namespace tycho::hermite {

namespace {

// A replay of predict or correct would move bodies twice.
constexpr std::array<Stage, 7> kStages{{
    {.id = "schedule",
     .label = "Schedule",
     .consistency = Consistency::kBitwise,
     .replayable = false},
    {.id = "predict",
     .label = "Predictor",
     .consistency = Consistency::kOrdered,
     .replayable = false},
    {.id = "upload", .label = "Copy to the GPU", .consistency = Consistency::kBitwise},
    {.id = "evaluate",
     .label = "Force, jerk, potential, neighbour",
     .consistency = Consistency::kOrdered},
    {.id = "download", .label = "Copy to the host", .consistency = Consistency::kBitwise},
    {.id = "correct",
     .label = "Corrector",
     .consistency = Consistency::kOrdered,
     .replayable = false},
    {.id = "exchange",
     .label = "Forces from the other ranks",
     .consistency = Consistency::kBitwise,
     .pure = true},
}};

constexpr auto kParameters = [] {
  const auto steps = parameters(0.2);  // Tables 1 and 2
  std::array<Parameter, steps.size() + 1> all{};
  std::copy(steps.begin(), steps.end(), all.begin());
  all.back() = register_block();
  return all;
}();

constexpr std::array<Choice, 5> kChoices{{
    {"steps",
     "block: powers of two, each body its own; shared: dt for all; single: block steps, one a step "
     "of the algorithm, whatever time that takes it to",
     kStepsNames, Scope::kBoth},
    {"loop", "plain: one pair after the other; best: SIMD over bodies", kLoopNames, Scope::kCpu},
    {"precision",
     "of the evaluation: fp64; ds: positions as pairs of floats, sums in double, the rest in "
     "single; fp32. Predictor and corrector are in double",
     kPrecisionNames, Scope::kCuda},
    {"predict",
     "device: all is done on the GPU; host: predictor and corrector on the CPU, all bodies copied "
     "each block step, as published",
     kPredictNames, Scope::kCuda},
    {"kernel", "best: what this GPU can do; paper: kirin's scheme (fp32, predict = host)",
     kKernelNames, Scope::kCuda},
}};

/// Bytes of a source as the kernels read it.
double source_bytes(const Options& o) {
  return o.precision == Precision::kFp64 ? 64 : o.precision == Precision::kDs ? 48 : 32;
}

Work work(int stage, const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const double n = static_cast<double>(particles);
  const double blocks = expected_blocks(o, particles);
  const double steps = expected_steps(o, particles) * o.stepping(n);
  const double state = 8 * 14;  // time, mass, position, velocity, acceleration, jerk
  switch (stage) {
    case kSchedule:  // the step of every body is read, the list of the due written
      return {n * blocks, 8 * n * blocks + 4 * steps};
    case kPredict:  // 3 components of 5 multiply-adds
      return {30 * n * blocks, (state + source_bytes(o)) * n * blocks};
    case kUpload:
      return {0, source_bytes(o) * n * blocks + 64 * steps};
    case kEvaluate:
      return {kPairFlops * n * steps, source_bytes(o) * n * blocks + 2 * 64 * steps};
    case kDownload:
      return {0, 64 * steps};
    case kExchange:
      return {0, sizeof(Force) * steps};
    case kCorrect:  // derivatives, corrector and step: about 100 operations
      return {100 * steps, (2 * state + 64) * steps};
  }
  return {};
}

Throughput throughput(const Settings& settings, std::int64_t particles) {
  const Options o = options(settings);
  const double n = static_cast<double>(particles);
  return {"pairs", n * o.stepping(n) * expected_steps(o, particles)};
}

// Single precision, 29 slots a pair: 6 differences, 3 multiply-adds for the softened square, 1
// rsqrt, 1 minimum for the neighbour, 3 for r.v, 5 for the factors, 1 for the potential, 3 for the
// force and 6 for the jerk; ds has 9 more, 6 for the low parts of the positions and 3 that free the
// force of the root's error. Double, 32 slots on the double-precision pipe, which has half the
// lanes: those of single without rsqrt and minimum, which other pipes do, and 5 that refine rsqrt.
//
// A CPU, in double, 36: 6 differences, 3 for the square, 1 for the softening, 1 for the neighbour,
// 1 estimate of the root refined by 6, 3 for r.v, 5 for the factors, 1 for the potential, 3 for the
// force and 6 for the jerk (docs/cpu.md).
double issue_slots(int stage, const Settings& settings) {
  if (stage != kEvaluate) return 0;
  if (settings.backend() == Backend::kCpu) return 36;
  const Precision precision = options(settings).precision;
  return precision == Precision::kFp64 ? 2 * 32 : precision == Precision::kDs ? 38 : 29;
}

}  // namespace

Options options(const Settings& settings) {
  Options o;
  Binding bind(settings);
  bind_steps(bind, o);
  bind("loop", o.loop, kLoopNames);
  bind("targets", o.targets);
  bind("precision", o.precision, kPrecisionNames);
  bind("predict", o.predict, kPredictNames);
  bind("kernel", o.kernel, kKernelNames);
  bind.done();
  o.threads = settings.threads();
  o.ranks = &settings.ranks();
  return o;
}

void require_sound(const Options& o) {
  require_sound_steps(o);
  if (o.kernel != Kernel::kPaper) return;
  if (o.precision != Precision::kFp32 || o.predict != Predict::kHost)
    throw UsageError("kernel = paper is as published: precision = fp32 and predict = host");
}

namespace {

PairForce pair_force(const Settings& settings, std::int64_t) {
  return {options(settings).softening, SofteningKernel::kPlummer};
}

/// Of a body, which may be due: its numbers, where it is as a source and as a target, the force on
/// it and parts of that force. For a while: the numbers twice, of which a checkpoint is made.
MemoryNeed memory(const Settings& settings, std::int64_t particles) {
  constexpr std::int64_t kNumbers = 15 * 8, kSource = 7 * 8 + 4, kTarget = 64, kForce = 64;
  constexpr std::int64_t kParts = 72, kIdAndDue = 8 + 4;
  // Forces twice: those on a block, and those on all bodies that are kept once they were read out.
  const std::int64_t on_host =
      particles * (kNumbers + kSource + kTarget + 2 * kForce + kParts + kIdAndDue + 2 * kNumbers);
  if (settings.backend() == Backend::kCpu) return {on_host, 0};
  // Numbers twice, where the host has them and lends them to the device; of words the most, in
  // fp64.
  constexpr std::int64_t kWords = 4 * 16;
  return {on_host + particles * kWords, particles * (2 * kNumbers + kWords + kTarget + kForce)};
}

// Steps of the bodies' own are chosen by rules that a library may have of its own; with one step
// for all there is one answer.
constexpr TrialProblem kTrial{
    .give = [](Settings& settings) { settings.set("steps", std::string_view("shared")); },
    .make_exact = [](Settings&) {},
    .finer = 8,
    .order_limit = 0.4};

constexpr std::array<std::string_view, 3> kOfTheHost{"schedule", "predict", "correct"};
constexpr std::array<HostStages, 1> kOnHost{{{"predict", "host", kOfTheHost}}};

constexpr Traits kTraits{.pair_force = pair_force,
                         .precision = "precision",
                         .counts_as_it_runs = true,
                         .keeps = Keeps::kAnyRun,
                         .trial = &kTrial,
                         .on_host = kOnHost};

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      .name = "hermite",
      .summary = "direct N-body, 4th-order Hermite with block time steps (belleman2007)",
      .stages = kStages,
      .parameters = kParameters,
      .choices = kChoices,
      .work = work,
      .throughput = throughput,
      .issue_slots = issue_slots,
      .traits = kTraits,
      .memory = memory,
  };
  return kContract;
}

}  // namespace tycho::hermite
