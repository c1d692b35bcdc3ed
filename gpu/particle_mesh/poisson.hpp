// Solvers of L u = rho in units of the cell, from a density to a solution on the device.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>

#include "core/contracts/particle_mesh.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::particle_mesh {

using tycho::particle_mesh::Options;

template <typename Real>
class Poisson {
 public:
  virtual ~Poisson() = default;

  /// Enqueues the solution for a density on the mesh.
  virtual void solve(const Real* density) = 0;
  virtual const Real* solution() const = 0;
  /// What the solution must still be multiplied by (a transform leaves its 1/N undone) ...
  virtual double scale() const { return 1; }
  /// ... once this, on the device, has been subtracted; null where there is nothing to subtract.
  virtual const double* mean() const { return nullptr; }
  virtual std::map<std::string, double> counters() const { return {}; }
};

/// One solver: the device memory it will take, and how it is made.
template <typename Real>
struct PoissonKind {
  std::size_t (*bytes)(const Options& options);
  std::unique_ptr<Poisson<Real>> (*make)(const Options& options, Stream& stream);
};

template <typename Real>
PoissonKind<Real> poisson_fft();
template <typename Real>
PoissonKind<Real> poisson_isolated();
template <typename Real>
PoissonKind<Real> poisson_multigrid();

}  // namespace tycho::gpu::particle_mesh
