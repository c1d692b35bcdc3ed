// Solvers of L u = rho over ranks: from the density of a rank's slab to its solution. A solver is a
// list of turns, the work between two messages as the stage poisson and the messages as stages of
// their own.
#pragma once

#include <memory>

#include "core/contracts/particle_mesh.hpp"
#include "core/steps/turns.hpp"
#include "reference/particle_mesh/slab_mesh.hpp"

namespace tycho::reference::particle_mesh {

using tycho::particle_mesh::Options;

class SlabPoisson {
 public:
  virtual ~SlabPoisson() = default;

  /// In the order in which they are to run. All ranks have the same list.
  virtual Turns<> turns() = 0;
  /// As of a solver without ranks (reference/particle_mesh/poisson.hpp).
  virtual double scale() const { return 1; }
  virtual double mean() const { return 0; }
};

/// Each is bound to one mesh, which must outlive it.
template <typename Real>
std::unique_ptr<SlabPoisson> slab_poisson_fft(const Options& options, SlabMesh<Real>& mesh);
template <typename Real>
std::unique_ptr<SlabPoisson> slab_poisson_multigrid(const Options& options, SlabMesh<Real>& mesh);

}  // namespace tycho::reference::particle_mesh
