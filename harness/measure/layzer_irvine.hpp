// What takes the place of the energy in an expanding box (Layzer 1963; Irvine 1961). With T the
// kinetic energy of peculiar velocities and W the potential energy, both physical,
//
//   a (T + W) + integral of T da  is constant,  T = K / a^2,  W = Phi / a,
//
// K and Phi being those of u and the comoving potential (core/formulas/cosmology.hpp).
#pragma once

#include "harness/checks/diagnostics.hpp"

namespace tycho::measure {

class LayzerIrvine {
 public:
  /// How much the sum changed since the first call, over K / a + |change of Phi|, which is what its
  /// terms are: a lattice has a potential energy of its own that no structure can draw on. T is
  /// taken to be straight in a between two calls, as it is while perturbations are small.
  double error(double a, const checks::Energy& comoving);

 private:
  bool begun_ = false;
  double a_ = 0, kinetic_ = 0;  // at the last call; T
  double integral_ = 0, start_ = 0, potential_at_start_ = 0;
};

}  // namespace tycho::measure
