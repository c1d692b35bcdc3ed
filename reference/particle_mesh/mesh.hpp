// The particles and the mesh of the CPU side, and the stages that work on them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/formulas/central_difference.hpp"
#include "core/formulas/cloud_weights.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
struct Stars {
  std::array<std::vector<Real>, 3> position, velocity;  // velocities lag by half a step
  std::vector<std::int32_t> cell;

  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(cell.size()); }
};

template <typename Real>
struct Mesh {
  explicit Mesh(int side);

  int n;                                               // cells a side
  std::vector<std::uint32_t> counts;                   // particles in a cell: deposit = ngp
  std::vector<Real> clouds;                            // the same in parts of a particle: cic, tsc
  std::vector<std::vector<std::uint32_t>> own_counts;  // of every thread but the first
  std::vector<std::vector<Real>> own_clouds;
  std::vector<Real> density;
  std::vector<Real> solution;  // of the discrete equation in units of the cell, unscaled
  std::vector<Real> potential;
  std::vector<Real> acceleration;  // along one axis at a time

  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(density.size()); }
};

/// i <- x_p / dx, for every particle.
template <typename Real>
void cell_assign(Stars<Real>& stars, int n, int threads);

/// H_i <- H_i + 1, for every particle; with cic and tsc a weight for every cell of its cloud.
template <typename Real>
void histogram(const Stars<Real>& stars, Mesh<Real>& mesh, Cloud cloud, int threads);

/// rho = factor H
template <typename Real>
void density(Mesh<Real>& mesh, Cloud cloud, Real factor, int threads);

/// phi = factor (u - mean)
template <typename Real>
void potential(Mesh<Real>& mesh, Real factor, Real mean, int threads);

/// a = -(phi_{i+1} - phi_{i-1}) / (2 dx) along one axis: eq. 10.
template <typename Real>
void force(Mesh<Real>& mesh, int axis, Boundary boundary, int threads);

/// v += dt a along one axis, a interpolated to the particle: eq. 11.
template <typename Real>
void update_vel(Stars<Real>& stars, const Mesh<Real>& mesh, int axis, Cloud cloud, Real step,
                int threads);

/// x += dt v, in the periodic box: eq. 12.
template <typename Real>
void update_pos(Stars<Real>& stars, Real step, int threads);

/// A mesh's values at the particles, for what is read out between steps.
template <typename Real>
std::vector<double> sample(const Stars<Real>& stars, const std::vector<Real>& values, int n,
                           Cloud cloud);

}  // namespace tycho::reference::particle_mesh
