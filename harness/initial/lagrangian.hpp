// Where the points of a lattice are moved to by small density waves, to second order (Bouchet et
// al. 1995; Crocce, Pueblas & Scoccimarro 2006): x = q + first + second, with
//
//   first = -grad phi1,  Del^2 phi1 = delta
//   second = -(3/7) grad phi2,  Del^2 phi2 = sum over i < j of phi1,ii phi1,jj - phi1,ij^2
//
// The sum is half of delta^2 - sum over all i, j of phi1,ij^2, so one derivative at a time is held.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>

#include "harness/analysis/fourier.hpp"

namespace tycho::initial {

class Lagrangian {
 public:
  /// The complex amplitude of the wave (nx, ny, nz) of the density over its mean: delta(q) is the
  /// sum of amplitude exp(2 pi i n q / box). Called from many threads, for nx >= 0 only.
  using Waves = std::function<std::complex<double>(int nx, int ny, int nz)>;

  /// For side^3 points q = (i + 1/2) box / side. Waves that the lattice cannot tell from others
  /// (2 |n| >= side) are left out.
  Lagrangian(int side, double box, const Waves& waves);

  /// Displacements along an axis (0, 1, 2), valid until the next call. The sources of the second
  /// order are made by the first call of it.
  analysis::FourierMesh& first(int axis);
  analysis::FourierMesh& second(int axis);

  /// Bytes of memory that the displacements on a mesh of this side take.
  static std::int64_t bytes(int side);

 private:
  /// Modes of `source` times factor(wave number) as values in work_.
  template <typename Factor>
  void transform(analysis::FourierMesh& source, const Factor& factor);
  void displacement(analysis::FourierMesh& source, int axis);
  void make_source();

  int side_;
  double box_;
  analysis::FourierMesh delta_, work_;
  analysis::FourierMesh source_;  // of the second order, where it has been made
  bool has_source_ = false;
};

}  // namespace tycho::initial
