// The field solver over ranks: the rows of a rank are transformed along x, the modes go from slabs
// of rows to slabs of columns, and the columns of a rank are transformed along y.
//
// A plan is of one row, or of one block of columns: what is transformed together does not depend on
// the number of ranks, and neither do the bits. No turn spoils its input.
#pragma once

#include <array>
#include <complex>
#include <vector>

#include "core/contracts/pic.hpp"
#include "core/fftw.hpp"
#include "core/mesh/slabs.hpp"
#include "reference/pic/grid.hpp"

namespace tycho::reference::pic {

template <typename Real>
class SlabSpectrum {
  using Complex = std::complex<Real>;
  using Modes = std::vector<Complex>;

 public:
  /// `grid` has the rows of this rank's slab, and must outlive the spectrum.
  SlabSpectrum(const tycho::pic::Options& options, const mesh::Slabs& rows, Grid<Real>& grid);

  // These three transform the charge on the grid to its modes.
  void forward_rows();
  void to_columns();
  void forward_columns();

  /// E_k = -i k green rho_k
  void field();
  /// phi_k = green rho_k, instead of the first component of the field; the second is zero.
  void potential();

  // These three transform the modes of the field to the grid.
  void inverse_columns();
  void to_rows();
  void inverse_rows();

 private:
  FftwPlan<Real> columns(int sign);
  /// Transforms the columns of all blocks of this rank.
  void transform_columns(const FftwPlan<Real>& plan, const Modes& from, Modes& to) const;
  std::size_t own_rows() const { return static_cast<std::size_t>(grid_.ny); }
  std::size_t own_blocks() const;
  std::size_t row_length() const;    // modes of a row, whole blocks
  std::size_t block_length() const;  // modes of a block
  /// Calls visit(m, i, j) for every mode (i, j) of this rank, which is at m.
  template <typename Visit>
  void for_each_mode(const Visit& visit) const;

  Grid<Real>& grid_;
  Ranks& ranks_;
  int nx_, ny_;  // of the whole grid
  mesh::Slabs rows_, blocks_;
  std::vector<Real> kx_, ky_, green_;  // green: s^2 / k^2 over the points, of this rank's modes
  std::vector<Real> one_row_;          // what the plans are made on
  Modes row_of_modes_, block_;
  std::array<Modes, 2> by_row_;  // the rank's rows: the charge in the first, or both components
  Modes charge_columns_;         // by block, row and column: before the transform along y
  Modes charge_;                 // and behind it
  std::array<Modes, 2> field_, field_columns_;  // before the inverse along y, and behind it
  FftwPlan<Real> x_forward_, x_inverse_, y_forward_, y_inverse_;
};

}  // namespace tycho::reference::pic
