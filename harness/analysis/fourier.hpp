// A periodic mesh of n^3 in double and its Fourier modes, in place through FFTW, on all cores.
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

namespace tycho::analysis {

class FourierMesh {
 public:
  /// A mesh of zeros.
  explicit FourierMesh(int side);

  int side() const { return side_; }
  /// The value at a mesh point, x fastest. Rows have two values more than points, for the modes.
  double& value(int i, int j, int k) { return values()[row(j, k) * 2 * half_ + i]; }
  /// The mode (i, j, k), i from 0 to side / 2; those of negative i are complex conjugates.
  std::complex<double>& mode(int i, int j, int k) { return modes_[row(j, k) * half_ + i]; }

  /// From values to modes: sum of value exp(-i k x), not divided by anything.
  void forward();
  /// From modes to values: sum of mode exp(i k x), likewise.
  void backward();

  /// Index j of an axis as a wave number: the upper half are negative ones.
  int wave_number(int j) const { return 2 * j <= side_ ? j : j - side_; }

 private:
  // A complex number is two doubles in a row (C++ standard, [complex.numbers.general]).
  double* values() { return reinterpret_cast<double*>(modes_.data()); }
  std::size_t row(int j, int k) const { return static_cast<std::size_t>(k) * side_ + j; }

  int side_;
  std::size_t half_;  // modes in a row
  std::vector<std::complex<double>> modes_;
};

}  // namespace tycho::analysis
