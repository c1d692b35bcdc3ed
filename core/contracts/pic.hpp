// Two-dimensional electrostatic particle-in-cell code: decyk2009.
//
// Units: the grid spacing is 1, time is in 1 / omega_p, and there are nx ny electrons' worth of
// charge -1 over a background of +1: a particle has the mass nx ny / N, the charge -nx ny / N, and
// the charge over the mass is -1. So omega_p = 1 whatever the number of particles in a cell.
//
// The report folds the stages into the rows of the paper's table: Deposit is deposit, Push is push,
// Sort is reorder; guard_add, the transforms, field and guard_copy are the field solver.
#pragma once

#include <cstdint>
#include <string>

#include "core/contract.hpp"
#include "core/particles.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::pic {

/// A stage with a plus in its name is a fused kernel, which serves several rows and is timed as
/// one. A layout runs the stages it has (core/steps/pic.cpp), each once a step.
enum StageId {
  kDeposit,
  kGuardAdd,
  kFftForward,
  kField,
  kFftInverse,
  kGuardCopy,
  kPush,
  kReorder,
  kPushDepositReorder,
  // Over ranks: what goes between slabs of rows.
  kMigrate,    // particles to the slabs they have moved to
  kTranspose,  // from rows to columns and back
  kGuard       // rows next to a slab
};

const Contract& contract();

/// Scatter is the CPU's only, tiled the GPU's.
enum class Layout { kScatter, kOrdered, kTiled };
enum class Fft { kLibrary, kBatched };

/// The settings of a run, bound to their names once. A setting without a meaning on the run's
/// backend is what it is here.
struct Options {
  int nx = 0, ny = 0;
  double dt = 0;
  double thermal_velocity = 0, particle_size = 0;
  bool fp32 = false;
  Layout layout = Layout::kScatter;
  Fft fft = Fft::kLibrary;
  bool cuda = false;
  // On the GPU.
  int cells_per_thread = 0, threads_per_block = 0;   // layout = ordered
  int tile_x = 0, tile_y = 0, threads_per_tile = 0;  // layout = tiled
  double group_room = 0, buffer_room = 0;            // 0: chosen by the layout
  bool deterministic = true;
  // On the CPU.
  bool best = false;  // the setting `loop`
  int columns = 0;    // loop = best: transformed together
  bool measure_plans = false;
  int threads = 1;
  Ranks* ranks = nullptr;  // that share the run in slabs; null: none do, not even one
};
Options options(const Settings& settings);

/// Throws UsageError where two settings do not go together, or a side cannot be divided.
void require_sound(const Options& options);

/// Why these settings cannot be run by ranks; empty: they can. One rank alone then runs them as if
/// there were no ranks.
std::string unfit_for_ranks(const Options& options);

/// Throws UsageError naming the first particle that is not finite or outside the box, or whose mass
/// is not nx ny / N (the background is made for equal particles), or an empty set. Positions are in
/// cells, 0 <= x < nx and 0 <= y < ny; z is not looked at.
void require_sound(const Options& options, const Particles& particles);

/// What is said of particles that cross more than one cell in a step, which no layout that keeps
/// its particles in order can follow: thrown as a StageError of the reorder, at the latest by
/// store(); with layout = scatter by the push, of particles that are lost from the box.
std::string too_fast(std::int64_t particles, double dt);

/// nx ny / N: the mass of a particle, and its charge with a minus sign.
double particle_mass(const Options& options, std::int64_t particles);

/// The share of a Maxwellian's particles that leave their cell in a step, to first order in v dt:
/// sqrt(2/pi) v_th dt through each of the two pairs of faces.
double leaving_share(const Options& options);

}  // namespace tycho::pic
