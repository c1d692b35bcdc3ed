// The mesh of mesh = device: masses, potential, and the long-range pull at the bodies.
#pragma once

#include <array>
#include <vector>

#include "core/contracts/tree_pm.hpp"
#include "gpu/support/fft_plan.hpp"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree_pm {

/// Masses on the mesh are whole numbers of the total's 2^-62: their sums are the same in any order,
/// and so a step repeats to the bit whatever threads come first. They cannot overflow.
inline constexpr double kParts = 0x1p62;

template <typename Real>
class Mesh {
 public:
  Mesh(const tycho::tree_pm::Split& split, Stream& stream);
  static std::size_t bytes(const tycho::tree_pm::Split& split);

  /// By the clouds of the split. `total` is the mass of all bodies.
  void deposit(const tree::Bodies<Real>& bodies, double total, const tree::Halt& halt,
               const Stream& stream);
  /// The filtered potential of what was deposited, and with compact its slopes.
  void poisson(const Stream& stream);
  /// Acceleration and potential of every body, its own potential left out.
  void interpolate(const tree::Bodies<Real>& bodies, double total, Vector4<Real>* pull,
                   const tree::Halt& halt, const Stream& stream);

  /// Over the mean, of the last deposit. Waits.
  std::vector<double> density(Stream& stream) const;
  /// Of the last poisson. Waits.
  std::vector<double> potential(double total, Stream& stream) const;

 private:
  /// From the mesh's units, cells of side 1 and the mean mass of a cell, to those of the case.
  double potential_scale(double total) const;

  /// The Gaussian splits filter in place; the way back of each slope of compact uses a spectrum up.
  void filter_gaussian(const Stream& stream);
  void filter_compact(const Stream& stream);

  tycho::tree_pm::Split split_;
  Buffer<unsigned long long> masses_;  // in parts
  Buffer<Real> values_;                // the density's contrast, then the potential
  Buffer<Complex<Real>> spectrum_;
  Buffer<Real> wave_sq_, filter_;  // of an axis
  // Of compact: the ball's part of the potential by the square of the wave number, the slopes'
  // factor of an axis, a spectrum to be used up, and minus the potential's slopes.
  Buffer<Real> ball_, slope_;
  Buffer<Complex<Real>> used_up_;
  std::array<Buffer<Real>, 3> pull_;
  FftPlan<Real> forward_, inverse_;
};

}  // namespace tycho::gpu::tree_pm
