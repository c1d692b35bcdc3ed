// The Fourier transforms of a mesh that ranks have in slabs, made by a library of the transport's:
// FFTW-MPI under MPI. Which planes are whose is the library's choice.
#pragma once

#include <complex>
#include <cstddef>
#include <span>

namespace tycho::mesh {

class SlabTransform {
 public:
  virtual ~SlabTransform() = default;

  /// The planes of this rank, of the slowest axis, in the mesh and in the spectrum alike; a rank
  /// may have none.
  virtual std::size_t first() const = 0;
  virtual std::size_t planes() const = 0;

  /// n / 2 + 1 modes a row, n rows a plane, this rank's planes. forward() fills it, inverse() uses
  /// it up.
  virtual std::span<std::complex<double>> spectrum() = 0;

  // Collective, and not normalised. `cells` are this rank's planes, n rows of n cells each.
  virtual void forward(std::span<const double> cells) = 0;
  virtual void inverse(std::span<double> cells) = 0;
};

}  // namespace tycho::mesh
