// Two-dimensional electrostatic particle-in-cell code: decyk2009.
//
// Units: the grid spacing is 1, time is in 1 / omega_p, and there are nx ny electrons' worth of
// charge -1 over a background of +1: a particle has the mass nx ny / N, the charge -nx ny / N, and
// the charge over the mass is -1. So omega_p = 1 whatever the number of particles in a cell.
//
// The report folds the stages into the rows of the paper's table: Deposit is deposit and guard_add,
// Push is guard_copy and push, Sort is reorder; the rest of Total is the field solver.
#pragma once

#include <cstdint>
#include <string>

#include "core/contract.hpp"
#include "core/particles.hpp"

namespace tycho::pic {

/// Those with a plus in their name are fused kernels, which serve several rows and are timed as
/// one. A layout runs the stages it has, each once a step.
enum StageId {
  kDeposit,
  kGuardAdd,
  kFftForward,
  kField,
  kFftInverse,
  kGuardCopy,
  kPush,
  kReorder,
  kPushDepositReorder
};

const Contract& contract();

/// Throws UsageError: a side that the transforms or the layout cannot divide.
void require_sound(const Settings& settings);

/// Throws UsageError naming the first particle that is not finite or outside the box, or whose mass
/// is not nx ny / N (the background is that of equal particles), or an empty set. Positions are in
/// cells, 0 <= x < nx and 0 <= y < ny; z is not looked at.
void require_sound(const Settings& settings, const Particles& particles);

/// What is said of particles that cross more than one cell in a step, which no layout that keeps
/// its particles in order can follow: thrown as a StageError of the reorder, at the latest by
/// store().
std::string too_fast(std::int64_t particles, double dt);

/// nx ny / N: the mass of a particle, and its charge with a minus sign.
double particle_mass(const Settings& settings, std::int64_t particles);

/// The share of a Maxwellian's particles that leave their cell in a step, to first order in v dt:
/// sqrt(2/pi) v_th dt through each of the two pairs of faces.
double leaving_share(const Settings& settings);

/// Flops of the deposit over its memory accesses, counted in the listings of the paper: a scattered
/// particle's coordinates, four points read and four written; of an ordered one the coordinates
/// only, and the points once for its group.
double deposit_intensity(bool ordered, const Settings& settings, std::int64_t particles);

}  // namespace tycho::pic
