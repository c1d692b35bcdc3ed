// How many haloes there are of each mass, and how two such counts differ.
#pragma once

#include <vector>

#include "harness/analysis/haloes.hpp"

namespace tycho::analysis {

struct MassFunction {
  /// Bins between 10^(k/5) and 10^((k+1)/5), the same for every run, from the lightest halo's to
  /// the heaviest's.
  std::vector<int> bin;
  std::vector<double> mass;    // the geometric middle of each
  std::vector<double> count;   // haloes in it
  std::vector<double> number;  // haloes in a unit of volume and a decade of mass
};

MassFunction mass_function(const std::vector<Halo>& haloes, double box);

/// (count - reference count) over the Poisson error of the latter, sqrt(count), at least 1: in
/// every bin that either has.
struct MassResidual {
  std::vector<double> mass, value;
};
MassResidual mass_residual(const MassFunction& counted, const MassFunction& reference);

}  // namespace tycho::analysis
