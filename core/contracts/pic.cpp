#include "core/contracts/pic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/binding.hpp"
#include "core/contracts/pic_memory.hpp"
#include "core/settings.hpp"

namespace tycho::pic {

namespace {

// Sums of reals: in a fixed order on the CPU and in the layout `ordered`, in any order where a
// tile's threads meet in one cell (deterministic = yes makes them sums of integers). A second push
// would find particles outside their cells, and a second reorder nothing to do.
constexpr std::array<Stage, 12> kStages{{
    {.id = "deposit", .label = "Deposit", .consistency = Consistency::kAtomic, .pure = true},
    {.id = "guard_add",
     .label = "Guard cells, added",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "fft_forward",
     .label = "FFT of the charge",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "field",
     .label = "Field in Fourier space",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "fft_inverse", .label = "FFT of the field", .consistency = Consistency::kOrdered},
    {.id = "guard_copy",
     .label = "Guard cells, copied",
     .consistency = Consistency::kOrdered,
     .pure = true},
    {.id = "push", .label = "Push", .consistency = Consistency::kOrdered, .replayable = false},
    {.id = "reorder", .label = "Sort", .consistency = Consistency::kAtomic, .replayable = false},
    {.id = "push+deposit+reorder",
     .label = "Push, deposit and sort",
     .consistency = Consistency::kAtomic,
     .replayable = false},
    {.id = "migrate",
     .label = "Particles to other ranks",
     .consistency = Consistency::kBitwise,
     .replayable = false},
    {.id = "transpose",
     .label = "Rows to columns between ranks",
     .consistency = Consistency::kBitwise,
     .pure = true},
    {.id = "guard",
     .label = "Guard rows between ranks",
     .consistency = Consistency::kBitwise,
     .pure = true},
}};

constexpr std::array<double, 5> kThreadsPerBlock{64, 128, 256, 512, 1024};
constexpr std::array<double, 3> kTriedThreadsPerBlock{64, 128, 256};
constexpr std::array<double, 4> kTriedCells{4, 8, 16, 32};
constexpr std::array<double, 3> kTriedTiles{8, 16, 32};
constexpr std::array<double, 3> kTriedThreadsPerTile{256, 512, 1024};
// So that every block of columns starts where a vector does, in single precision too.
constexpr std::array<double, 4> kColumns{4, 8, 16, 32};
constexpr std::array<double, 6> kThreadsPerTile{64, 128, 256, 384, 512, 1024};

constexpr std::array<Parameter, 13> kParameters{{
    {.name = "nx",
     .unit = "cells",
     .summary = "cells along x; even",
     .fallback = 256,
     .least = 4,
     .most = 16384,
     .whole = true},
    {.name = "ny",
     .unit = "cells",
     .summary = "cells along y; even",
     .fallback = 512,
     .least = 4,
     .most = 16384,
     .whole = true},
    {.name = "dt",
     .unit = "1/omega_p",
     .summary = "the step",
     .fallback = 0.025,
     .least = 1e-6,
     .most = 2},
    {.name = "thermal_velocity",
     .unit = "cells omega_p",
     .summary = "of the maxwellian initial condition; buffers are given room by it",
     .fallback = 1,
     .least = 0,
     .most = 100},
    {.name = "particle_size",
     .unit = "cells",
     .summary = "width a of the particles' shape exp(-k^2 a^2 / 2); 0: points",
     .fallback = 0.912871,
     .least = 0,
     .most = 16},
    {.name = "cells_per_thread",
     .unit = "cells",
     .summary = "layout = ordered: cells a thread owns; divides nx",
     .fallback = 16,
     .least = 1,
     .most = 16384,
     .whole = true,
     .scope = Scope::kCuda,
     .tuning = {.values = kTriedCells, .choice = "layout", .chosen = "ordered"}},
    {.name = "threads_per_block",
     .unit = "threads",
     .summary = "layout = ordered: threads of a block",
     .fallback = 128,
     .least = 64,
     .most = 1024,
     .whole = true,
     .allowed = kThreadsPerBlock,
     .scope = Scope::kCuda,
     .tuning = {.values = kTriedThreadsPerBlock, .choice = "layout", .chosen = "ordered"},
     .formerly = "block"},
    {.name = "tile_x",
     .unit = "cells",
     .summary = "layout = tiled: cells of a tile along x; divides nx",
     .fallback = 16,
     .least = 2,
     .most = 64,
     .whole = true,
     .scope = Scope::kCuda,
     .tuning = {.values = kTriedTiles, .choice = "layout", .chosen = "tiled"}},
    {.name = "tile_y",
     .unit = "cells",
     .summary = "layout = tiled: cells of a tile along y; divides ny",
     .fallback = 16,
     .least = 2,
     .most = 64,
     .whole = true,
     .scope = Scope::kCuda,
     .tuning = {.values = kTriedTiles, .choice = "layout", .chosen = "tiled"}},
    {.name = "group_room",
     .summary = "room of a group of particles over its mean population at load; 0: chosen",
     .fallback = 0,
     .least = 0,
     .most = 64,
     .scope = Scope::kCuda},
    {.name = "buffer_room",
     .summary = "room of a hole list or outgoing buffer, as a share of a group; 0: chosen",
     .fallback = 0,
     .least = 0,
     .most = 1,
     .scope = Scope::kCuda},
    {.name = "threads_per_tile",
     .unit = "threads",
     .summary = "layout = tiled: threads of the block that has a tile",
     .fallback = 512,
     .least = 64,
     .most = 1024,
     .whole = true,
     .allowed = kThreadsPerTile,
     .scope = Scope::kCuda,
     .tuning = {.values = kTriedThreadsPerTile, .choice = "layout", .chosen = "tiled"},
     .formerly = "tile_block"},
    {.name = "columns",
     .unit = "columns",
     .summary = "loop = best: of the grid that a thread transforms together",
     .fallback = 8,
     .least = 4,
     .most = 32,
     .whole = true,
     .allowed = kColumns,
     .scope = Scope::kCpu,
     .tuning = {.values = kColumns, .choice = "loop", .chosen = "best"}},
}};

constexpr std::array<std::string_view, 2> kPrecisions{"fp64", "fp32"};
constexpr std::array<std::string_view, 2> kCpuLayouts{"scatter", "ordered"};
constexpr std::array<std::string_view, 2> kCudaLayouts{"tiled", "ordered"};
constexpr std::array<std::string_view, 3> kLayouts{"scatter", "ordered", "tiled"};  // of the enum
constexpr std::array<std::string_view, 2> kTransforms{"library", "batched"};
constexpr std::array<std::string_view, 2> kYesNo{"yes", "no"};
constexpr std::array<std::string_view, 2> kPlanners{"estimate", "measure"};
constexpr std::array<std::string_view, 2> kLoops{"plain", "best"};

constexpr std::array<Choice, 7> kChoices{{
    {"precision", "of particles and grids", kPrecisions, Scope::kBoth},
    {"layout",
     "scatter: particles in any order, as published for the CPU; ordered: grouped by cell, "
     "positions relative to it",
     kCpuLayouts, Scope::kCpu},
    {"layout",
     "tiled: a tile of cells to a block, in shared memory; ordered: as published, a thread owns "
     "its cells and guard cells",
     kCudaLayouts, Scope::kCuda},
    {"fft",
     "library: a real transform in two dimensions; batched: as published, complex transforms in "
     "one dimension, packed and transposed here",
     kTransforms, Scope::kBoth},
    {"deterministic",
     "of the layout tiled: sums of whole numbers, which repeat to the bit; no: of reals, in any "
     "order",
     kYesNo, Scope::kCuda},
    {"planner", "of FFTW; estimate gives the same bits in every run, measure is the fastest",
     kPlanners, Scope::kCpu},
    {"loop",
     "plain: a stage after the other; best: push, deposit and reorder of ordered particles in one "
     "pass, in SIMD",
     kLoops, Scope::kCpu},
}};

double real_bytes(const Options& o) { return o.fp32 ? 4 : 8; }

double cells(const Options& o) { return double(o.nx) * o.ny; }

double modes(const Options& o) { return (o.nx / 2.0 + 1) * o.ny; }

/// A real transform in two dimensions.
double fft_flops(const Options& o) { return 2.5 * cells(o) * std::log2(cells(o)); }

// Flops as the listings of the paper write them: 11 for a deposit (1 for the charge, 2 for the
// other weights, 4 products, 4 sums), 28 for a push (2 weights, 9 for each component of the field,
// 2 for each of four updates).
constexpr double kDepositFlops = 11, kPushFlops = 28;

/// What a step carries from rank to rank, all of them together; what stays on a rank is counted as
/// if it went, so that one rank has a number too. The modes of the charge and of the two components
/// of the field; of every slab a row of the charge and a row of each component.
double carried_bytes(int stage, const Options& o, double real) {
  if (stage == kTranspose) return 3 * 2 * real * modes(o);
  const double slabs = o.ranks ? std::min(o.ranks->size(), o.ny) : 1;
  return slabs * real * ((o.nx + 1) + 2.0 * o.nx);
}

// Reals. A deposit reads positions and writes a grid; a push reads and writes particles and reads
// two grids; a reorder looks at every position, and moves the particles that leave their cell.
Work work(int stage, const Settings& settings, std::int64_t particles) {
  const double n = static_cast<double>(particles);
  const Options o = options(settings);
  const double real = real_bytes(o), grid = cells(o), spectrum = modes(o);
  const double moved = 2 * 4 * std::min(1.0, leaving_share(o)) * n;
  switch (stage) {
    case kDeposit:
      return {kDepositFlops * n, (2 * n + grid) * real};
    case kGuardAdd:
      return {grid, 2 * grid * real};
    case kFftForward:
      return {fft_flops(o), (grid + 2 * spectrum) * real};
    case kField:
      return {6 * spectrum, 3 * 2 * spectrum * real};
    case kFftInverse:
      return {2 * fft_flops(o), 2 * (grid + 2 * spectrum) * real};
    case kGuardCopy:
      return {0, 2 * 2 * grid * real};
    case kPush:
      return {kPushFlops * n, (8 * n + 2 * grid) * real};
    case kReorder:
      return {0, (2 * n + moved) * real};
    case kPushDepositReorder:
      return {(kPushFlops + kDepositFlops) * n, (8 * n + 3 * grid + moved) * real};
    // Which particles move to another slab is not known beforehand: all are read.
    case kMigrate:
      return {0, 2 * n * real};
    case kTranspose:
    case kGuard:
      return {0, carried_bytes(stage, o, real)};
  }
  return {};
}

Throughput throughput(const Settings&, std::int64_t particles) {
  return {"particles", static_cast<double>(particles)};
}

// Memory bounds every stage; no issue limit is counted.
double issue_slots(int, const Settings&) { return 0; }

Vec3<double> periodic_box(const Settings& settings) {
  const Options o = options(settings);
  return {double(o.nx), double(o.ny), 0};
}

Plasma plasma(const Settings& settings) {
  const Options o = options(settings);
  Plasma stated{o.nx, o.ny, o.thermal_velocity, o.particle_size};
  if (o.layout == Layout::kOrdered) stated.group_x = stated.group_y = 1;
  if (o.layout == Layout::kTiled) {
    stated.group_x = o.tile_x;
    stated.group_y = o.tile_y;
  }
  return stated;
}

constexpr Traits kTraits{.periodic_box = periodic_box,
                         .plasma = plasma,
                         .precision = "precision",
                         .keeps = Keeps::kOverRanks};

}  // namespace

const Contract& contract() {
  static constexpr Contract kContract{
      .name = "pic",
      .summary = "electrostatic particle-in-cell in two dimensions, ordered particles (decyk2009)",
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

Options options(const Settings& settings) {
  Options o;
  Binding bind(settings);
  bind("nx", o.nx);
  bind("ny", o.ny);
  bind("dt", o.dt);
  bind("thermal_velocity", o.thermal_velocity);
  bind("particle_size", o.particle_size);
  bind("cells_per_thread", o.cells_per_thread);
  bind("threads_per_block", o.threads_per_block);
  bind("tile_x", o.tile_x);
  bind("tile_y", o.tile_y);
  bind("threads_per_tile", o.threads_per_tile);
  bind("group_room", o.group_room);
  bind("buffer_room", o.buffer_room);
  bind("precision", o.fp32, "fp32");
  bind("layout", o.layout, kLayouts);
  bind("fft", o.fft, kTransforms);
  bind("deterministic", o.deterministic, "yes");
  bind("planner", o.measure_plans, "measure");
  bind("loop", o.best, "best");
  bind("columns", o.columns);
  bind.done();
  o.cuda = settings.backend() == Backend::kCuda;
  o.threads = settings.threads();
  if (settings.ranks_named()) o.ranks = &settings.ranks();
  return o;
}

double particle_mass(const Options& o, std::int64_t particles) {
  return cells(o) / static_cast<double>(particles);
}

double leaving_share(const Options& o) {
  return 2 * std::sqrt(2 / std::numbers::pi) * o.thermal_velocity * o.dt;
}

}  // namespace tycho::pic
