// The long range of Ewald's sum: waves of the box, summed over the bodies one by one.
//
// The eight waves (+-x, +-y, +-z) of one octant go together: the sum of their cosines is
//
//   8 cos(k_x dx) cos(k_y dy) cos(k_z dz),   cos(k dx) = cos(k x_i) cos(k x_j) + sin(...) sin(...)
//
// so that a product of three cosines or sines for a body i, times the sum of such products over the
// bodies j, is all there is: half the work of complex exponentials.
#pragma once

#include <span>
#include <vector>

#include "core/formulas/multipole.hpp"

namespace tycho {

class EwaldWaves {
 public:
  /// exp(-k^2 / (4 alpha^2)) with `alpha` per box, and all waves of up to `longest` in 2 pi / box.
  EwaldWaves(double box, double alpha, double longest);

  /// Octants of waves.
  std::size_t size() const { return octants_; }

  /// Takes up the bodies that pull.
  void add(std::span<const Vec3<double>> x, std::span<const double> mass, int threads);

  /// The pull of all waves at each of these places.
  std::vector<tree::Pull<double>> pulls(std::span<const Vec3<double>> at, int threads) const;

 private:
  /// The octants of one y and z, from x = 0 on.
  struct Row {
    int y, z, count;
    std::size_t first;  // of its sums, eight for an octant
  };

  double box_;
  int most_ = 0;  // above all wave numbers along an axis
  std::size_t octants_ = 0;
  std::vector<Row> rows_;
  std::vector<double> weights_;  // 4 pi exp(-k^2 / (4 alpha^2)) / (k^2 box^3), times its waves
  std::vector<double> sums_;     // of an octant: weight times the sum over bodies of m (c or s)^3
};

}  // namespace tycho
