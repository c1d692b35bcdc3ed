// Fourier space of the GPU side: three stages take the charge on the grid to the field on the grid.
// Each only enqueues, and can be run again with the same result. The stage `field`, which the CPU
// side has in field.cpp, is in fft_library.cu and in fft_batched.cu: each lays out its modes in a
// way of its own.
#pragma once

#include <cstddef>
#include <memory>

#include "core/contracts/pic.hpp"
#include "gpu/pic/field_view.hpp"
#include "gpu/pic/halt.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::pic {

using tycho::pic::Options;

enum class Wanted { kField, kPotential };

template <typename Real>
class FieldSolver {
 public:
  virtual ~FieldSolver() = default;

  /// rho_k from the density, which stays as it is.
  virtual void fft_forward(const Real* density) = 0;
  /// E_k = -i k s^2 / k^2 rho_k, or the potential instead of E_x.
  virtual void field(Wanted wanted, const Halt& halt) = 0;
  virtual void fft_inverse() = 0;
  /// What the inverse transform has written.
  virtual FieldView<Real> view() const = 0;
};

/// One solver: the device memory it will take, and how it is made.
template <typename Real>
struct FieldSolverKind {
  std::size_t (*bytes)(const Options& options);
  std::unique_ptr<FieldSolver<Real>> (*make)(const Options& options, Stream& stream);
};

/// Transforms in two dimensions by the library.
template <typename Real>
FieldSolverKind<Real> fft_library();
/// As published: complex transforms in one dimension, in batches, packed and transposed here.
template <typename Real>
FieldSolverKind<Real> fft_batched();

}  // namespace tycho::gpu::pic
