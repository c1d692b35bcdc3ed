// Density and radial velocity around a halo's centre, shell by shell.
#pragma once

#include <vector>

#include "harness/analysis/haloes.hpp"

namespace tycho::analysis {

struct Profile {
  /// Shells between 10^(k/10) and 10^((k+1)/10), the same for every halo: two profiles compare.
  std::vector<int> shell;
  std::vector<double> radius;    // the geometric middle of each
  std::vector<double> count;     // particles in it
  std::vector<double> density;   // mass over volume
  std::vector<double> velocity;  // mean outward velocity against the halo's own; 0 in an empty one
};

/// From `least` out to three radii of the halo. Shells before the first particle are left out.
Profile radial_profile(const CellList& cells, const Halo& halo, double least);

}  // namespace tycho::analysis
