// planner = fftw_mpi: the transforms of the mesh shared out among ranks, by FFTW's own slabs.
// Every rank has all masses and gets the whole potential; between the two each has some planes of
// the spectrum. The bits depend on how FFTW plans for this number of ranks.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/mesh/compact_green.hpp"
#include "core/mesh/host_mesh.hpp"
#include "core/mesh/slab_transform.hpp"
#include "core/ranks/ranks.hpp"

namespace tycho::mesh {

class PoissonInSlabs {
 public:
  /// Throws Unavailable where the transport has no such transforms. Collective.
  PoissonInSlabs(const HostMesh& mesh, Ranks& ranks);

  /// From the masses to the potential, and of compact its slopes. Collective.
  void run(HostMesh& mesh);

 private:
  using Row = std::complex<double>;

  template <typename Body>
  void for_rows(int threads, const Body& body);
  void apply_green(const HostMesh& mesh);
  void take_slope(const HostMesh& mesh, int axis);
  /// Transforms the spectrum back, to a whole mesh on every rank.
  void inverse(std::vector<double>& whole);

  Ranks& ranks_;
  int n_;
  std::unique_ptr<SlabTransform> transform_;
  std::vector<std::size_t> cells_;       // of every rank
  std::vector<Row> kept_;                // of compact: the spectrum that is transformed four times
  std::vector<LongRangeAxis> axis_;      // of the Gaussian splits
  std::optional<CompactGreen> compact_;  // of compact
};

}  // namespace tycho::mesh
