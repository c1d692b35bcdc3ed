// Solvers of L u = rho in units of the cell: from a mesh's density to its solution.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/contracts/particle_mesh.hpp"
#include "core/fftw.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

using tycho::particle_mesh::Options;

template <typename Real>
class Poisson {
 public:
  virtual ~Poisson() = default;

  /// Reads mesh.density, writes mesh.solution.
  virtual void solve() = 0;
  /// What the solution must still be multiplied by (a transform leaves its 1/N undone) ...
  virtual double scale() const { return 1; }
  /// ... once this has been subtracted: where the solution's mean is free, it is set to zero.
  virtual double mean() const { return 0; }
  virtual std::map<std::string, double> counters() const { return {}; }
};

/// How the solvers by transforms plan.
inline FftwPlanning planning(const Options& options) {
  return {options.threads, options.measure_plans};
}

/// Each is bound to one mesh, which must outlive it.
template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_fft(const Options& options, Mesh<Real>& mesh);
template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_isolated(const Options& options, Mesh<Real>& mesh);
template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_multigrid(const Options& options, Mesh<Real>& mesh);

/// The same for loop = best: of poisson_fft the real transform, plane by plane and then along z; of
/// poisson_multigrid all, in SIMD and blocked in cache.
template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_fft_best(const Options& options, Mesh<Real>& mesh);
template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_multigrid_best(const Options& options, Mesh<Real>& mesh);

}  // namespace tycho::reference::particle_mesh
