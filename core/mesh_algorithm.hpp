// An algorithm with a mesh, whose field solver can be asked on its own.
#pragma once

#include <span>
#include <vector>

#include "core/algorithm.hpp"

namespace tycho {

class MeshAlgorithm : public Algorithm {
 public:
  /// The potential of a density given on the mesh, x fastest: the same solver as in a step,
  /// untimed.
  virtual std::vector<double> solve(std::span<const double> density) = 0;
};

}  // namespace tycho
