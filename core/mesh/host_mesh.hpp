// The long-range force on the host, for the CPU side and for the GPU side's mesh = host: masses to
// the mesh, its potential, and the pull back at the bodies, in double.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/contracts/tree_pm.hpp"
#include "core/formulas/long_range.hpp"

namespace tycho::mesh {

struct HostMesh {
  HostMesh(const tree_pm::Split& split, const tree_pm::Options& options);
  ~HostMesh();

  tree_pm::Split split;
  int n;  // cells a side
  double box;
  int threads;
  std::vector<double> masses;               // in the cells: G m
  std::vector<std::vector<double>> own;     // of every thread but the first, while it deposits
  std::vector<double> potential;            // at the cells' centres
  std::array<std::vector<double>, 3> pull;  // minus its slope along each axis; of compact only

  struct Transforms;  // FFTW's part
  std::unique_ptr<Transforms> transforms;
};

/// Bodies in [0, box) to the mesh by the clouds of the split.
void deposit(std::span<const Vec3<double>> x, std::span<const double> mass, HostMesh& mesh);

/// The potential of the masses, filtered, and of compact its slopes.
void poisson(HostMesh& mesh);

/// Long-range acceleration and potential of every body, without the potential of its own mass. The
/// loop follows `order`, in which neighbours read the same cells.
void interpolate(const HostMesh& mesh, std::span<const Vec3<double>> x,
                 std::span<const double> mass, std::span<const std::int32_t> order,
                 std::span<Vec3<double>> acceleration, std::span<double> potential);

}  // namespace tycho::mesh
