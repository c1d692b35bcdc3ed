#include "core/contracts/all_pairs.hpp"

#include <algorithm>
#include <array>

#include "core/binding.hpp"
#include "core/contracts/register_block.hpp"
#include "core/error.hpp"
#include "core/formulas/pair_force.hpp"
#include "core/settings.hpp"

namespace tycho::all_pairs {

namespace {

// Each body's sum has a fixed order on either side, but not the same one.
constexpr std::array<Stage, 4> kStages{{
    {.id = "force", .label = "Force", .consistency = Consistency::kOrdered},
    {.id = "kick", .label = "Kick (half step)", .consistency = Consistency::kOrdered},
    {.id = "drift", .label = "Drift", .consistency = Consistency::kOrdered},
    {.id = "exchange",
     .label = "Positions of the other ranks",
     .consistency = Consistency::kBitwise,
     .pure = true},
}};

constexpr std::array<double, 7> kThreadsPerBlock{16, 32, 64, 128, 256, 512, 1024};
constexpr std::array<double, 7> kUnrolls{0, 1, 2, 4, 8, 16, 32};
constexpr std::array<double, 7> kBodiesPerBlock{0, 8, 16, 32, 64, 128, 256};
constexpr std::array<double, 4> kTriedThreads{64, 128, 256, 512};
constexpr std::array<double, 4> kTriedUnrolls{1, 4, 8, 16};

constexpr std::array<Parameter, 6> kParameters{{
    {.name = "dt",
     .unit = "time",
     .summary = "the step",
     .fallback = 1e-3,
     .least = 1e-12,
     .most = 1e3},
    {.name = "softening",
     .unit = "length",
     .summary = "Plummer softening eps",
     .fallback = 0.01,
     .least = 0,
     .most = 1e6},
    {.name = "threads_per_block",
     .unit = "threads",
     .summary = "of a thread block of the tiled kernel, and bodies of its tile",
     .fallback = 256,
     .least = 16,
     .most = 1024,
     .whole = true,
     .allowed = kThreadsPerBlock,
     .scope = Scope::kCuda,
     .tuning = {.values = kTriedThreads, .choice = "kernel", .chosen = "tiled"},
     .formerly = "block"},
    {.name = "unroll",
     .summary = "unroll factor of the tiled kernel's inner loop; 0: as the compiler likes",
     .fallback = 16,
     .least = 0,
     .most = 32,
     .whole = true,
     .allowed = kUnrolls,
     .scope = Scope::kCuda,
     .tuning = {.values = kTriedUnrolls, .choice = "kernel", .chosen = "tiled"}},
    {.name = "bodies_per_block",
     .unit = "bodies",
     .summary = "of a thread block of the best kernel at most: several a thread, or several "
                "threads a body; 0: by the number of bodies",
     .fallback = 0,
     .least = 0,
     .most = 256,
     .whole = true,
     .allowed = kBodiesPerBlock,
     .scope = Scope::kCuda,
     .tuning = {.values = kBodiesPerBlock, .choice = "kernel", .chosen = "best"}},
    register_block(),
}};

constexpr std::array<Choice, 3> kChoices{{
    {"precision", "of positions, pair terms and sums", kPrecisionNames, Scope::kBoth},
    {"loop", "plain: every pair twice; symmetric: F_ij = -F_ji, one thread; best: SIMD over bodies",
     kLoopNames, Scope::kCpu},
    {"kernel", "tiled: as published, one body a thread; best: what this GPU can do", kKernelNames,
     Scope::kCuda},
}};

// Per body: force reads position and mass and writes the acceleration; kick reads acceleration and
// velocity and writes the velocity, twice a step; drift reads velocity and position and writes the
// position. With several ranks each gets the positions that the others have moved.
Work work(int stage, const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  const double real = options(settings).precision == Precision::kFp32 ? 4 : 8;
  switch (stage) {
    case kForce:
      return {kPairForceFlops * n * n, (4 + 3) * real * n};
    case kKick:
      return {2 * 6 * n, 2 * (3 + 3 + 3) * real * n};
    case kDrift:
      return {6 * n, (3 + 3 + 3) * real * n};
    case kExchange:  // a GPU's with the mass beside it
      return {0, (settings.backend() == Backend::kCuda ? 4 : 3) * real * n};
  }
  return {};
}

Throughput throughput(const Settings&, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  return {"pairs", n * n};
}

// Single precision, 13 slots a pair: 3 differences, 3 multiply-adds for the softened square (eps^2
// is the addend of the first), 1 rsqrt, 3 products for m / r^3, 3 multiply-adds for the sum.
// Double, 16 slots on the double-precision pipe, which has half the lanes: the same, with rsqrt
// replaced by an approximation (not on that pipe) and 4 more products that refine m / r^3 to full
// precision. Loads, loop control and reductions are left out: they are what `best` is to make
// small.
//
// A CPU has the same differences, squares and sums; m / r^3 takes the estimate of the root and 5
// more in single, 8 in double precision (docs/cpu.md).
double issue_slots(int stage, const Settings& settings) {
  if (stage != kForce) return 0;
  const bool single = options(settings).precision == Precision::kFp32;
  if (settings.backend() == Backend::kCpu) return single ? 15 : 18;
  return single ? 13 : 2 * 16;
}

PairForce pair_force(const Settings& settings, std::int64_t) {
  return {options(settings).softening, SofteningKernel::kPlummer};
}

/// Position, velocity, acceleration and mass, whose vector may have grown to twice its size, and
/// ids. For a while: all of them once more in a load, with a vector of NaN, or what a checkpoint is
/// made of and what comes out, in double.
MemoryNeed memory(const Settings& settings, std::int64_t particles) {
  const std::int64_t real = options(settings).precision == Precision::kFp64 ? 8 : 4;
  constexpr std::int64_t kCheckpoint = (11 + 6) * 8;
  if (settings.backend() == Backend::kCpu)
    return {particles * (8 + 11 * real + std::max(12 * real, kCheckpoint)), 0};
  // On the host masses and ids, and vectors of four numbers on their way.
  return {particles * (2 * 8 + std::max(2 * 4 * real + 8, 4 * real + kCheckpoint)),
          particles * 12 * real};
}

// The reference is as exact as a library.
constexpr TrialProblem kTrial{};

constexpr Traits kTraits{.pair_force = pair_force,
                         .precision = "precision",
                         .begins_anywhere = true,
                         .keeps = Keeps::kAnyRun,
                         .trial = &kTrial};

}  // namespace

Options options(const Settings& settings) {
  Options o;
  Binding bind(settings);
  bind("dt", o.dt);
  bind("softening", o.softening);
  bind("threads_per_block", o.threads_per_block);
  bind("unroll", o.unroll);
  bind("bodies_per_block", o.bodies_per_block);
  bind("targets", o.targets);
  bind("precision", o.precision, kPrecisionNames);
  bind("loop", o.loop, kLoopNames);
  bind("kernel", o.kernel, kKernelNames);
  bind.done();
  o.threads = settings.threads();
  o.ranks = &settings.ranks();
  return o;
}

void require_sound(const Options& o) {
  if (o.loop == Loop::kSymmetric && o.threads != 1)
    throw UsageError("loop = symmetric runs on one thread: two threads would add to one body");
  if (o.loop == Loop::kSymmetric && !o.ranks->alone())
    throw UsageError("loop = symmetric runs on one rank: two ranks would add to one body");
}

const Contract& contract() {
  static constexpr Contract kContract{
      .name = "all_pairs",
      .summary = "all-pairs gravity, kick-drift-kick leapfrog of ours (bertinelli2025)",
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

}  // namespace tycho::all_pairs
