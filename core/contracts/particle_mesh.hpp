// Particle-mesh gravity in the unit box: aubert2009. The stages are the rows of its Table I.
//
// The paper's text puts the interpolation into the force rows; Table I can only be read with the
// gather inside the velocity rows, since only those depend on how the particles are distributed.
// So it is here.
#pragma once

#include <vector>

#include "core/contract.hpp"
#include "core/formulas/central_difference.hpp"
#include "core/formulas/cloud_weights.hpp"

namespace tycho::particle_mesh {

enum StageId {
  kReorder,  // not in the paper; only where asked for
  kCellAssign,
  kHistogram,
  kDensity,
  kPoisson,
  kPotential,
  kForceX,
  kUpdateVelX,
  kForceY,
  kUpdateVelY,
  kForceZ,
  kUpdateVelZ,
  kUpdatePos
};

const Contract& contract();

/// Throws UsageError where two settings do not go together, or the mesh cannot be coarsened.
void require_sound(const Settings& settings);

Cloud cloud(const Settings& settings);
Boundary boundary(const Settings& settings);

/// Sides of the meshes of the multigrid solver, finest first: `levels` restrictions, or as many as
/// reach 2 where levels = 0. Every side is even: red and black alternate around the box, and at
/// side 1 the operator vanishes. Throws UsageError where that cannot be.
std::vector<int> level_sides(int grid, int levels);

/// How far a relaxation goes towards the solution of its cell's equation.
double relaxation_factor(const Settings& settings);

}  // namespace tycho::particle_mesh
