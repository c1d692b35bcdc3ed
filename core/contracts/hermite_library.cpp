#include "core/contracts/hermite_library.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/contracts/hermite_parameters.hpp"
#include "core/formulas/hermite.hpp"
#include "core/settings.hpp"

namespace tycho::hermite_library {

namespace {

// A second call would find nothing changed, a second correction would move bodies twice.
constexpr std::array<Stage, 4> kStages{{
    {.id = "schedule",
     .label = "Schedule",
     .consistency = Consistency::kBitwise,
     .replayable = false},
    {.id = "predict",
     .label = "Predictor of the block",
     .consistency = Consistency::kOrdered,
     .replayable = false},
    {.id = "call",
     .label = "Library call",
     .consistency = Consistency::kOrdered,
     .replayable = false},
    {.id = "correct",
     .label = "Corrector",
     .consistency = Consistency::kOrdered,
     .replayable = false},
}};

constexpr auto kParameters = hermite::parameters(0.3);  // Tables 5 and 6

constexpr std::array<std::string_view, 2> kSteps{"block", "shared"};
constexpr std::array<std::string_view, 3> kPrecisions{"ds", "fp32", "fp64"};

constexpr std::array<Choice, 2> kChoices{{
    {"steps", "block: powers of two, each body its own; shared: dt for all", kSteps, Scope::kBoth},
    {"precision", "of the library's engine", kPrecisions, Scope::kCuda},
}};

/// Bytes of a body as the library is sent it, and of a target with what comes back.
constexpr double kSentBytes = 144, kAnswerBytes = 2 * 64;

Work work(int stage, const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  const Options o = options(settings);
  const double steps = hermite::expected_steps(o, particles) * o.stepping(n);
  const double state = 8 * 18;  // time, step, mass, position, velocity, acceleration, jerk, snap
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
  const Options o = options(settings);
  return {"pairs", n * o.stepping(n) * hermite::expected_steps(o, particles)};
}

double issue_slots(int, const Settings&) { return 0; }

PairForce pair_force(const Settings& settings, std::int64_t) {
  return {options(settings).softening, SofteningKernel::kPlummer};
}

/// Of a body in the client: its numbers with the snap, lists, and its place in a block with force.
/// In the library: the body as it is handed over and as it is held, and its force. All of the
/// library twice, since potentials in double come from a second one. For a while: the forces on all
/// bodies, and the numbers of which a checkpoint is made.
MemoryNeed memory(const Settings& settings, std::int64_t particles) {
  constexpr std::int64_t kNumbers = 18 * 8, kLists = 24, kInBlock = 120, kSource = 7 * 8 + 4;
  constexpr std::int64_t kBody = 144, kTarget = 64, kForce = 64;
  constexpr std::int64_t kLibrary = 2 * kBody + kSource + kTarget + kForce;
  const std::int64_t client = kNumbers + kLists + 2 * kInBlock + 3 * kForce + 2 * kNumbers;
  const std::int64_t on_host = particles * (client + 2 * kLibrary);
  if (settings.backend() == Backend::kCpu) return {on_host, 0};
  constexpr std::int64_t kWords = 4 * 16;
  return {on_host, 2 * particles * (kBody + kWords + kTarget + kForce)};
}

constexpr std::array<std::string_view, 3> kOfTheHost{"schedule", "predict", "correct"};
constexpr std::array<HostStages, 1> kOnHost{{{"", "", kOfTheHost}}};

constexpr Traits kTraits{.pair_force = pair_force,
                         .precision = "precision",
                         .counts_as_it_runs = true,
                         .keeps = Keeps::kAnyRun,
                         .on_host = kOnHost};

}  // namespace

Options options(const Settings& settings) {
  Options o;
  Binding bind(settings);
  hermite::bind_steps(bind, o);
  bind("precision", o.precision, hermite::kPrecisionNames);
  bind.done();
  o.threads = settings.threads();
  return o;
}

const Contract& contract() {
  static constexpr Contract kContract{
      .name = "hermite_library",
      .summary =
          "direct N-body through the GRAPE-6 library, as a client of its symbols: the Hermite "
          "scheme "
          "(belleman2007)",
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

}  // namespace tycho::hermite_library
